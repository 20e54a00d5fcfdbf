import type { Instant } from "../calendar/instant.ts"

/** Random bytes per id: eight for its second half and two that may seed the counter. */
const idBytes = 10
const blockBytes = idBytes * 256

const maxCounter = 0xfff
const endOfTime = 2 ** 48

/**
 * A function that makes UUIDv7 (RFC 9562) as 32 lower-case hex digits without hyphens. Each is greater than the one before,
 * also within a millisecond and when the clock goes back: 12 bits are a counter (section 6.2 method 1), which starts at random
 * in its lower half; when it is used up, the next millisecond is taken. `bytes` gives cryptographically random bytes and is
 * asked for many at a time. Throws a RangeError for instants before 1970 or beyond 48 bits.
 */
export const makeUuid7 = (bytes: (n: number) => Uint8Array): ((at: Instant) => string) => {
  let block = new DataView(new ArrayBuffer(0))
  let used = 0
  let millis = -1
  let prefix = ""
  let counter = 0

  const enter = (at: number, seed: number): void => {
    millis = at
    prefix = `${at.toString(16).padStart(12, "0")}7`
    counter = seed & (maxCounter >> 1)
  }

  return (at) => {
    if (!(at >= 0 && at < endOfTime)) throw new RangeError(`no UUIDv7 for ${at}`)
    if (block.byteLength - used < idBytes) {
      // Copied, since the host may use the memory of the bytes again.
      block = new DataView(Uint8Array.from(bytes(blockBytes)).buffer)
      used = 0
    }
    const seed = block.getUint16(used)
    const high = block.getUint32(used + 2)
    const low = block.getUint32(used + 6)
    used += idBytes

    if (at > millis) enter(at, seed)
    else if (counter < maxCounter) counter++
    else enter(millis + 1, seed)

    // The variant of RFC 9562: the second half begins with the bits 10.
    const variant = ((high & 0x3fffffff) | 0x80000000) >>> 0
    return prefix + hex(counter, 3) + hex(variant, 8) + hex(low, 8)
  }
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0")

const identifier = /^[0-9a-f]{32}$/

/** Whether the text has the form of our identifiers: 32 lower-case hex digits. */
export const isIdentifier = (text: string): boolean => identifier.test(text)
