const encoder = new TextEncoder()
const room = new Uint8Array(2048)

/**
 * The text in UTF-8. It has to be used before the next call, which overwrites it: making a new array for each text would cost
 * about half as much as hashing it. Lone surrogates become U+FFFD.
 */
export const passingUtf8 = (text: string): Uint8Array =>
  text.length * 3 > room.length
    ? encoder.encode(text)
    : room.subarray(0, encoder.encodeInto(text, room).written)
