import type { Ask } from "../requests/Ask.ts"
import type { Books } from "./Books.ts"
import type { Expected } from "./Expected.ts"
import type { Span } from "./Shelf.ts"

/** What is remembered of a write under its Idempotency-Key. */
export interface Remembered {
  readonly fingerprint: string
  /** Of its row, by which it is forgotten. */
  readonly row: string | undefined
  /** When it took effect, by the company's instant. */
  readonly at: number
  readonly expected: Expected
  /** What was answered first, once that is known. */
  answer?: { readonly text: string; readonly location: string | undefined }
}

/** What was decided about a request, once that is committed. */
export interface Outcome {
  readonly expected: Expected
  /** Its record, where it has a key and took effect. */
  readonly remembered: Remembered | undefined
  readonly replayed: boolean
}

/** One arrival of a request at a process. */
export interface Call {
  readonly number: number
  /** Place of the step in the history. */
  readonly step: number
  readonly ask: Ask
  readonly books: Books
  /** The key that it carries; empty for none. */
  readonly key: string
  readonly modo: "live" | "test"
  readonly process: number
  /** What the process' clock showed when it came. */
  readonly begun: number
  /** Commits that were made when it came. */
  readonly from: number
  /** Set by the commit that carries it out. */
  outcome?: Outcome
}

/** What there was to be seen while a request was answered. */
export interface Seen extends Span {
  /** Civil days of the company meanwhile. */
  readonly days: ReadonlyArray<string>
}
