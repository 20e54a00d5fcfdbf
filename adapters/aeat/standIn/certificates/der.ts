// Pieces of DER (X.690): those that certificates and PKCS#12 are written with.

/** Tag, length and contents (section 8.1). */
export const der = (tag: number, ...contents: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(contents)
  const size = body.length.toString(16)
  const long = Buffer.from(size.length % 2 === 0 ? size : `0${size}`, "hex")
  const length = body.length < 0x80 ? Buffer.of(body.length) : Buffer.from([0x80 | long.length, ...long])
  return Buffer.concat([Buffer.of(tag), length, body])
}

/** SEQUENCE. */
export const sequence = (...contents: ReadonlyArray<Uint8Array>): Buffer => der(0x30, ...contents)

/** SET OF. */
export const setOf = (...contents: ReadonlyArray<Uint8Array>): Buffer => der(0x31, ...contents)

/** OCTET STRING. */
export const octetString = (bytes: Uint8Array): Buffer => der(0x04, bytes)

/** BIT STRING of whole bytes. */
export const bitString = (bytes: Uint8Array): Buffer => der(0x03, Buffer.of(0), bytes)

/** UTF8String. */
export const utf8String = (text: string): Buffer => der(0x0c, Buffer.from(text))

/** NULL. */
export const nothing = der(0x05)

/** BOOLEAN, true. */
export const yes = der(0x01, Buffer.of(0xff))

/** A context-specific tag around an element, explicit. */
export const tagged = (number: number, content: Uint8Array): Buffer => der(0xa0 + number, content)

/** INTEGER from its bytes, the highest first; it is positive when the highest bit is not set. */
export const integerOf = (bytes: Uint8Array): Buffer => der(0x02, bytes)

/** INTEGER from 0 to 32767. */
export const integer = (value: number): Buffer =>
  integerOf(value < 0x80 ? Buffer.of(value) : Buffer.of(value >> 8, value & 0xff))

/** OBJECT IDENTIFIER from its dotted form, such as "1.2.840.113549". */
export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

const base128 = (value: number): ReadonlyArray<number> => {
  const low = value & 0x7f
  const higher = Math.floor(value / 128)
  return higher === 0 ? [low] : [...base128(higher).map((byte) => byte | 0x80), low]
}

/** UTCTime (RFC 5280, section 4.1.2.5.1) of an instant before 2050. */
export const utcTime = (millis: number): Buffer => {
  const digits = new Date(millis).toISOString().replace(/\D/g, "")
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}
