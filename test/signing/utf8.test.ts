import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { passingUtf8 } from "../../core/signing/utf8.ts"
import { anyCharacter } from "../support/anyCharacter.ts"

const isUtf8 = (text: string): void => assert.deepStrictEqual(Buffer.from(passingUtf8(text)), Buffer.from(text, "utf8"))

describe("UTF-8 of a passing text", () => {
  it("is that of any text", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), isUtf8), { numRuns: 1000 })
  })

  it("is whole however long the text is, and however many bytes its characters take", () => {
    for (const character of ["a", "ñ", "€", "😀"]) for (let count = 0; count < 2100; count++) isUtf8(character.repeat(count))
  })

  it("has U+FFFD for lone surrogates", () => {
    assert.deepStrictEqual([...passingUtf8("\uD800a\uDC00")], [0xEF, 0xBF, 0xBD, 0x61, 0xEF, 0xBF, 0xBD])
  })

  it("of a short text shares its memory with the next one's", () => {
    const first = passingUtf8("uno")
    passingUtf8("dos")
    assert.deepStrictEqual([...first], [...Buffer.from("dos")])
  })
})
