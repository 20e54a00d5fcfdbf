/** One element of BER (X.690): its first octet, and where its contents stand. */
interface Element {
  readonly tag: number
  readonly from: number
  readonly to: number
  /** Where the next one begins. */
  readonly end: number
}

const integer = 0x02
const octetString = 0x04
const splitOctetString = 0x24
const constructed = 0x20

/** The deepest nesting that is looked into; no PKCS#12 is as deep. */
const depthMax = 32

/**
 * How many times a password is hashed to open a PKCS#12, over all of its parts (RFC 7292 and RFC 8018: the INTEGER after
 * an OCTET STRING of salt). Whoever makes the file chooses the count, and a password costs that much before it is known to be
 * wrong; but the count can be read without it. Infinite where it cannot be told, undefined for a file that is not BER at all.
 */
export const stretchingOf = (pkcs12: Uint8Array): number | undefined => {
  const whole = elementAt(pkcs12, 0, pkcs12.length, 0)
  return whole === undefined ? undefined : countIn(pkcs12, [whole], 0)
}

/**
 * Sums the counts in elements and in what they contain. Bytes that are no elements are passed over: OpenSSL cannot read them
 * either.
 */
const countIn = (bytes: Uint8Array, elements: ReadonlyArray<Element>, depth: number): number => {
  if (depth > depthMax) return Number.POSITIVE_INFINITY
  let count = 0
  let before: number | undefined
  for (const element of elements) {
    const { from, tag, to } = element
    if (tag === integer && (before === octetString || before === splitOctetString)) count += numberOf(bytes, from, to)
    count += countWithin(bytes, element, depth)
    before = tag
  }
  return count
}

/**
 * Sums the counts in the contents of an element. Those of an OCTET STRING, whole or split, may be elements or anything else.
 */
const countWithin = (bytes: Uint8Array, { from, tag, to }: Element, depth: number): number => {
  if (tag === octetString) return countIn(bytes, elementsIn(bytes, from, to, depth), depth + 1)
  if ((tag & constructed) === 0) return 0
  const parts = elementsIn(bytes, from, to, depth)
  if (tag !== splitOctetString) return countIn(bytes, parts, depth + 1)
  const joined = Buffer.concat(parts.map((part) => bytes.subarray(part.from, part.to)))
  return countIn(joined, elementsIn(joined, 0, joined.length, depth), depth + 1)
}

/** The elements that follow one another in these bytes; none when the last one does not end where the bytes do. */
const elementsIn = (bytes: Uint8Array, from: number, to: number, depth: number): ReadonlyArray<Element> => {
  const elements: Array<Element> = []
  for (let at = from; at < to;) {
    const element = elementAt(bytes, at, to, depth)
    if (element === undefined) return []
    elements.push(element)
    at = element.end
  }
  return elements
}

const elementAt = (bytes: Uint8Array, at: number, limit: number, depth: number): Element | undefined => {
  const tag = bytes[at]
  if (tag === undefined) return undefined
  let lengthAt = at + 1
  // A tag of several octets: in all of them but the last one the highest bit is set.
  if ((tag & 0x1f) === 0x1f) {
    while (((bytes[lengthAt] ?? 0) & 0x80) !== 0) lengthAt++
    lengthAt++
  }
  const first = bytes[lengthAt]
  if (first === undefined) return undefined
  if (first === 0x80) return endless(bytes, tag, lengthAt + 1, limit, depth)
  const from = lengthAt + 1 + (first < 0x80 ? 0 : first & 0x7f)
  const end = from + (first < 0x80 ? first : numberOf(bytes, lengthAt + 1, from))
  return end > limit ? undefined : { tag, from, to: end, end }
}

/** An element of indefinite length, which ends with two zeros (X.690, section 8.1.3.6). */
const endless = (bytes: Uint8Array, tag: number, from: number, limit: number, depth: number): Element | undefined => {
  if ((tag & constructed) === 0 || depth > depthMax) return undefined
  for (let at = from; at + 1 < limit;) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return { tag, from, to: at, end: at + 2 }
    const inner = elementAt(bytes, at, limit, depth + 1)
    if (inner === undefined) return undefined
    at = inner.end
  }
  return undefined
}

/** A number from its octets, the highest first; infinite beyond the safe integers. */
const numberOf = (bytes: Uint8Array, from: number, to: number): number => {
  let value = 0
  for (let at = from; at < to; at++) value = value * 256 + (bytes[at] ?? 0)
  return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY
}
