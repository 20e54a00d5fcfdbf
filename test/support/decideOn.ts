import type { Either } from "effect"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import type { Command, Decision } from "../../core/commit/Command.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import type { Refusal } from "../../core/refusals/refusal.ts"

/** Noon of a working day in winter, UTC. */
export const noon: Instant = instant(Date.parse("2026-03-02T12:00:00Z"))

/** Decides a command on given rows, without any store: identifiers and places count up after `start`. */
export const decideOn = <A>(
  command: Command<A>,
  rows: RowSet,
  now = noon,
  start = 0,
): Either.Either<Decision<A>, Refusal> => {
  const snapshot = new Snapshot()
  for (let missing = command.reads(snapshot); missing.length > 0; missing = snapshot.missing(command.reads(snapshot))) {
    snapshot.add(missing, rows)
  }
  let lastId = start
  let lastPlace = start
  const id = () => (++lastId).toString(16).padStart(32, "0")
  return command.decide(snapshot, { now, clock: now, id, sequence: () => ++lastPlace })
}
