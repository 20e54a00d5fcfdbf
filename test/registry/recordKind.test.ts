import { assert, describe, it } from "@effect/vitest"
import type { Rectification } from "../../core/invoices/Rectification.ts"
import { cents } from "../../core/money/cents.ts"
import { recordKind } from "../../core/registry/recordKind.ts"
import type { LineAmounts } from "../../core/tax/totals.ts"
import { recipientOf, rectificationOf } from "./invoiceOf.ts"

const amounts = (base: number, cuota: number, cuota_recargo: number): LineAmounts =>
  ({ base: cents(base), cuota: cents(cuota), cuota_recargo: cents(cuota_recargo) })

const recipient = recipientOf()
const some = amounts(10_000, 2_100, 520)
const none = amounts(0, 0, 0)

describe("the kind of an ordinary record", () => {
  it("is F1 with a recipient and F2 without", () => {
    assert.strictEqual(recordKind({ recipient, rectifica: null, sustituye: [] }, some), "F1")
    assert.strictEqual(recordKind({ recipient: null, rectifica: null, sustituye: [] }, some), "F2")
  })

  it("is F3 in exchange for simplified invoices", () => {
    const sustituye = [rectificationOf().original]
    assert.strictEqual(recordKind({ recipient, rectifica: null, sustituye }, some), "F3")
    assert.strictEqual(recordKind({ recipient: null, rectifica: null, sustituye }, some), "F3")
  })
})

describe("the kind of a rectifying record", () => {
  const kindOf = (rectifica: Rectification, figures: LineAmounts) =>
    recordKind({ recipient, rectifica, sustituye: [] }, figures)

  it("is R5 for a simplified invoice, whatever the cause", () => {
    assert.strictEqual(kindOf(rectificationOf({}, { simplificada: true }), some), "R5")
    assert.strictEqual(kindOf(rectificationOf({ causa: "R3" }, { simplificada: true }), none), "R5")
  })

  it("is that of the stated cause", () => {
    for (const causa of ["R1", "R2", "R3", "R4"] as const) {
      assert.strictEqual(kindOf(rectificationOf({ causa }), some), causa)
      assert.strictEqual(kindOf(rectificationOf({ causa }), none), causa)
    }
  })

  it("is R1 by differences if there are any: in base, tax or surcharge alone", () => {
    const differences = rectificationOf()
    for (const figures of [some, amounts(-1, 0, 0), amounts(0, 1, 0), amounts(0, 0, 1)]) {
      assert.strictEqual(kindOf(differences, figures), "R1")
    }
    assert.strictEqual(kindOf(differences, none), "R4")
  })

  it("does not compare differences with the original", () => {
    const differences = rectificationOf({ sustituido: some })
    assert.strictEqual(kindOf(differences, some), "R1")
    assert.strictEqual(kindOf(differences, none), "R4")
  })

  it("is R1 by substitution if base, tax or surcharge differs from the original's", () => {
    const substitution = rectificationOf({ metodo: "sustitucion", sustituido: some })
    assert.strictEqual(kindOf(substitution, some), "R4")
    for (const figures of [none, amounts(9_999, 2_100, 520), amounts(10_000, 2_099, 520), amounts(10_000, 2_100, 0)]) {
      assert.strictEqual(kindOf(substitution, figures), "R1")
    }
  })
})
