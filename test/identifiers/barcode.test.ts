import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { barcodeProblem } from "../../core/identifiers/barcode.ts"

const wrongForm = "el código de barras debe tener 8 cifras (EAN-8), 12 (UPC-A) o 13 (EAN-13)"
const wrongDigit = "el dígito de control del código de barras no es correcto"

/** Digits without their check digit, for each length. */
const data = fc.constantFrom(7, 11, 12).chain((length) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }))

/**
 * As GS1 explains it: every second digit from the right times three; the check digit completes the sum to a multiple of
 * ten.
 */
const withCheckDigit = (digits: ReadonlyArray<number>): string => {
  const sum = digits.toReversed().reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 3 : 1), 0)
  return [...digits, (10 - (sum % 10)) % 10].join("")
}

describe("barcode", () => {
  it("accepts published ones", () => {
    // Examples of GS1 Hong Kong and GS1 India, some products, an ISBN, and the EAN-8 and UPC-A shown in manuals.
    const published = ["6291041500213", "8904000210037", "4006381333931", "5901234123457", "9780201379624",
      "96385074", "73513537", "036000291452", "012345678905", "042100005264"]
    for (const text of published) assert.isUndefined(barcodeProblem(text), text)
  })

  it("accepts the right check digit, and no other", () => {
    fc.assert(fc.property(data, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
      const text = withCheckDigit(digits)
      assert.isUndefined(barcodeProblem(text))
      const place = at % text.length
      const changed = String((Number(text.charAt(place)) + by) % 10)
      assert.strictEqual(barcodeProblem(text.slice(0, place) + changed + text.slice(place + 1)), wrongDigit)
    }), { numRuns: 5000 })
  })

  it("notices two neighbouring digits swapped, unless they differ by five", () => {
    fc.assert(fc.property(data, fc.nat(), (digits, at) => {
      const text = withCheckDigit(digits)
      const place = at % (text.length - 1)
      const [first, second] = [text.charAt(place), text.charAt(place + 1)]
      fc.pre(Math.abs(Number(first) - Number(second)) % 5 !== 0)
      const swapped = text.slice(0, place) + second + first + text.slice(place + 2)
      assert.strictEqual(barcodeProblem(swapped), wrongDigit)
    }), { numRuns: 2000 })
  })

  it("has 8, 12 or 13 digits and nothing else", () => {
    for (let length = 0; length <= 20; length++) {
      // Zeros always have the right check digit, so that only the length can be wrong.
      const expected = [8, 12, 13].includes(length) ? undefined : wrongForm
      assert.strictEqual(barcodeProblem("0".repeat(length)), expected, String(length))
    }
    const others = ["9638 5074", "9638507A", "96385074\n", " 96385074", "-6385074", "9638507.", "٩٦٣٨٥٠٧٤"]
    for (const text of others) assert.strictEqual(barcodeProblem(text), wrongForm, text)
  })
})
