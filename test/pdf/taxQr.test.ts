import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import qrcode from "qrcode"
import { qrModules } from "../../adapters/pdf/figures/qrModules.ts"
import type { WordedDocument } from "../../adapters/pdf/words/wordedDocument.ts"
import { printWorded } from "./printWorded.ts"
import { dark, edgesOf, readDrawnPages, readQr } from "./readQr.ts"
import { sampleInvoice, sampleLines } from "./sampleDocument.ts"

const printed = (document: WordedDocument) =>
  Effect.flatMap(printWorded(document), (bytes) => Effect.promise(() => readDrawnPages(bytes)))

describe("the tax authority's QR (Orden HAC/1177/2024, art. 21)", () => {
  it.effect("reads as the address, measures 30 to 40 mm, and has a blank margin", () => Effect.gen(function*() {
    const [page] = yield* printed({ ...sampleInvoice, stamp: "BORRADOR" })
    if (page === undefined) return assert.fail("no page")
    assert.strictEqual(readQr(page, 12), sampleInvoice.qr?.url)
    const { left, lower, right, upper } = edgesOf(dark(page))
    assert.closeTo(right - left, 35, 0.01)
    assert.closeTo(upper - lower, 35, 0.01)
    // The address makes a symbol of 49 modules, four of which are more than 2 mm.
    const blank = (4 * 35) / 49
    const white = edgesOf(page.rectangles.filter(({ tone }) => tone === "#ffffff"))
    for (const margin of [left - white.left, white.right - right, lower - white.lower, white.upper - upper]) {
      assert.closeTo(margin, blank, 0.01)
    }
    for (const { size, text, width, x, y } of page.items) {
      if (text === "BORRADOR") continue
      const height = (size * 25.4) / 72
      const beside = x + width <= left - blank || x >= right + blank
      assert.isTrue(beside || y + height * -0.22 >= upper + blank || y + height * 0.72 <= lower - blank, text)
    }
  }))

  it.effect("stands once, at the top of page 1, between its two texts", () => Effect.gen(function*() {
    const pages = yield* printed({ ...sampleInvoice, lines: sampleLines(80) })
    const [first, ...others] = pages
    if (first === undefined) return assert.fail("no page")
    const { left, lower, right, upper } = edgesOf(dark(first))
    assert.isAbove(lower, 297 / 2)
    for (const page of others) assert.isEmpty(dark(page))
    const heading = first.items.filter(({ text }) => text === "QR tributario:")
    assert.lengthOf(heading, 1)
    const legend = first.items.filter(({ text }) => /^Factura verificable|de la AEAT$/.test(text))
    assert.lengthOf(legend, 2)
    for (const { width, x } of [...heading, ...legend]) assert.closeTo(x + width / 2, (left + right) / 2, 0.1)
    assert.isAbove(heading[0]?.y ?? 0, upper)
    for (const { y } of legend) assert.isBelow(y, lower)
    // Only the document's name is set larger than the texts around the QR.
    const larger = pages.flatMap(({ items }) => items).filter(({ size }) => size > (heading[0]?.size ?? 0))
    assert.deepStrictEqual(larger.map(({ text }) => text), ["Factura"])
  }))

  it.effect("needs an address; one too long for any QR is printed as text", () => Effect.gen(function*() {
    const [without] = yield* printed({ ...sampleInvoice, qr: null })
    assert.isEmpty(dark(without))
    const url = `https://example.es/?${"a1b2".repeat(600)}`
    const pages = yield* printed({ ...sampleInvoice, qr: { url, above: "QR tributario:", below: "", alt: "" } })
    assert.include(pages.map(({ text }) => text).join(""), url)
  }))
})

describe("the modules of the QR", () => {
  const address = fc.string({ unit: "grapheme", maxLength: 300 }).map((text) => `https://example.es/${text}`)

  it("are those of the qrcode package with the mask it rates best", () => {
    fc.assert(fc.property(address, (text) => {
      const data = new TextEncoder().encode(text)
      const expected = qrcode.create([{ mode: "byte", data }], { errorCorrectionLevel: "M" }).modules
      const modules = qrModules(text)
      assert.strictEqual(modules?.size, expected.size)
      assert.deepStrictEqual(Array.from(modules?.data ?? []), Array.from(expected.data))
    }), { numRuns: 100 })
  })

  it.effect("read back as any address when drawn on the page", () => Effect.gen(function*() {
    for (const length of [1, 40, 150, 500]) {
      const url = `https://example.es/${"x9-".repeat(length)}`.slice(0, 20 + length)
      const [page] = yield* printed({ ...sampleInvoice, qr: { url, above: "QR tributario:", below: "", alt: "" } })
      assert.strictEqual(page === undefined ? undefined : readQr(page, 12), url)
    }
  }))
})
