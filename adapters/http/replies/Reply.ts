import type { StoredReply } from "../../../core/idempotency/IdempotencyRecord.ts"
import type { OnceReply } from "../../../core/idempotency/onceOnly.ts"

/** A resource, still to be written as JSON. */
export interface JsonReply<A> {
  readonly kind: "json"
  readonly status: number
  /** Value of the Location header, null without one. */
  readonly location: string | null
  readonly value: A
}

/** JSON that is written already. */
export interface TextReply {
  readonly kind: "text"
  readonly status: number
  readonly location: string | null
  /** Or its bytes in UTF-8. */
  readonly text: string | Uint8Array
  /** True when an earlier answer is given again (decisions, "Idempotency"). */
  readonly replayed: boolean
}

/** A file to look at or save. */
export interface FileReply {
  readonly kind: "file"
  readonly bytes: Uint8Array
  readonly contentType: string
  /** Under which it is saved, with its ending. */
  readonly name: string
}

/** Part of a page for people, such as a script of it; it is the same for everybody. */
export interface PagePartReply {
  readonly kind: "page part"
  readonly content: string | Uint8Array
  readonly contentType: string
  /** How long a browser may keep it unasked. */
  readonly keepSeconds: number
}

/** What a handler answers; `A` is what its endpoint declares. */
export type Reply<A> = JsonReply<A> | TextReply | FileReply | PagePartReply

/** 200 with the resource. */
export const ok = <A>(value: A): JsonReply<A> => ({ kind: "json", status: 200, location: null, value })

/** 201 with the resource and where it is. */
export const created = <A>(location: string, value: A): JsonReply<A> => ({
  kind: "json",
  status: 201,
  location,
  value,
})

/** 202 with the resource: what was asked for is on its way. */
export const accepted = <A>(value: A): JsonReply<A> => ({ kind: "json", status: 202, location: null, value })

/** 204, without a body. */
export const noContent: JsonReply<void> = { kind: "json", status: 204, location: null, value: undefined }

/** 200 with JSON that is written already. */
export const written = (text: TextReply["text"]): TextReply => ({
  kind: "text",
  status: 200,
  location: null,
  text,
  replayed: false,
})

/** The answer as it is kept, to be given again byte for byte. */
export const storedReply = <A>({ location, status, value }: JsonReply<A>): StoredReply => ({
  status,
  location,
  body: status === 204 ? "" : JSON.stringify(value),
})

/** A kept answer as it goes out. */
export const onceReply = ({ replayed, reply: { body, location, status } }: OnceReply): TextReply => ({
  kind: "text",
  status,
  location,
  text: body,
  replayed,
})

/** A PDF file; `name` is without ending. */
export const pdf = (bytes: Uint8Array, name: string): FileReply => ({
  kind: "file",
  bytes,
  contentType: "application/pdf",
  name: `${name}.pdf`,
})
