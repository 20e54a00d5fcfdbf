import { Either } from "effect"

/** One failing field of a body, query or header: its path and a Spanish reason (contract, section 7 rule 1). */
export interface FieldIssue {
  /** Path with zero-based indexes, as in `lineas[1].precio`. */
  readonly campo: string
  readonly motivo: string
}

/** The input breaks the contract or a rule; names every failing field at once. Answered as 422. */
export interface InvalidInput {
  readonly _tag: "InvalidInput"
  readonly campos: ReadonlyArray<FieldIssue>
}

/** The id names nothing in this company; a foreign id is exactly a missing one. Answered as 404. */
export interface NotFound {
  readonly _tag: "NotFound"
  /** What was looked for, in Spanish with its article: "la factura". */
  readonly what: string
}

/** The state forbids the action. Answered as 409. */
export interface Conflict {
  readonly _tag: "Conflict"
  /** Stable slug for programs (decisions, section 1). */
  readonly motivo: string
  /** Spanish sentence for people. */
  readonly mensaje: string
}

/**
 * Why a command was not carried out. A refused command has changed nothing.
 * Refusals are plain values: they are made by the thousand and carry no stack.
 */
export type Refusal = InvalidInput | NotFound | Conflict

/** Refuses with one or more failing fields. */
export const invalidInput = (campos: ReadonlyArray<FieldIssue>): InvalidInput => ({ _tag: "InvalidInput", campos })

/** Refuses a single field. */
export const invalidField = (campo: string, motivo: string): InvalidInput => invalidInput([{ campo, motivo }])

/** Refuses an id that the company does not have. */
export const notFound = (what: string): NotFound => ({ _tag: "NotFound", what })

/** Refuses an action that the present state forbids. */
export const conflict = (motivo: string, mensaje: string): Conflict => ({ _tag: "Conflict", motivo, mensaje })

/** The failing fields of an input that was refused; none if it was accepted. */
export const camposOf = (read: Either.Either<unknown, InvalidInput>): ReadonlyArray<FieldIssue> =>
  Either.isLeft(read) ? read.left.campos : []
