import { Data } from "effect"
import type { TransactionFailure } from "../../core/ports/Storage.ts"
import { isTold, refusalText } from "./refusalText.ts"

/** What a call came to: what it answers, or why it was refused. A refused call has changed nothing. */
export type Result<A, E> = Done<A> | Refused<E>

/** The call was carried out. */
export interface Done<A> {
  readonly ok: true
  readonly value: A
}

/** The call was refused. */
export interface Refused<E> {
  readonly ok: false
  /** To be told apart by its `_tag`: `InvalidInput`, `NotFound`, `Conflict` and what a call adds to these. */
  readonly refusal: E
}

/** The database does not answer, or another writer won: promises reject with these, and with what is a bug. */
export type StorageFailure = TransactionFailure

/** A call came after `close()` had ended the engine. */
export class EngineClosed extends Data.TaggedError("EngineClosed") {
  override readonly message = "the engine is closed"
}

/** The failures of a call that are told as a value: all but those of the database. */
export type RefusalOf<E> = Exclude<E, Extract<E, StorageFailure>>

/** A refusal as an error, for those who do not look at it. */
export class RefusedError extends Error {
  override readonly name = "RefusedError"
  readonly refusal: unknown

  constructor(refusal: unknown) {
    super(textOf(refusal))
    this.refusal = refusal
  }
}

const textOf = (refusal: unknown): string =>
  typeof refusal === "object" && refusal !== null && isTold(refusal) ? refusalText(refusal) : String(refusal)

/** The answer itself; throws a `RefusedError` for a refusal. For scripts and tests, and where a refusal is a bug. */
export const valueOf = <A>(result: Result<A, unknown>): A => {
  // From hosts without types, where an await is easily forgotten.
  if (typeof Reflect.get(Object(result), "ok") !== "boolean") throw new TypeError("valueOf: a result, not a promise of one")
  if (result.ok) return result.value
  throw new RefusedError(result.refusal)
}
