import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import type { WordedDocument } from "../../adapters/pdf/words/wordedDocument.ts"
import { anyCharacter } from "../support/anyCharacter.ts"
import { printWorded, worded } from "./printWorded.ts"
import { readPdf, squeezed } from "./readPdf.ts"
import { sampleInvoice } from "./sampleDocument.ts"

const textOf = (document: WordedDocument) =>
  Effect.gen(function*() {
    const bytes = yield* printWorded(document)
    const { pages } = yield* Effect.promise(() => readPdf(bytes))
    return pages.map(({ text }) => text).join("")
  })

/** The foot of a page together with the head of the next. */
const turning = /Página\d+de\d+TalleresHernándezIbáñez,S\.L\.FacturaA-12/g

/** The text of a note as a reader copies it. Two marks around it help to find it. */
const copied = (text: string) =>
  Effect.map(
    textOf({ ...sampleInvoice, lines: [], notes: [{ heading: "{", text: `${text}\n}` }] }),
    (all) => all.replace(turning, "").replace(/^.*?\{/s, "").replace(/\}.*$/s, ""),
  )

const samples = {
  Spanish: "Reparación “urgente” – 3.º piso, 1.234,56 € (IVA incluido)… ¿sí?",
  Polish: "Zażółć gęślą jaźń, Przedsiębiorstwo Łódź Sp. z o.o.",
  Greek: "Ετήσια συντήρηση της εγκατάστασης",
  Cyrillic: "Ежегодное обслуживание «Ромашка» ґ є ї",
  Vietnamese: "Công ty trách nhiệm hữu hạn Việt Nam",
  Arabic: "شركة النور للتجارة (ذ.م.م) لا إله ومُحَمَّد",
  Persian: "می‌خواهم خدمات نگهداری",
  Hebrew: "חברת שלום בע״מ, שָׁלוֹם עֲלֵיכֶם",
  Armenian: "Հայաստանի Հանրապետություն",
  Georgian: "საქართველოს რესპუბლიკა",
  ligatures: "oﬃce ﬁ ǆ office fi Ω",
  Chinese: "东京商事株式会社の請求書 한국어",
  Devanagari: "नमस्ते दुनिया",
  emoji: "🧾👨‍👩‍👧🇪🇸☕",
}

describe("any script", () => {
  for (const [name, text] of Object.entries(samples)) {
    it.effect(`${name} can be copied from the page`, () => Effect.gen(function*() {
      assert.strictEqual(yield* copied(text), squeezed(text).normalize("NFC"))
    }))
  }

  it.effect("composes letters, turns unusual spaces into plain ones, and shows lone surrogates", () => Effect.gen(function*() {
    assert.strictEqual(yield* copied("Jose\u0301 a\u2009b\u202fc\ud800d"), "Joséabc\ufffdd")
  }))

  it.effect("shows replacements for control characters, and keeps stacked marks", () => Effect.gen(function*() {
    assert.strictEqual(yield* copied("a\u0000b\u0007c\u009fd"), "a\ufffdb\ufffdc\ufffdd")
    const tower = `x${"\u0301\u0323\u0302".repeat(30)}`
    assert.include(yield* copied(`${tower} fin`), tower.normalize("NFC").slice(0, 80))
  }))

  it.effect("continues a word wider than its column on the next line", () => Effect.gen(function*() {
    for (const part of ["W", "Ω", "ش", "語", "a-"]) {
      const word = part.repeat(1500)
      assert.strictEqual(yield* copied(word), word)
    }
  }))
})

const unit = fc.oneof(
  { weight: 6, arbitrary: fc.fullUnicodeString({ maxLength: 20 }) },
  { weight: 3, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)) },
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(
    ..."\u0000\u0007\t\n\r\u0085\u00ad\u00a0\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2066\u2069\ufe0f",
    ..."a 1(-)/\\é€שלاء٣مँकกຮߊ߲中ﷺ\u0301\u0323\u20dd\u0e31\u1b05\u{1f468}\u{1f3fd}\u{1f1ea}\u{e0067}",
  ), maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 100, maxLength: 400 }) },
)

const fact = fc.record({ label: unit, value: unit })
const party = fc.record({ heading: unit, lines: fc.array(unit, { maxLength: 4 }) })
const line = fc.record({
  descripcion: unit, cantidad: unit, precio: unit, descuento: unit, tipo_iva: unit, importe: unit,
})

const anyDocument: fc.Arbitrary<WordedDocument> = fc.record({
  language: unit,
  title: unit,
  warnings: fc.array(unit, { maxLength: 2 }),
  fileTitle: unit,
  author: unit,
  stamp: fc.option(unit),
  createdMillis: fc.constant(0),
  facts: fc.array(fact, { maxLength: 2 }),
  issuer: party,
  recipient: fc.option(party),
  logoAlt: unit,
  lineHeadings: line,
  lines: fc.array(line, { maxLength: 2 }),
  carriedForward: unit,
  broughtForward: unit,
  sumOf: unit.map((text) => () => text),
  decimalMark: fc.constantFrom(",", "."),
  breakdownHeadings: fc.array(unit, { maxLength: 4 }),
  breakdown: fc.array(fc.array(unit, { maxLength: 3 }), { maxLength: 2 }),
  totals: fc.array(fc.record({ label: unit, value: unit, weight: fc.constantFrom("plain" as const, "strong" as const, "final" as const) }), { maxLength: 2 }),
  notes: fc.array(fc.record({ heading: unit, text: unit }), { maxLength: 2 }),
  qr: fc.option(fc.record({ url: unit, above: unit, below: unit, alt: unit })),
  pageLabel: unit.map((text) => () => text),
})

describe("strange texts", () => {
  it.effect("in any field give a readable file", () => Effect.gen(function*() {
    const print = yield* worded
    yield* Effect.promise(() => fc.assert(
      fc.asyncProperty(anyDocument, async (document) => {
        const { pages } = await readPdf(await Effect.runPromise(print(document, null)))
        assert.isAtLeast(pages.length, 1)
      }),
      { numRuns: 30 },
    ))
  }))

  const letters = fc.string({
    unit: fc.constantFrom(..."abñç€ŁźżΑΩςЖщґ中語ا ب-/(), 1234😀"), minLength: 1, maxLength: 120,
  })

  it.effect("in left-to-right scripts lose nothing on the page", () => Effect.gen(function*() {
    const print = yield* worded
    const leftward = /[\u0600-\u06ff]/g
    yield* Effect.promise(() => fc.assert(
      fc.asyncProperty(letters, async (mixed) => {
        const text = mixed.replace(leftward, "ć")
        const document = { ...sampleInvoice, lines: [], notes: [{ heading: "{", text: `${text}\n}` }] }
        const { pages } = await readPdf(await Effect.runPromise(print(document, null)))
        const all = pages.map((page) => page.text).join("")
        assert.strictEqual(all.slice(all.indexOf("{") + 1, all.indexOf("}")), squeezed(text))
      }),
      { numRuns: 40 },
    ))
  }))
})
