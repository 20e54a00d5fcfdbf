import type { Ask } from "../requests/Ask.ts"
import type { Books } from "./Books.ts"
import type { Expected } from "./Expected.ts"
import type { Span } from "./Shelf.ts"

/** What is remembered about a write under its Idempotency-Key. */
export interface Remembered {
  readonly fingerprint: string
  /** The id of its row; when that row is removed, the write is forgotten. */
  readonly row: string | undefined
  /** The company's instant at which it took effect. */
  readonly at: number
  readonly expected: Expected
  /** What was answered first, once that is known. */
  answer?: { readonly text: string; readonly location: string | undefined }
}

/** The decision about a request, once it is committed. */
export interface Outcome {
  readonly expected: Expected
  /** What is remembered of it, where it has an Idempotency-Key and took effect. */
  readonly remembered: Remembered | undefined
  readonly replayed: boolean
}

/** A request as it reached a process; one that is sent twice makes two calls. */
export interface Call {
  readonly number: number
  /** The step of the history that sent it. */
  readonly step: number
  readonly ask: Ask
  readonly books: Books
  /** The access key that it carries; empty for none. */
  readonly key: string
  readonly modo: "live" | "test"
  readonly process: number
  /** The process's clock when the request arrived. */
  readonly begun: number
  /** How many commits were certainly visible when it arrived. */
  readonly from: number
  /** Set by the commit that carries it out. */
  outcome?: Outcome
}

/** The commits that could be visible while a request was answered. */
export interface Seen extends Span {
  /** The civil days of the company during that time. */
  readonly days: ReadonlyArray<string>
}
