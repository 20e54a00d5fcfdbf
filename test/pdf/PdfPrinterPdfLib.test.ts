import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as PdfPlatformNode from "../../adapters/pdf/PdfPlatformNode.ts"
import * as PdfPrinterPdfLib from "../../adapters/pdf/PdfPrinterPdfLib.ts"
import { PdfPrinter, type PrintableDocument } from "../../core/ports/PdfPrinter.ts"
import { readPdf, type ReadFile, squeezed } from "./readPdf.ts"
import { sampleInvoice, sampleLines } from "./sampleDocument.ts"

const printer = Layer.provide(PdfPrinterPdfLib.layer, PdfPlatformNode.layer)

const print = (document: PrintableDocument) => Effect.flatMap(PdfPrinter, (port) => port.print(document))

const printAndRead = (document: PrintableDocument) =>
  Effect.flatMap(print(document), (bytes) => Effect.promise(() => readPdf(bytes)))

const assertShows = ({ pages }: ReadFile, ...texts: ReadonlyArray<string>): void => {
  const all = pages.map((page) => page.text).join("")
  for (const text of texts) assert.include(all, squeezed(text))
}

/** No two texts of a page touch, and none leaves the page. */
const assertTidy = ({ pages }: ReadFile): void => {
  for (const { items } of pages) {
    for (const [index, item] of items.entries()) {
      assert.isAtLeast(item.x, 17.9, item.text)
      assert.isAtMost(item.x + item.width, 192.2, item.text)
      assert.isAtLeast(item.y, 8, item.text)
      assert.isAtMost(item.y, 285, item.text)
      for (const other of items.slice(index + 1)) {
        const beside = item.x + item.width <= other.x + 0.2 || other.x + other.width <= item.x + 0.2
        const apart = Math.abs(item.y - other.y) > 3.5
        assert.isTrue(beside || apart, `"${item.text}" and "${other.text}" overlap`)
      }
    }
  }
}

describe("what is printed", () => {
  it.effect("an ordinary invoice is one page with every text on it", () => Effect.gen(function*() {
    const file = yield* printAndRead(sampleInvoice)
    assert.lengthOf(file.pages, 1)
    const { facts, issuer, lines, notes, recipient, totals } = sampleInvoice
    assertShows(
      file,
      sampleInvoice.title,
      ...facts.flatMap(({ label, value }) => [label, value]),
      ...issuer.lines,
      ...(recipient?.lines ?? []),
      ...lines.flatMap((line) => [line.descripcion, line.cantidad, line.precio, line.tipo_iva, line.importe]),
      ...sampleInvoice.breakdown.flat(),
      ...totals.flatMap(({ label, value }) => [label, value]),
      ...notes.flatMap(({ heading, text }) => [heading, text]),
      "QR tributario:",
      "Factura verificable en la sede electrónica de la AEAT",
      "Página 1 de 1",
    )
    assertTidy(file)
  }).pipe(Effect.provide(printer)))

  it.effect("a column without any value is left out", () => Effect.gen(function*() {
    const without = yield* printAndRead(sampleInvoice)
    assert.notInclude(without.pages[0]?.text ?? "", "Dto.")
    const lines = sampleInvoice.lines.map((line, index) =>
      index === 2 ? { ...line, descuento: "10 %" } : line)
    assertShows(yield* printAndRead({ ...sampleInvoice, lines }), "Dto.", "10 %")
  }).pipe(Effect.provide(printer)))

  it.effect("the file says what it is, when it was made and in which language", () => Effect.gen(function*() {
    const { info } = yield* printAndRead(sampleInvoice)
    assert.include(info, {
      Title: "Factura A-12",
      Author: "Talleres Hernández Ibáñez, S.L.",
      CreationDate: "D:20261120123000Z",
      Language: "es",
    })
  }).pipe(Effect.provide(printer)))

  it.effect("a draft is stamped on every page", () => Effect.gen(function*() {
    const draft = { ...sampleInvoice, qr: null, recipient: null, stamp: "BORRADOR", lines: sampleLines(60) }
    const file = yield* printAndRead(draft)
    assert.isAbove(file.pages.length, 1)
    for (const page of file.pages) {
      const stamp = page.items.find(({ text }) => text === "BORRADOR")
      assert.isAbove(stamp?.size ?? 0, 80)
    }
  }).pipe(Effect.provide(printer)))
})

describe("documents of several pages", () => {
  it.effect("500 lines are all there, in order, under repeated headings", () => Effect.gen(function*() {
    const document = { ...sampleInvoice, lines: sampleLines(500) }
    const file = yield* printAndRead(document)
    const all = file.pages.map((page) => page.text).join("")
    let at = 0
    for (const line of document.lines) {
      at = all.indexOf(squeezed(line.descripcion), at)
      assert.isAtLeast(at, 0, line.descripcion)
    }
    for (const [index, page] of file.pages.entries()) {
      assert.include(page.text, "DescripciónCantidadPrecioIVAImporte")
      assert.include(page.text, squeezed(`Página ${index + 1} de ${file.pages.length}`))
      assert.include(page.text, squeezed(document.fileTitle))
    }
    assertTidy(file)
  }).pipe(Effect.provide(printer)))

  it.effect("with any number of lines the totals stand below the last one", () =>
    Effect.forEach(Array.from({ length: 24 }, (_, index) => index * 2), (count) => Effect.gen(function*() {
      const file = yield* printAndRead({ ...sampleInvoice, lines: sampleLines(count) })
      assertTidy(file)
      assertShows(file, "Total factura", "Pago por transferencia.")
      const page = file.pages.find(({ text }) => text.includes("Totalfactura"))
      if (count > 0) assert.include(page?.text ?? "", `Línea${count}:`)
    })).pipe(Effect.provide(printer)))

  it.effect("long notes, parties, facts and tables go on over further pages", () => Effect.gen(function*() {
    const words = (prefix: string, count: number): string =>
      Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(" ")
    const document = {
      ...sampleInvoice,
      issuer: { heading: "Emisor", lines: Array.from({ length: 90 }, (_, index) => `emisor${index}`) },
      facts: Array.from({ length: 150 }, (_, index) => ({ label: `dato${index}`, value: `valor${index}` })),
      lines: [{ ...sampleLines(1)[0] ?? sampleInvoice.lineHeadings, descripcion: words("largo", 2000) }],
      breakdown: Array.from({ length: 80 }, (_, index) => [`tipo${index}`, `base${index}`, `cuota${index}`]),
      totals: Array.from({ length: 80 }, (_, index) =>
        ({ label: `suma${index}`, value: `${index} €`, strong: true })),
      notes: [{ heading: "Notas", text: words("nota", 3000) }],
    }
    const file = yield* printAndRead(document)
    assertTidy(file)
    assertShows(
      file,
      ...document.issuer.lines,
      ...document.facts.flatMap(({ label, value }) => [label, value]),
      ...document.breakdown.flat(),
      ...document.totals.map(({ label }) => label),
    )
    const all = file.pages.map((page) => page.text).join("")
    assert.lengthOf(all.match(/largo\d+/g) ?? [], 2000)
    assert.lengthOf(all.match(/nota\d+/g) ?? [], 3000)
  }).pipe(Effect.provide(printer)))
})

describe("bytes", () => {
  it.effect("are the same for the same document, whatever was printed before", () => Effect.gen(function*() {
    const greek = { ...sampleInvoice, title: "ΤΙΜΟΛΟΓΙΟ office شركة 東京 \u0007" }
    const first = yield* Effect.provide(print(greek), printer)
    const again = yield* Effect.gen(function*() {
      // Characters of their own that share their glyphs with letters above: a ligature, a joined form.
      yield* print({ ...sampleInvoice, title: "Ω oﬃce \ufeb7\ufeae\ufedb\ufe94 京" })
      yield* print(sampleInvoice)
      return yield* print(greek)
    }).pipe(Effect.provide(printer))
    assert.isTrue(Buffer.from(first).equals(again))
  }))
})
