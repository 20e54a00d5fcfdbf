import * as fc from "fast-check"

const surrogates = 0xe000 - 0xd800

/** The code point as one of those that are counted without surrogates. */
const placeOf = (character: unknown): number => {
  const code = typeof character === "string" ? character.codePointAt(0) : undefined
  if (code === undefined || character !== String.fromCodePoint(code)) throw new Error("no character")
  return code < 0xd800 ? code : code - surrogates
}

/**
 * Any character, for texts of which each may be part: as fast-check's unit "binary", but without its table of them all, which
 * takes a second and 100 MB of every process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - surrogates })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + surrogates), placeOf)
