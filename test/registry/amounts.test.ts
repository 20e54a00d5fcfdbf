import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { cents } from "../../core/money/cents.ts"
import { registryAmount } from "../../core/registry/amounts.ts"

const largest = 10 ** 14 - 1

describe("amounts of a record", () => {
  it("have exactly two decimals and a point", () => {
    const written: ReadonlyArray<readonly [number, string]> = [
      [0, "0.00"],
      [-0, "0.00"],
      [5, "0.05"],
      [-5, "-0.05"],
      [24140, "241.40"],
      [-1205, "-12.05"],
      [largest, "999999999999.99"],
      [-largest, "-999999999999.99"],
    ]
    for (const [amount, text] of written) assert.strictEqual(registryAmount(cents(amount)), text)
  })

  it("are read back to the cent, in the form of AEAT's schema", () => {
    fc.assert(fc.property(fc.integer({ min: -largest, max: largest }), (amount) => {
      const text = registryAmount(cents(amount))
      assert.match(text, /^-?(0|[1-9]\d{0,11})\.\d{2}$/)
      assert.strictEqual(Number(text.replace(".", "")) + 0, amount + 0)
    }))
  })

  it("have at most twelve digits before the point", () => {
    assert.throws(() => registryAmount(cents(largest + 1)), RangeError)
    assert.throws(() => registryAmount(cents(-largest - 1)), RangeError)
  })
})
