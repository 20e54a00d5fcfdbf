import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { logoImage } from "../../adapters/pdf/figures/logoImage.ts"
import { PdfPlatform } from "../../adapters/pdf/PdfPlatform.ts"
import * as PdfPlatformNode from "../../adapters/pdf/PdfPlatformNode.ts"
import { wordDocument } from "../../adapters/pdf/words/wordDocument.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import type { PrintableDocument, PrintableLogo } from "../../core/ports/PdfPrinter.ts"
import { worded } from "./printWorded.ts"
import { type Picture, pictures, readPicture, renderPdf } from "./renderPdf.ts"
import { ringLogo } from "./samplePng.ts"
import { ordinaryLines, printableOf } from "./samplePrintables.ts"

/*
 * Pages as they looked when somebody last approved them. Set TALONARIO_UPDATE_GOLDEN=1 to draw them again, then look at
 * what has changed.
 */
const update = process.env["TALONARIO_UPDATE_GOLDEN"] === "1"
const dpi = 60

const logo: PrintableLogo = { id: "ring", tipo: "png", ancho: 180, alto: 60 }

const documents: Record<string, PrintableDocument> = {
  typical: printableOf(ordinaryLines, {
    logo,
    invoice: {
      irpf: 15,
      suplidos: cents(5_000),
      plazos: "30/60/90",
      notas: "Gracias por su confianza.\nIBAN ES91 2100 0418 4502 0005 1332",
    },
  }),
  mentions: printableOf([
    ...[21, 10, 4].flatMap((rate) => [
      { text: `Supply at ${rate} %`, price: 1000.5 / rate, rate, clase: "goods" as const },
      { text: `Service at ${rate} %`, price: 12.345, count: 3, rate, discount: 7.5 },
    ]),
    { text: "Goods sent to another State of the Union", price: 400, rate: 0, clase: "goods" },
    { text: "Service to a business of another State", price: 200, rate: 0 },
  ], {
    recipient: {
      nombre: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk Müller & Söhne GmbH",
      nif: null, nif_iva: "DE123456789", direccion: "Straße der Pariser Kommune 8", cp: "10243", ciudad: "Berlin",
      provincia: null, pais: "DE", idioma: "en",
    },
    invoice: { divisa: "USD", tipo_cambio: decimal6(921_300), recargo_equivalencia: true },
  }),
  pages: printableOf(Array.from({ length: 38 }, (_, i) => ({
    ...ordinaryLines[i % ordinaryLines.length] ?? { text: "", price: 0 },
    text: `${i + 1}. ${ordinaryLines[i % ordinaryLines.length]?.text}`,
  })), { recipient: { idioma: "ca", nombre: "شركة النور · Ελληνικά · Żółć · 東京" } }),
}

const print = (document: PrintableDocument) =>
  Effect.gen(function*() {
    const platform = yield* PdfPlatform
    const image = document.logo === null ? null : logoImage(document.logo, ringLogo(60), platform)
    return yield* (yield* worded)(wordDocument(document), image)
  }).pipe(Effect.provide(PdfPlatformNode.layer))

/** The average difference of two pictures in the square of pixels where they differ most, 0 to 255. */
const greatestDifference = (one: Picture, other: Picture): number => {
  const side = 6
  let greatest = 0
  for (let top = 0; top < one.height; top += side) {
    for (let left = 0; left < one.width; left += side) {
      let sum = 0
      for (let y = top; y < Math.min(top + side, one.height); y++) {
        for (let x = left; x < Math.min(left + side, one.width); x++) {
          sum += Math.abs((one.grey[y * one.width + x] ?? 0) - (other.grey[y * one.width + x] ?? 0))
        }
      }
      greatest = Math.max(greatest, sum / side ** 2)
    }
  }
  return greatest
}

/** Builds of the canvas smooth the edges of letters differently, but an additional letter exceeds this. */
const tolerance = 14

const goldenPath = (name: string, page: number): string =>
  fileURLToPath(new URL(`golden/${name}-${page + 1}.png`, import.meta.url))

describe("pages look as they were approved", () => {
  for (const [name, document] of Object.entries(documents)) {
    it.effect(name, () =>
      Effect.gen(function*() {
        const file = yield* print(document)
        const canvases = yield* Effect.promise(() => renderPdf(file, dpi))
        if (update) canvases.forEach((canvas, page) => writeFileSync(goldenPath(name, page), canvas.toBuffer("image/png")))
        for (const [page, picture] of pictures(canvases).entries()) {
          const golden = yield* Effect.promise(() => readPicture(goldenPath(name, page)))
          assert.deepStrictEqual([picture.width, picture.height], [golden.width, golden.height])
          assert.isAtMost(greatestDifference(picture, golden), tolerance, `page ${page + 1}`)
        }
      }))
  }

  it.effect("and a changed digit is noticed", () =>
    Effect.gen(function*() {
      const { typical } = documents
      if (typical === undefined) return assert.fail("no document")
      const file = yield* print({ ...typical, referencia: "A-13" })
      const [picture] = pictures(yield* Effect.promise(() => renderPdf(file, dpi)))
      const golden = yield* Effect.promise(() => readPicture(goldenPath("typical", 0)))
      if (picture === undefined) return assert.fail("no page")
      assert.isAbove(greatestDifference(picture, golden), tolerance)
    }))
})
