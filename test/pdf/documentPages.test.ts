import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { wordDocument } from "../../adapters/pdf/words/wordDocument.ts"
import type { WordedDocument } from "../../adapters/pdf/words/wordedDocument.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { printLanguages } from "../../core/printing/printLanguage.ts"
import { printWorded, worded } from "./printWorded.ts"
import { readPdf, type ReadFile, squeezed } from "./readPdf.ts"
import { sampleInvoice, sampleLines } from "./sampleDocument.ts"
import { printableOf } from "./samplePrintables.ts"

const printAndRead = (document: WordedDocument) =>
  Effect.flatMap(printWorded(document), (bytes) => Effect.promise(() => readPdf(bytes)))

const assertShows = ({ pages }: ReadFile, ...texts: ReadonlyArray<string>): void => {
  const all = pages.map((page) => page.text).join("")
  for (const text of texts) assert.include(all, squeezed(text))
}

/** Asserts that no two texts of a page touch and that none leaves the page. */
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
        // With so many pairs, building a message and asserting for each would take too long.
        if (!beside && !apart) assert.fail(`"${item.text}" and "${other.text}" overlap`)
      }
    }
  }
}

describe("the pages of a document", () => {
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
  }))

  it.effect("a column without any value is left out", () => Effect.gen(function*() {
    const without = yield* printAndRead(sampleInvoice)
    assert.notInclude(without.pages[0]?.text ?? "", "Dto.")
    const lines = sampleInvoice.lines.map((line, index) =>
      index === 2 ? { ...line, descuento: "10 %" } : line)
    assertShows(yield* printAndRead({ ...sampleInvoice, lines }), "Dto.", "10 %")
  }))

  it.effect("the file states its title, its time of creation and its language", () => Effect.gen(function*() {
    const { info } = yield* printAndRead(sampleInvoice)
    assert.include(info, {
      Title: "Factura A-12",
      Author: "Talleres Hernández Ibáñez, S.L.",
      CreationDate: "D:20261120123000Z",
      Language: "es",
    })
  }))

  it.effect("a draft is stamped on every page", () => Effect.gen(function*() {
    const draft = { ...sampleInvoice, qr: null, recipient: null, stamp: "BORRADOR", lines: sampleLines(60) }
    const file = yield* printAndRead(draft)
    assert.isAbove(file.pages.length, 1)
    for (const page of file.pages) {
      const stamp = page.items.find(({ text }) => text === "BORRADOR")
      assert.isAbove(stamp?.size ?? 0, 80)
    }
  }))
})

describe("in every language", () => {
  for (const idioma of printLanguages) {
    it.effect(`${idioma}: nothing touches, whatever has to be said`, () => Effect.gen(function*() {
      const rich = { irpf: 15, suplidos: cents(-123_456_789), recargo_equivalencia: true, divisa: "USD", tipo_cambio: decimal6(921_300) }
      const lines = [21, 10, 4].map((rate) => ({ text: `Línea ${rate}`, price: 9_876_543.21, count: 1.25, rate, discount: 12.5 }))
      const untaxed = { text: "Servicio", price: 1_000, rate: 0 }
      const recipient = { nombre: "Ana", pais: "FR", nif_iva: "FR12345678901" }
      const printed = { ...printableOf([...lines, untaxed], { invoice: { ...rich, plazos: "30/60/90" }, recipient }), idioma }
      const draft = { ...printableOf(lines, { invoice: { lifecycle: "draft", registry: null, numero: null } }), idioma }
      for (const document of [printed, draft]) {
        const words = wordDocument(document)
        const file = yield* printAndRead({ ...words, stamp: null })
        assertTidy(file)
        assertShows(
          file,
          ...words.warnings,
          ...words.facts.flatMap(({ label, value }) => [label, value]),
          ...words.breakdown.flat(),
          ...words.totals.flatMap(({ label, value }) => [label, value]),
          ...words.notes.flatMap(({ heading, text }) => [heading, text]),
        )
      }
    }))

    it.effect(`${idioma}: an amount stays on one line, however large`, () =>
      Effect.forEach([-999_999.99, -9_876_543.21, 123_456_789, 700_000_000_000], (amount) => Effect.gen(function*() {
        const rich = { irpf: 15, suplidos: cents(-123_456_789), recargo_equivalencia: true, divisa: "USD", tipo_cambio: decimal6(921_300) }
        const taxed = { text: "Línea", price: amount / 1_000, count: 1_000 }
        const untaxed = { text: "Servicio", price: 1_000, rate: 0 }
        const recipient = { pais: "FR", nif_iva: "FR12345678901" }
        const words = wordDocument({ ...printableOf([taxed, untaxed], { invoice: rich, recipient }), idioma })
        const file = yield* printAndRead(words)
        assertTidy(file)
        const shown = new Set(file.pages.flatMap(({ items }) => items.map(({ text }) => squeezed(text))))
        const amounts = [
          ...words.lines.map(({ importe }) => importe),
          ...words.breakdown.flat(),
          ...words.totals.map(({ value }) => value),
        ]
        for (const text of amounts.map(squeezed)) assert.isTrue(text === "" || shown.has(text), text)
      })))
  }
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
      if (index > 0) assert.include(page.text, squeezed(`${document.author}${document.fileTitle}`))
    }
    assertTidy(file)
  }))

  it.effect("a further page names the whole document, however long its title and number", () => Effect.gen(function*() {
    const fileTitle = `Factura simplificada rectificativa ${"W".repeat(16)}-999999999999`
    const { pages } = yield* printAndRead({ ...sampleInvoice, fileTitle, lines: sampleLines(60) })
    assert.include(pages[1]?.text, squeezed(`${sampleInvoice.author}${fileTitle}`))
  }))

  it.effect("the subtotal of the lines is carried from the foot of a page to the head of the next", () => Effect.gen(function*() {
    const file = yield* printAndRead({ ...sampleInvoice, lines: sampleLines(90) })
    assert.isAbove(file.pages.length, 2)
    for (const [index, page] of file.pages.entries()) {
      const carried = /Sumaysigue(\d+),00/.exec(page.text)?.[1]
      const next = file.pages[index + 1]
      if (next === undefined) assert.isUndefined(carried)
      else {
        const last = [...page.text.matchAll(/Línea(\d+):/g)].at(-1)?.[1]
        assert.strictEqual(Number(carried), 10 * Number(last))
        assert.include(next.text, `Sumaanterior${carried},00Línea${Number(last) + 1}:`)
      }
    }
  }))

  it.effect("with any number of lines the totals stand below the last one", () =>
    Effect.forEach(Array.from({ length: 24 }, (_, index) => index * 2), (count) => Effect.gen(function*() {
      const file = yield* printAndRead({ ...sampleInvoice, lines: sampleLines(count) })
      assertTidy(file)
      assertShows(file, "Total factura", "Pago por transferencia.")
      const page = file.pages.find(({ text }) => text.includes("Totalfactura"))
      if (count > 0) assert.include(page?.text ?? "", `Línea${count}:`)
    })))

  it.effect("a breakdown too wide to stand beside the totals stays with them and with the last line", () => {
    const breakdown = [["21 %", "123.456.789.012,34", "25.925.925.692,59", "5,2 %", "6.419.753.028,64"]]
    const breakdownHeadings = ["IVA", "Base imponible", "Cuota IVA", "Recargo", "Cuota recargo"]
    return Effect.forEach(Array.from({ length: 18 }, (_, index) => 22 + index), (count) => Effect.gen(function*() {
      const file = yield* printAndRead({ ...sampleInvoice, breakdown, breakdownHeadings, lines: sampleLines(count) })
      assertTidy(file)
      const page = file.pages.find(({ text }) => text.includes("Totalfactura"))
      for (const text of [`Línea${count}:`, "Cuotarecargo", "123.456.789.012,34"]) assert.include(page?.text ?? "", text)
    }))
  })

  it.effect("no page has a subtotal without a row, even after a divided row that ends at the foot", () => {
    const [line = sampleInvoice.lineHeadings, other = sampleInvoice.lineHeadings] = sampleLines(2)
    const descripcion = Array.from({ length: 700 }, (_, index) => `largo${index}`).join(" ")
    return Effect.forEach(Array.from({ length: 12 }, (_, index) => 126 + index), (facts) => Effect.gen(function*() {
      const file = yield* printAndRead({
        ...sampleInvoice,
        facts: Array.from({ length: facts }, (_, index) => ({ label: `dato${index}`, value: `valor${index}` })),
        lines: [{ ...line, descripcion }, other],
      })
      assertTidy(file)
      for (const { text } of file.pages) if (text.includes("Sumaysigue")) assert.match(text, /largo\d/)
    }))
  })

  it.effect("headings have a row below them, however tall they and the row are", () => {
    const [line = sampleInvoice.lineHeadings] = sampleLines(1)
    const wordy = (count: number): string => Array.from({ length: count }, (_, index) => `largo${index}`).join(" ")
    const tall = { ...sampleInvoice.lineHeadings, importe: "Un importe con palabras de más" }
    const breakdown = Array.from({ length: 40 }, (_, index) => [`tipo${index}`, `base${index}`, `cuota${index}`])
    const documents = Array.from({ length: 24 }, (_, index) => [
      { facts: 3 * index, words: 12, lineHeadings: tall, importe: "1", breakdown },
      { facts: 3, words: 280 + 10 * index, lineHeadings: sampleInvoice.lineHeadings, importe: line.importe, breakdown: [["tipo0"]] },
    ]).flat()
    // In one of these only the headings fit on the second page, without a line of the row, which is taller than a page.
    const tallest = [158, 162, 166, 170].map((facts) =>
      ({ facts, words: 700, lineHeadings: sampleInvoice.lineHeadings, importe: line.importe, breakdown: [["tipo0"]] }))
    return Effect.forEach([...documents, ...tallest], ({ facts, importe, words, ...tables }) => Effect.gen(function*() {
      const file = yield* printAndRead({
        ...sampleInvoice,
        ...tables,
        facts: Array.from({ length: facts }, (_, index) => ({ label: `dato${index}`, value: `valor${index}` })),
        lines: [{ ...line, importe, descripcion: wordy(words) }],
      })
      assertTidy(file)
      for (const { text } of file.pages) {
        if (text.includes("DescripciónCantidad")) assert.match(text, /largo\d/)
        if (text.includes(squeezed(sampleInvoice.breakdownHeadings.join("")))) assert.match(text, /tipo\d/)
      }
    }))
  })

  it.effect("long notes, parties, facts and tables continue on further pages", () => Effect.gen(function*() {
    const words = (prefix: string, count: number): string =>
      Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(" ")
    const document = {
      ...sampleInvoice,
      issuer: { heading: "Emisor", lines: Array.from({ length: 90 }, (_, index) => `emisor${index}`) },
      facts: Array.from({ length: 150 }, (_, index) => ({ label: `dato${index}`, value: `valor${index}` })),
      lines: [{ ...sampleLines(1)[0] ?? sampleInvoice.lineHeadings, descripcion: words("largo", 2000) }],
      breakdown: Array.from({ length: 80 }, (_, index) => [`tipo${index}`, `base${index}`, `cuota${index}`]),
      totals: Array.from({ length: 80 }, (_, index) =>
        ({ label: `suma${index}`, value: `${index} €`, weight: "final" as const })),
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
  }))
})

describe("bytes", () => {
  it.effect("are the same for the same document, whatever was printed before", () => Effect.gen(function*() {
    const greek = { ...sampleInvoice, title: "ΤΙΜΟΛΟΓΙΟ office شركة 東京 \u0007" }
    const first = yield* printWorded(greek)
    const print = yield* worded
    const again = yield* Effect.gen(function*() {
      // Characters of their own that share glyphs with letters above: a ligature, and joined forms.
      yield* print({ ...sampleInvoice, title: "Ω oﬃce \ufeb7\ufeae\ufedb\ufe94 京" }, null)
      yield* print(sampleInvoice, null)
      return yield* print(greek, null)
    })
    assert.isTrue(Buffer.from(first).equals(again))
  }))
})
