import { Either } from "effect"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import type { Command, Decision, View } from "../../core/commit/Command.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import type { Refusal } from "../../core/refusals/refusal.ts"

/** Noon of a working day in winter, UTC. */
export const noon: Instant = instant(Date.parse("2026-03-02T12:00:00Z"))

/**
 * Decides a command on given rows, without any store: identifiers and places count up after `start`. As a store would,
 * it shows no row, and takes none away, that the command has not asked for. The clock is right unless told.
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

/** What was decided; throws the refusal where there is one. */
export const carriedOut = <A>(decided: Either.Either<A, Refusal>): A =>
  Either.getOrThrowWith(decided, (refusal) => new Error(JSON.stringify(refusal)))

/** Why it is refused: the failing fields, else the slug of the conflict, else what the refusal is; nothing where it is not. */
export const whyNot = (decided: Either.Either<unknown, Refusal>): ReadonlyArray<string> =>
  Either.match(decided, {
    onLeft: (refusal) => {
      if (refusal._tag === "InvalidInput") return refusal.campos.map(({ campo }) => campo)
      return [refusal._tag === "Conflict" ? refusal.motivo : refusal._tag]
    },
    onRight: () => [],
  })

/** Why it is refused, in full: the failing fields with their reasons, else as `whyNot`; throws where it is not. */
export const refusalOf = (decided: Either.Either<unknown, Refusal>): ReadonlyArray<string> => {
  const refusal = Either.getOrThrow(Either.flip(decided))
  if (refusal._tag === "InvalidInput") return refusal.campos.map(({ campo, motivo }) => `${campo}: ${motivo}`)
  return [refusal._tag === "Conflict" ? refusal.motivo : refusal._tag]
}
