import { Either } from "effect"
import { createHmac } from "node:crypto"
import { type Cursor, makeCursors } from "../../../core/pagination/cursor.ts"
import type { Work } from "./sideBySide.ts"

const key = new Uint8Array(32).fill(7)
const cursors = makeCursors(key)

/** Cursors of many companies, as a server sees them. */
const places = Array.from({ length: 1_000 }, (_, i): Cursor => ({
  organization: `01932b6e-7c00-7000-8000-${String(i).padStart(12, "0")}`,
  collection: "facturas",
  orden: "reciente",
  position: 1_000 + 7 * i,
}))

const signed = places.map((cursor) => ({
  cursor,
  token: cursors.sign(cursor),
  /** As many bytes as the cursor's signature covers. */
  message: Buffer.from(`12345678${cursor.organization.length}:${cursor.organization}${cursor.collection}`),
}))

const overCursors = (name: string, works: (one: (typeof signed)[number]) => boolean): Work => ({
  name,
  once: () => {
    for (const one of signed) if (!works(one)) throw new Error(`${name}: a wrong answer`)
    return signed.length
  },
})

/** Signing and reading `desde`, the opaque cursor of lists. */
export const cursorWorks: ReadonlyArray<Work> = [
  overCursors("HMAC-SHA256 of a cursor's bytes, node:crypto alone", ({ message }) =>
    createHmac("sha256", key).update(message).digest().length === 32),
  overCursors("cursors signed", ({ cursor, token }) => cursors.sign(cursor) === token),
  overCursors("cursors read", ({ cursor, token }) => Either.isRight(cursors.read(token, cursor))),
]
