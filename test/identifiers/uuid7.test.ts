import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { randomBytes } from "node:crypto"
import { instant } from "../../core/calendar/instant.ts"
import { isIdentifier, makeUuid7 } from "../../core/identifiers/uuid7.ts"

/** The instant of RFC 9562's example, appendix A.6. */
const at = instant(0x017f22e279b0)
const filled = (byte: number) => (n: number) => new Uint8Array(n).fill(byte)

describe("UUIDv7", () => {
  it("consists of the instant, version 7, the counter, variant 10 and random bits", () => {
    const zeros = makeUuid7(filled(0))
    assert.strictEqual(zeros(at), "017f22e279b070008000000000000000")
    assert.strictEqual(zeros(at), "017f22e279b070018000000000000000")
    assert.strictEqual(makeUuid7(filled(0xff))(at), "017f22e279b077ffbfffffffffffffff")
  })

  it("moves on to the next millisecond when the counter is used up", () => {
    const make = makeUuid7(filled(0xff))
    const ids = Array.from({ length: 0x802 }, () => make(at))
    assert.strictEqual(ids[0x800]?.slice(0, 16), "017f22e279b07fff")
    assert.strictEqual(ids[0x801]?.slice(0, 16), "017f22e279b177ff")
    // The clock, now behind, catches up without a step back.
    assert.strictEqual(make(instant(at + 1)).slice(0, 16), "017f22e279b17800")
    assert.strictEqual(make(instant(at + 2)).slice(0, 16), "017f22e279b277ff")
  })

  it("increases strictly, whatever the clock does", () => {
    const clock = fc.array(fc.integer({ min: -5, max: 5 }).map((by) => instant(at + by)), { maxLength: 200 })
    fc.assert(fc.property(clock, (instants) => {
      const make = makeUuid7(randomBytes)
      let last = ""
      for (const now of instants) {
        const id = make(now)
        assert.isTrue(id > last)
        assert.isTrue(isIdentifier(id))
        last = id
      }
    }))
    const make = makeUuid7(randomBytes)
    const many = Array.from({ length: 50_000 }, () => make(at))
    assert.isTrue(many.every((id, place) => place === 0 || id > (many[place - 1] ?? "")))
  })

  it("uses no random byte twice, and asks for them in blocks", () => {
    const asked: Array<number> = []
    const make = makeUuid7((n) => {
      asked.push(n)
      return randomBytes(n)
    })
    const tails = Array.from({ length: 1000 }, () => make(at).slice(16))
    assert.strictEqual(new Set(tails).size, 1000)
    assert.isBelow(asked.length, 10)
  })

  it("differs between generators at the same instant", () => {
    const ids = Array.from({ length: 1000 }, () => makeUuid7(randomBytes)(at))
    assert.strictEqual(new Set(ids).size, 1000)
  })

  it("covers 1970 to the end of its 48 bits", () => {
    const make = makeUuid7(filled(0))
    assert.throws(() => make(instant(-1)), RangeError, "no UUIDv7 for -1")
    assert.throws(() => make(instant(Number.NaN)), RangeError)
    assert.strictEqual(make(instant(0)).slice(0, 12), "000000000000")
    assert.throws(() => make(instant(2 ** 48)), RangeError)
    assert.throws(() => make(instant(Infinity)), RangeError)
    assert.strictEqual(make(instant(2 ** 48 - 1)).slice(0, 12), "ffffffffffff")
  })
})

describe("the form of an identifier", () => {
  it("is 32 lower-case hex digits", () => {
    assert.isTrue(isIdentifier("017f22e279b07cc398c4dc0c0c07398f"))
    const wrong = ["", "017F22E279B07CC398C4DC0C0C07398F", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
      "017f22e279b07cc398c4dc0c0c07398", "017f22e279b07cc398c4dc0c0c07398f0",
      "017f22e279b07cc398c4dc0c0c07398g", "017f22e279b07cc398c4dc0c0c07398f\n"]
    for (const text of wrong) assert.isFalse(isIdentifier(text), text)
  })
})
