import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isPersonalNif, isSpanishNif, nifProblem, normaliseNif } from "../../core/identifiers/nif.ts"

const spanish = [
  // DNI, and the issuers of AEAT's own examples
  "12345678Z", "00000000T", "54362315K", "89890001K", "89890002E",
  // NIE, and persons without DNI or NIE
  "X1234567L", "X5253868R", "Y1234567X", "Z1234567R", "M1234567L", "K1234567L", "L1234567L",
  // entities that end in a digit
  "B64717838", "A13585625", "J99216582", "B58378431", "A28015865",
  // public and foreign entities, which end in a letter
  "Q2826000H", "P2807900B", "S2833002E", "R2800001F", "N0012622G", "W0010754J",
]

const characters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

describe("Spanish tax ids", () => {
  it("are accepted with their control character", () => {
    for (const nif of spanish) {
      assert.isUndefined(nifProblem(nif), nif)
      assert.isTrue(isSpanishNif(nif), nif)
    }
  })

  it("are refused with any other last character of their form", () => {
    for (const nif of spanish) {
      const passing = characters.filter((last) => isSpanishNif(nif.slice(0, 8) + last))
      // Some kinds of entities may end in a digit or in the letter for it.
      assert.strictEqual(passing.length, nif.startsWith("J") ? 2 : 1, nif)
    }
    assert.strictEqual(nifProblem("12345678A"), "el carácter de control del NIF no es correcto")
    assert.isDefined(nifProblem("Q28260008"))
    assert.isDefined(nifProblem("B6471783H"))
    // Not resident.
    assert.isUndefined(nifProblem("A0012340F") ?? nifProblem("A00123406"))
  })

  it("do not grow when they are normalised, so that they stay within their field", () => {
    assert.strictEqual(normaliseNif("ñß-ŉ 1"), "Ñßŉ1")
    const text = fc.string({ unit: "grapheme" })
    fc.assert(fc.property(text, (sent) => normaliseNif(sent).length <= sent.length))
  })

  it("are refused with any single digit wrong", () => {
    const place = fc.integer({ min: 1, max: 7 })
    const by = fc.integer({ min: 1, max: 9 })
    fc.assert(fc.property(fc.constantFrom(...spanish), place, by, (nif, place, by) => {
      const digit = (Number(nif.charAt(place)) + by) % 10
      assert.isDefined(nifProblem(nif.slice(0, place) + String(digit) + nif.slice(place + 1)))
    }))
  })

  it("are a person's if they are a DNI, a NIE, or begin with K, L or M", () => {
    const persons = spanish.filter((nif) => /^[\dKLMXYZ]/.test(nif))
    assert.deepStrictEqual(spanish.filter(isPersonalNif), persons)
    assert.isFalse(isPersonalNif("12345678A"))
    assert.isFalse(isPersonalNif("123456789"))
  })
})

describe("foreign tax ids", () => {
  it("are accepted in any form that is not a Spanish one", () => {
    const foreign = ["123456789", "1234567T", "FR12345678901", "O1234567L", "A1234567K", "ÑANDÚ"]
    for (const id of foreign) {
      assert.isUndefined(nifProblem(id), id)
      assert.isFalse(isSpanishNif(id), id)
    }
  })

  it("may have a Spanish one in them, right or wrong", () => {
    const inside = fc.constantFrom(...spanish, "12345678A", "Q28260008", "B6471783H")
    fc.assert(fc.property(inside, fc.constantFrom(...characters), (nif, more) => {
      for (const id of [more + nif, nif + more]) {
        assert.isUndefined(nifProblem(id), id)
        assert.isFalse(isSpanishNif(id), id)
      }
    }))
  })

  it("must not be empty", () => assert.strictEqual(nifProblem(normaliseNif(" - ")), "el NIF está vacío"))
})

describe("normalising", () => {
  it("changes to upper case and removes blanks, dots, hyphens and a Spanish prefix", () => {
    assert.strictEqual(normaliseNif(" 12.345.678-z "), "12345678Z")
    assert.strictEqual(normaliseNif("es b-64.717.838"), "B64717838")
    assert.strictEqual(normaliseNif("ES-X 1234567\u00a0L"), "X1234567L")
  })

  it("keeps ES where no Spanish id follows, and any other prefix", () => {
    assert.strictEqual(normaliseNif("FR12345678Z"), "FR12345678Z")
    assert.strictEqual(normaliseNif("ES123"), "ES123")
    assert.strictEqual(normaliseNif("esp-1234567"), "ESP1234567")
  })

  it("changes nothing the second time", () => {
    fc.assert(fc.property(fc.string({ maxLength: 20 }), (text) => {
      assert.strictEqual(normaliseNif(normaliseNif(text)), normaliseNif(text))
    }))
  })
})
