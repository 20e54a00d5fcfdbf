import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { logoImage } from "../../adapters/pdf/figures/logoImage.ts"
import { PdfPlatform } from "../../adapters/pdf/PdfPlatform.ts"
import * as PdfPlatformNode from "../../adapters/pdf/PdfPlatformNode.ts"
import { wordDocument } from "../../adapters/pdf/words/wordDocument.ts"
import type { PrintableDocument } from "../../core/ports/PdfPrinter.ts"
import { getDocument, OPS } from "./pdfjs.ts"
import { worded } from "./printWorded.ts"
import { dark, edgesOf, readDrawnPages } from "./readQr.ts"
import { ringLogo } from "./samplePng.ts"
import { ordinaryLines, printableOf } from "./samplePrintables.ts"

/** An element of the structure: its role, language or alternative text, and its contents. */
type Heard = string | { readonly role: string; readonly alt?: string; readonly lang?: string; readonly kids: ReadonlyArray<Heard> }

/** Left, bottom, right and top edges, in points. */
type Box = ReadonlyArray<number>

interface Node {
  readonly role?: string
  readonly alt?: string
  readonly bbox?: Box
  readonly lang?: string
  readonly children?: ReadonlyArray<Node>
  readonly id?: string
}

/** The texts of each mark on a page, in order. */
const textsByMark = (items: ReadonlyArray<unknown>): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  const open: Array<string> = []
  for (const item of items) {
    if (typeof item !== "object" || item === null) continue
    if ("type" in item && "id" in item && item.type === "beginMarkedContentProps") open.push(String(item.id))
    else if ("type" in item && item.type === "beginMarkedContent") open.push("")
    else if ("type" in item && item.type === "endMarkedContent") open.pop()
    else if ("str" in item) {
      const mark = open.at(-1) ?? "unmarked"
      const end = "hasEOL" in item && item.hasEOL === true ? " " : ""
      texts.set(mark, `${texts.get(mark) ?? ""}${item.str}${end}`.replaceAll("  ", " "))
    }
  }
  return texts
}

const heard = (node: Node, texts: ReadonlyMap<string, string>): Heard => {
  if (node.role === undefined) return texts.get(node.id ?? "") ?? ""
  const kids = (node.children ?? []).map((child) => heard(child, texts))
  return { role: node.role, kids, ...(node.alt === undefined ? {} : { alt: node.alt }), ...(node.lang === undefined ? {} : { lang: node.lang }) }
}

const listen = (document: PrintableDocument) =>
  Effect.gen(function*() {
    const bytes = yield* (yield* worded)(wordDocument(document), null)
    return yield* Effect.promise(async () => {
      const task = getDocument({ data: bytes.slice(), verbosity: 0 })
      const file = await task.promise
      const pages: Array<{ readonly root: Heard; readonly stray: string | undefined }> = []
      for (let number = 1; number <= file.numPages; number++) {
        const page = await file.getPage(number)
        const { items } = await page.getTextContent({ includeMarkedContent: true })
        const texts = textsByMark(items)
        pages.push({ root: heard(await page.getStructTree(), texts), stray: texts.get("unmarked") })
      }
      const { info, metadata } = await file.getMetadata()
      const facts = {
        marked: await file.getMarkInfo(),
        preferences: await file.getViewerPreferences(),
        part: metadata?.get("pdfaid:part"),
        title: metadata?.get("dc:title"),
        info: Object.fromEntries(Object.entries(info)),
      }
      await task.destroy()
      return { ...facts, pages }
    })
  })

const glyph = Schema.decodeUnknownOption(Schema.Struct({ unicode: Schema.String }))

/** Every character of the first page in the order of the file, since pdf.js drops spaces at the ends of lines. */
const charactersOf = async (bytes: Uint8Array): Promise<string> => {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 })
  const page = await (await task.promise).getPage(1)
  const { argsArray, fnArray } = await page.getOperatorList()
  await task.destroy()
  const shown = fnArray.flatMap((operator, index): ReadonlyArray<unknown> => operator === OPS.showText ? argsArray[index] : [])
  return shown.flat(2).map((one) => Option.match(glyph(one), { onNone: () => "", onSome: ({ unicode }) => unicode })).join("")
}

const inTenths = (box: Box): ReadonlyArray<number> => box.map((edge) => Math.round(edge * 10))

/** The boxes that the structure of the first page tells, and where its pictures are drawn. */
const boxesOf = async (bytes: Uint8Array) => {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 })
  const page = await (await task.promise).getPage(1)
  const { argsArray, fnArray } = await page.getOperatorList()
  const pictures = fnArray.flatMap((operator, index): ReadonlyArray<Box> => {
    if (operator !== OPS.paintImageXObject) return []
    const [width = 0, , , height = 0, x = 0, y = 0]: ReadonlyArray<number> = argsArray[fnArray.lastIndexOf(OPS.transform, index)]
    return [[x, y, x + width, y + height]]
  })
  const told = (node: Node): ReadonlyArray<Box> =>
    [...(node.bbox === undefined ? [] : [node.bbox]), ...(node.children ?? []).flatMap(told)]
  const boxes = told(await page.getStructTree())
  await task.destroy()
  return { boxes, pictures }
}

const elementsOf = (node: Heard, role: string): ReadonlyArray<Exclude<Heard, string>> =>
  typeof node === "string" ? [] : [...(node.role === role ? [node] : []), ...node.kids.flatMap((kid) => elementsOf(kid, role))]

const textOf = (node: Heard): string => typeof node === "string" ? node : node.kids.map(textOf).join("")

describe("somebody who cannot see the page", () => {
  it.effect("learns the title and the language, and that the file is tagged", () => Effect.gen(function*() {
    const { info, marked, part, preferences, title } = yield* listen(printableOf(ordinaryLines, { recipient: { idioma: "ca" } }))
    assert.deepInclude(info, { Language: "ca", Title: "Factura A-12", Producer: "Talonario" })
    assert.deepInclude(marked, { Marked: true })
    assert.deepStrictEqual(preferences, Object({ DisplayDocTitle: true }))
    assert.deepStrictEqual([part, title], ["3", "Factura A-12"])
  }))

  it.effect("hears first what the document is, then parties, facts, lines and sums", () => Effect.gen(function*() {
    const notas = "Gracias por su confianza y por haber pensado en nosotros también este año, que no ha sido fácil para nadie."
    const { pages } = yield* listen(printableOf(ordinaryLines, { invoice: { notas } }))
    const [page] = pages
    if (page === undefined) return assert.fail("no page")
    assert.isUndefined(page.stray)
    const [document] = elementsOf(page.root, "Document")
    const roles = document?.kids.map((kid) => typeof kid === "string" ? "text" : kid.role)
    assert.deepStrictEqual(roles, [
      "H1", "P", "P", "Figure", "P", "P", "P", "P", "P", "Table", "Table", "Table", "H2", "P",
    ])
    assert.strictEqual(textOf(elementsOf(page.root, "H1")[0] ?? "").trim(), "Factura")
    const [qr] = elementsOf(page.root, "Figure")
    assert.match(qr?.alt ?? "", /^Código QR con la dirección https:/)
    assert.strictEqual(elementsOf(page.root, "P").find(({ lang }) => lang === "es")?.kids.length, 1)
    const paragraphs = elementsOf(page.root, "P").map((paragraph) => textOf(paragraph).trim())
    assert.include(paragraphs, "Número A-12")
    assert.include(paragraphs, notas)
    const [lines, , sums] = elementsOf(page.root, "Table")
    const rows = elementsOf(lines ?? "", "TR").map((row) => row.kids.map((cell) => textOf(cell).trim()))
    assert.deepStrictEqual(rows[0], ["Concepto", "Cantidad", "Precio", "Dto.", "IVA", "Importe"])
    assert.deepStrictEqual(rows[1]?.map((text) => text.replace("\u00a0", " ")), [
      "Mantenimiento preventivo de la instalación", "1 ud", "180,00", "", "21 %", "180,00",
    ])
    assert.deepStrictEqual(rows.map((row) => row.length), [6, 6, 6, 6, 6, 6])
    assert.strictEqual(elementsOf(lines ?? "", "TH").length, 6)
    const sumsHeard = elementsOf(sums ?? "", "TR").map((row) => row.kids.map((cell) => typeof cell === "string" ? "text" : cell.role))
    assert.deepStrictEqual(sumsHeard, [["TH", "TD"], ["TH", "TD"], ["TH", "TD"]])
    assert.include(textOf(sums ?? ""), "Total factura")
  }))

  it.effect("is pointed to logo and QR where they stand", () => Effect.gen(function*() {
    const image = yield* Effect.provide(PdfPlatform, PdfPlatformNode.layer).pipe(
      Effect.map((platform) => logoImage({ id: "", tipo: "png", ancho: 90, alto: 30 }, ringLogo(30), platform)),
    )
    const bytes = yield* (yield* worded)(wordDocument(printableOf(ordinaryLines)), image)
    const { boxes, pictures } = yield* Effect.promise(() => boxesOf(bytes))
    const [qrPage] = yield* Effect.promise(() => readDrawnPages(bytes))
    const { left, lower, right, upper } = edgesOf(dark(qrPage))
    const qr = [left, lower, right, upper].map((edge) => edge * 72 / 25.4)
    assert.deepStrictEqual(boxes.map(inTenths), [...pictures, qr].map(inTenths))
  }))

  it.effect("hears a divided word, or an address to copy, without a space inside", () => Effect.gen(function*() {
    const address = `https://pagos.example.org/${"factura-2026/a1b2c3d4e5f6".repeat(8)}`
    const email = "facturacion@construcciones-garcia-lopez-hermanos.example.org"
    const notas = `Puede pagar en ${address} con tarjeta, o por transferencia, antes del vencimiento que arriba consta.\n${email}`
    const bytes = yield* (yield* worded)(wordDocument(printableOf(ordinaryLines, { organization: { email }, invoice: { notas } })), null)
    const written = yield* Effect.promise(() => charactersOf(bytes))
    assert.include(written, `Puede pagar en ${address} con tarjeta, o por transferencia, antes del vencimiento que arriba consta. ${email}`)
    assert.include(written, `28042 Madrid ${email} +34 910 123 456`)
  }))

  it.effect("is spared the repetitions on further pages, and misses nothing on them", () => Effect.gen(function*() {
    const many = Array.from({ length: 60 }, (_, i) => ({ text: `Línea ${i + 1}`, price: 1 }))
    const { pages } = yield* listen(printableOf(many))
    const rows = pages.map(({ root }) => elementsOf(root, "TR").length)
    assert.isAbove(pages.length, 1)
    for (const { root, stray } of pages) {
      assert.isUndefined(stray)
      assert.notInclude(textOf(root), "Suma anterior")
    }
    assert.include(textOf(pages[0]?.root ?? ""), "Concepto")
    assert.notInclude(textOf(pages[1]?.root ?? ""), "Concepto")
    assert.isAtLeast(rows.reduce((sum, count) => sum + count, 0), 61)
  }))
})
