import * as fc from "fast-check"

/** The bytes, and a copy with one of them changed. */
export const changedByte = (bytes: Uint8Array): fc.Arbitrary<readonly [Uint8Array, Uint8Array]> =>
  fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })).map(([place, by]) =>
    [bytes, bytes.map((byte, at) => (at === place ? byte ^ by : byte))])

/** The text with one of its characters changed to another ASCII character. */
export const changedCharacter = (text: string): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 127 })).map(([place, by]) =>
    text.slice(0, place) + String.fromCharCode(text.charCodeAt(place) ^ by) + text.slice(place + 1))
