import { Either } from "effect"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import type { Command, Decision, View } from "../../core/commit/Command.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import type { Refusal } from "../../core/refusals/refusal.ts"

/** Noon UTC of a working day in winter. */
export const noon: Instant = instant(Date.parse("2026-03-02T12:00:00Z"))

/**
 * Decides a command on the given rows, without any store. Identifiers and places count up from `start`. Like a real store, it
 * neither shows nor removes a row that the command has not declared. `clock` differs from `now` only where a test sets it.
 */
export const decideOn = <A>(
  command: Command<A>,
  rows: RowSet,
  now = noon,
  start = 0,
  clock = now,
): Either.Either<Decision<A>, Refusal> => {
  const snapshot = new Snapshot()
  const asked: View = {
    has: (...row) => snapshot.has(...row),
    get: (...row) => {
      if (!snapshot.has(...row)) throw new Error(`read without being declared: ${row.join("/")}`)
      return snapshot.get(...row)
    },
  }
  for (let missing = command.reads(asked); missing.length > 0; missing = snapshot.missing(command.reads(asked))) {
    snapshot.add(missing, rows)
  }
  let lastId = start
  let lastPlace = start
  const id = () => (++lastId).toString(16).padStart(32, "0")
  const decided = command.decide(asked, { now, clock, id, sequence: () => ++lastPlace })
  if (Either.isRight(decided)) for (const key of decided.right.removed ?? []) snapshot.remove(key)
  return decided
}

/** The decision; throws when the command was refused. */
export const carriedOut = <A>(decided: Either.Either<A, Refusal>): A =>
  Either.getOrThrowWith(decided, (refusal) => new Error(JSON.stringify(refusal)))

/** Why a command was refused: the failing fields, the slug of a conflict, or else the refusal's tag; empty when it was not. */
export const whyNot = (decided: Either.Either<unknown, Refusal>): ReadonlyArray<string> =>
  Either.match(decided, {
    onLeft: (refusal) => {
      if (refusal._tag === "InvalidInput") return refusal.campos.map(({ campo }) => campo)
      return [refusal._tag === "Conflict" ? refusal.motivo : refusal._tag]
    },
    onRight: () => [],
  })

/** Like `whyNot`, with the reason of each failing field; throws when the command was not refused. */
export const refusalOf = (decided: Either.Either<unknown, Refusal>): ReadonlyArray<string> => {
  const refusal = Either.getOrThrow(Either.flip(decided))
  if (refusal._tag === "InvalidInput") return refusal.campos.map(({ campo, motivo }) => `${campo}: ${motivo}`)
  return [refusal._tag === "Conflict" ? refusal.motivo : refusal._tag]
}
