import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { ibanProblem, normaliseIban } from "../../core/identifiers/iban.ts"

// The examples of the SWIFT registry.
const examples = [
  "ES9121000418450200051332", "GB29NWBK60161331926819", "DE89370400440532013000", "NO9386011117947",
  "FR1420041010050500013M02606", "MT84MALT011000012345MTLCAST001S", "IE29AIBK93115212345678",
  "BE68539007547034", "PT50000201231234567890154", "NL91ABNA0417164300", "LC55HEMM000100010012001200023015",
  "CH9300762011623852957", "IT60X0542811101000000123456", "AD1200012030200359100100",
]

describe("IBAN", () => {
  it("is accepted as printed, once normalised", () => {
    for (const iban of examples) {
      const printed = iban.toLowerCase().replace(/(.{4})/g, "$1 ")
      assert.strictEqual(normaliseIban(printed), iban)
      assert.isUndefined(ibanProblem(iban), iban)
    }
  })

  it("is refused with any single digit wrong", () => {
    const change = fc.tuple(fc.constantFrom(...examples), fc.nat(30), fc.integer({ min: 1, max: 9 }))
    fc.assert(fc.property(change, ([iban, place, by]) => {
      const character = iban.charAt(place)
      fc.pre(/^\d$/.test(character))
      const wrong = String((Number(character) + by) % 10)
      assert.isDefined(ibanProblem(iban.slice(0, place) + wrong + iban.slice(place + 1)))
    }))
  })

  it("has the length its country prescribes", () => {
    assert.strictEqual(ibanProblem("ES912100041845020005133"), "un IBAN de ES tiene 24 caracteres")
    assert.strictEqual(ibanProblem("DE8937040044053201300"), "un IBAN de DE tiene 22 caracteres")
  })

  it("is checked modulo 97 only where the country's length is not known", () => {
    assert.isUndefined(ibanProblem("CI93CI0080111301134291200589"))
    assert.isDefined(ibanProblem("CI94CI0080111301134291200589"))
  })

  it("has exactly one pair of check digits for each account", () => {
    const pairs = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"))
    // Two hundred accounts cover every remainder, including those that 00, 01 and 99 would fit as well.
    for (let n = 0; n < 200; n++) {
      const account = String(n).padStart(18, "0")
      assert.strictEqual(pairs.filter((pair) => ibanProblem(`XX${pair}${account}`) === undefined).length, 1)
    }
  })

  it("is refused in other forms", () => {
    const wrong = ["", "ES", "9121000418450200051332", "ES91 2100 0418 4502 0005 1332",
      "es9121000418450200051332", "ES91210004184502000513é2", `ES91${"0".repeat(40)}`]
    for (const text of wrong) assert.isDefined(ibanProblem(text), text)
  })
})
