import type { Effect, HKT, Stream } from "effect"
import type { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import type { ListOrder } from "../../../core/pagination/listOrder.ts"
import type { Entropy } from "../../../core/ports/Entropy.ts"
import type { PdfPrinter } from "../../../core/ports/PdfPrinter.ts"
import type { SecretBox } from "../../../core/ports/SecretBox.ts"
import type { Storage } from "../../../core/ports/Storage.ts"
import type { TaxAuthority } from "../../../core/ports/TaxAuthority.ts"
import type { Installation } from "../Installation.ts"

/** The services that calls require. */
export type Services = Storage | GroupCommit | Entropy | SecretBox | PdfPrinter | TaxAuthority | Installation

/** What one write is told besides its input. */
export interface CallOptions {
  /**
   * A write under the same key takes effect once: repeated within 24 hours it answers what the first one answered, and
   * with another input it is refused (`clave_reutilizada`). 1 to 255 printable ASCII characters.
   */
  readonly idempotencyKey?: string | undefined
}

/** The parameters of every list (contract, section 4.1). */
export interface ListInput {
  /** Items per page; 50 by default, 200 at most. */
  readonly limite?: number | undefined
  readonly orden?: ListOrder | undefined
  /** `siguiente` of the page before. */
  readonly desde?: string | undefined
}

/** A page of a list. */
export interface Page<A> {
  readonly datos: ReadonlyArray<A>
  /** Exact, with the filters applied. */
  readonly total: number
  /** The most items that the page may have. */
  readonly limite: number
  /** For `desde` of the next page; null when nothing is left. */
  readonly siguiente: string | null
}

/** A step of a walk through a whole list: where it has come to; null at its beginning. */
export interface Step {
  readonly desde: string | null
}

/**
 * The kinds of calls, as what they become for one kind of user: `In` is what a call is given, `Out2` its services,
 * `Out1` its failures, `Target` what it answers, or an item of it. So `readContact`, which is
 * written as `(given) => Effect<Contact, NotFound, Storage>`, is `(given) => Promise<Result<Contact, NotFound>>` by the kind
 * `read` of promises.
 */
export interface Kinds {
  readonly read: HKT.TypeLambda
  readonly write: HKT.TypeLambda
  readonly list: HKT.TypeLambda
  readonly listOfOne: HKT.TypeLambda
  readonly stream: HKT.TypeLambda
}

/**
 * What calls become for one kind of user. Every call is written once, as an Effect: the functions of a face turn it into
 * the form for that user, and its `Kinds` say the same of its type.
 */
export interface Face<K extends Kinds> {
  readonly read: <I, A, E, R extends Services>(
    call: (given: I) => Effect.Effect<A, E, R>,
  ) => HKT.Kind<K["read"], I, R, E, A>
  readonly write: <I, A, E, R extends Services>(
    call: (given: I, options?: CallOptions) => Effect.Effect<A, E, R>,
  ) => HKT.Kind<K["write"], I, R, E, A>
  /** A list whose input may be left out. */
  readonly list: <I, A, E, R extends Services>(
    page: (given: I | undefined, step?: Step) => Effect.Effect<Page<A>, E, R>,
  ) => HKT.Kind<K["list"], I, R, E, A>
  /** A list of what belongs to one resource, whose id is given. */
  readonly listOfOne: <I, A, E, R extends Services>(
    page: (given: I, step?: Step) => Effect.Effect<Page<A>, E, R>,
  ) => HKT.Kind<K["listOfOne"], I, R, E, A>
  readonly stream: <I, A, E, R extends Services>(
    pieces: (given: I | undefined) => Stream.Stream<A, E, R>,
  ) => HKT.Kind<K["stream"], I, R, E, A>
}
