import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { reference } from "../../core/invoices/reference.ts"
import { defaultSeriesOf, nextNumber, seriesPattern, seriesProblem } from "../../core/numbering/series.ts"
import { seriesId } from "../../core/numbering/seriesCounter.ts"

describe("the name of a series", () => {
  it("has 1 to 16 letters, digits or / - . _", () => {
    for (const name of ["A", "a", "ALB", "2026/A-1.b_c", "0", "A".repeat(16)]) {
      assert.isUndefined(seriesProblem(name), name)
    }
    for (const name of ["", " ", "A ", "A B", "Ñ", "Á", "A&B", "A=B", "A\n", "A'", "A".repeat(17)]) {
      assert.match(seriesProblem(name) ?? "", /de 1 a 16 letras/, name)
    }
  })

  it("has the same form in the description of the interface, where an empty text names none", () => {
    const form = new RegExp(seriesPattern)
    for (const name of ["", "A", "a", "2026/A-1.b_c", "0", "A".repeat(16)]) assert.isTrue(form.test(name), name)
    for (const name of [" ", "A ", "A B", "Ñ", "A&B", "A\n", "A".repeat(17)]) assert.isFalse(form.test(name), name)
  })

  it("depends by default on the kind of document", () => {
    const invoice = { tipo_documento: "invoice", tipo: "invoice", hasRecipient: true } as const
    assert.strictEqual(defaultSeriesOf(invoice), "A")
    assert.strictEqual(defaultSeriesOf({ ...invoice, hasRecipient: false }), "S")
    assert.strictEqual(defaultSeriesOf({ ...invoice, tipo: "rectificative" }), "R")
    assert.strictEqual(defaultSeriesOf({ ...invoice, tipo: "rectificative", hasRecipient: false }), "R")
    assert.strictEqual(defaultSeriesOf({ ...invoice, tipo_documento: "quote" }), "P")
    assert.strictEqual(defaultSeriesOf({ ...invoice, tipo_documento: "delivery" }), "ALB")
    assert.strictEqual(defaultSeriesOf({ ...invoice, tipo_documento: "proforma" }), "PRO")
  })
})

describe("the reference", () => {
  it("joins series and number, so that no two are alike", () => {
    assert.strictEqual(reference("A", 12), "A-12")
    assert.strictEqual(reference("A-1", 2), "A-1-2")
    const serie = fc.stringMatching(/^[A1-]{1,4}$/)
    const numero = fc.integer({ min: 1, max: 20 })
    fc.assert(fc.property(serie, numero, serie, numero, (a, n, b, m) => {
      assert.strictEqual(reference(a, n) === reference(b, m), a === b && n === m)
    }), { numRuns: 1000 })
  })
})

it("each series has a counter of its own for each kind of document", () => {
  const kinds = ["invoice", "quote", "delivery", "proforma"] as const
  const ids = kinds.flatMap((kind) => ["A", "a", "A-1", "R"].map((serie) => seriesId(kind, serie)))
  assert.strictEqual(new Set(ids).size, 16)
})

describe("the number of an issue", () => {
  const refused: Either.Either<number, "numero_no_disponible"> = Either.left("numero_no_disponible")

  it("follows the last one", () => {
    assert.deepStrictEqual(nextNumber({ last: 0 }, null), Either.right(1))
    assert.deepStrictEqual(nextNumber({ last: 41 }, null), Either.right(42))
  })

  it("may be requested if it is the next one, or the series' first", () => {
    assert.deepStrictEqual(nextNumber({ last: 41 }, 42), Either.right(42))
    assert.deepStrictEqual(nextNumber({ last: 0 }, 1), Either.right(1))
    assert.deepStrictEqual(nextNumber({ last: 0 }, 4321), Either.right(4321))
  })

  it("is neither reused nor skipped", () => {
    for (const requested of [1, 40, 41, 43, 1000]) {
      assert.deepStrictEqual(nextNumber({ last: 41 }, requested), refused)
    }
    fc.assert(fc.property(fc.integer({ min: 1 }), fc.option(fc.integer({ min: 1 })), (last, requested) => {
      const allowed = requested === null || requested === last + 1
      assert.deepStrictEqual(nextNumber({ last }, requested), allowed ? Either.right(last + 1) : refused)
    }))
  })

  it("is a whole number from 1 on", () => {
    for (const requested of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
      assert.deepStrictEqual(nextNumber({ last: 0 }, requested), refused)
    }
    assert.deepStrictEqual(nextNumber({ last: Number.MAX_SAFE_INTEGER }, null), refused)
  })
})
