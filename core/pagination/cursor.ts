import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { Either, Encoding } from "effect"
import { equalBytes } from "../signing/constantTime.ts"
import { deriveKey } from "../signing/deriveKey.ts"
import { passingUtf8 } from "../signing/utf8.ts"
import { ListOrder } from "./listOrder.ts"

/** The place in a list after which the next page starts. */
export interface Cursor {
  readonly organization: string
  /** The list, such as "facturas". */
  readonly collection: string
  readonly orden: ListOrder
  /** Sequence number within the company, a safe integer. */
  readonly position: number
}

/** The list for which a token is presented. */
export type CursorContext = Pick<Cursor, "organization" | "collection">

/** Makes and reads the opaque `desde` of a list (contract, section 4.1). */
export interface Cursors {
  /** Throws a RangeError when the position is not a safe integer. */
  readonly sign: (cursor: Cursor) => string
  /** Reads a token. Refuses any text that was not signed for this company and collection. */
  readonly read: (token: string, context: CursorContext) => Either.Either<Cursor, "malformed">
}

/** A token holds the index of its order in this list. */
const orders = ListOrder.literals

const headerBytes = 8
const macBytes = 16

/** 24 bytes fill 32 base64url characters exactly, so no two texts stand for the same bytes. */
const form = /^[A-Za-z0-9_-]{32}$/

/** Whether a text could be the cursor of some list. Others can be refused without knowing which list is meant. */
export const hasCursorForm = (text: string): boolean => form.test(text)

/** Cursors of an installation: signed under its present secret, and accepted under the earlier ones that it still knows. */
export const makeCursors = (secret: Uint8Array, earlier: ReadonlyArray<Uint8Array> = []): Cursors => {
  const present = cursorsUnder(secret)
  const others = earlier.map(cursorsUnder)
  return {
    sign: present.sign,
    read: (token, context) =>
      others.reduce((found, { read }) => Either.orElse(found, () => read(token, context)), present.read(token, context)),
  }
}

/**
 * Cursors under one secret (32 bytes or more), from which a key of their own is derived. A token holds the order (1 byte), the
 * position (7 bytes, signed) and 128 bits of an HMAC-SHA256 of these, the company and the collection. Filters are not in
 * it, as they stand in the address of the page.
 */
const cursorsUnder = (secret: Uint8Array): Cursors => {
  const keyed = hmac.create(sha256, deriveKey(secret, "talonario pagination cursor"))

  // Used again for every token: to make them each time would cost more than the hashing.
  const working = keyed.clone()
  const digest = new Uint8Array(sha256.outputLen)
  const mac = digest.subarray(0, macBytes)
  const bytes = new Uint8Array(headerBytes + macBytes)
  const header = bytes.subarray(0, headerBytes)
  const fields = new DataView(bytes.buffer, 0, headerBytes)

  /** Computes `mac` for the present contents of `header`. */
  const authenticate = ({ collection, organization }: CursorContext): void => {
    // The length keeps "ab" + "c" apart from "a" + "bc".
    const context = passingUtf8(`${organization.length}:${organization}${collection}`)
    keyed._cloneInto(working).update(header).update(context).digestInto(digest)
  }

  return {
    sign: (cursor) => {
      writeHeader(fields, cursor)
      authenticate(cursor)
      bytes.set(mac, headerBytes)
      return Encoding.encodeBase64Url(bytes)
    },
    read: (token, { collection, organization }) => {
      if (!hasCursorForm(token)) return malformed
      const presented = Either.getOrUndefined(Encoding.decodeBase64Url(token))
      if (presented === undefined) return malformed
      header.set(presented.subarray(0, headerBytes))
      authenticate({ collection, organization })
      if (!equalBytes(presented.subarray(headerBytes), mac)) return malformed
      const { order, position } = readHeader(fields)
      const orden = orders[order]
      return orden === undefined ? malformed : Either.right({ organization, collection, orden, position })
    },
  }
}

const malformed = Either.left("malformed" as const)

const twoTo32 = 0x1_0000_0000

const writeHeader = (header: DataView, { orden, position }: Cursor): void => {
  if (!Number.isSafeInteger(position)) throw new RangeError(`not a position: ${position}`)
  header.setInt32(0, Math.floor(position / twoTo32))
  header.setUint32(4, position >>> 0)
  // The high word of a safe integer needs only three bytes, so its first byte is free for the order.
  header.setUint8(0, orders.indexOf(orden))
}

const readHeader = (header: DataView): { readonly order: number; readonly position: number } => {
  // The shifts drop the order and extend the sign of the other three bytes.
  const high = (header.getInt32(0) << 8) >> 8
  return { order: header.getUint8(0), position: high * twoTo32 + header.getUint32(4) }
}
