import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Either, Encoding } from "effect"
import { equalBytes } from "../signing/constantTime.ts"
import { deriveKey } from "../signing/deriveKey.ts"
import { ListOrder } from "./listOrder.ts"

/** The place in a list after which the next page starts. */
export interface Cursor {
  readonly organization: string
  /** The list, such as "facturas". */
  readonly collection: string
  readonly orden: ListOrder
  /** Sequence number within the organization, a safe integer. */
  readonly position: number
}

/** The list that a token is presented to. */
export type CursorContext = Pick<Cursor, "organization" | "collection">

/** Makes and reads the opaque `desde` of a list (contract, section 4.1). */
export interface Cursors {
  /** Throws a RangeError when the position is not a safe integer. */
  readonly sign: (cursor: Cursor) => string
  /** Refuses what was not signed for this very list: every other text, organization or collection. */
  readonly read: (token: string, context: CursorContext) => Either.Either<Cursor, "malformed">
}

/** A token carries the place of its order in here. */
const orders = ListOrder.literals

const headerBytes = 8
const macBytes = 16

/** 24 bytes fill 32 base64url characters exactly, so no other text spells the same bytes. */
const form = /^[A-Za-z0-9_-]{32}$/

/**
 * Cursors signed with a key of their own, derived from the installation's secret (32 bytes or more).
 * A token is the order (1 byte), the position (7 bytes, signed) and 128 bits of HMAC-SHA256 over these, the
 * organization and the collection. Filters are not in it: they travel in the address of the page.
 */
export const makeCursors = (secret: Uint8Array): Cursors => {
  const keyed = hmac.create(sha256, deriveKey(secret, "talonario pagination cursor"))

  const macOf = (header: Uint8Array, { collection, organization }: CursorContext): Uint8Array =>
    keyed.clone()
      .update(header)
      // The length keeps "ab" + "c" apart from "a" + "bc".
      .update(utf8ToBytes(`${organization.length}:${organization}${collection}`))
      .digest()
      .subarray(0, macBytes)

  return {
    sign: (cursor) => {
      const token = new Uint8Array(headerBytes + macBytes)
      writeHeader(token, cursor)
      token.set(macOf(token.subarray(0, headerBytes), cursor), headerBytes)
      return Encoding.encodeBase64Url(token)
    },
    read: (token, { collection, organization }) => {
      if (!form.test(token)) return malformed
      const bytes = Either.getOrUndefined(Encoding.decodeBase64Url(token))
      if (bytes === undefined) return malformed
      const header = bytes.subarray(0, headerBytes)
      const mac = macOf(header, { collection, organization })
      if (!equalBytes(bytes.subarray(headerBytes), mac)) return malformed
      const { order, position } = readHeader(header)
      const orden = orders[order]
      return orden === undefined ? malformed : Either.right({ organization, collection, orden, position })
    },
  }
}

const malformed = Either.left("malformed" as const)

const twoTo32 = 0x1_0000_0000

const writeHeader = (token: Uint8Array, { orden, position }: Cursor): void => {
  if (!Number.isSafeInteger(position)) throw new RangeError(`not a position: ${position}`)
  const view = new DataView(token.buffer)
  view.setInt32(0, Math.floor(position / twoTo32))
  view.setUint32(4, position >>> 0)
  // The high word of a safe integer needs three bytes: its first one is free for the order.
  view.setUint8(0, orders.indexOf(orden))
}

const readHeader = (header: Uint8Array): { readonly order: number; readonly position: number } => {
  const view = new DataView(header.buffer, header.byteOffset, headerBytes)
  // Shifting the order out and back spreads the sign of the three bytes.
  const high = (view.getInt32(0) << 8) >> 8
  return { order: view.getUint8(0), position: high * twoTo32 + view.getUint32(4) }
}
