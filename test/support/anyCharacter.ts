import * as fc from "fast-check"

const surrogates = 0xe000 - 0xd800

/** The number of the character's code point when surrogates are left out of the count. */
const placeOf = (character: unknown): number => {
  const code = typeof character === "string" ? character.codePointAt(0) : undefined
  if (code === undefined || character !== String.fromCodePoint(code)) throw new Error("no character")
  return code < 0xd800 ? code : code - surrogates
}

/**
 * Any character, as a unit of arbitrary texts: like fast-check's unit "binary", but without its table of all characters, which
 * costs each process a second and 100 MB.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - surrogates })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + surrogates), placeOf)
