import { Clock, Effect } from "effect"
import type pg from "pg"
import { dayMillis, type Instant, instant } from "../../../core/calendar/instant.ts"
import type { TransactionFailure } from "../../../core/ports/Storage.ts"
import { refuseOn } from "../connections/failures.ts"
import type { Writer } from "./transaction.ts"

/** A writer whose row is there, for its transactions to hold. */
interface RegisteredWriter extends Writer {
  /** By when it is replaced, milliseconds since 1970. */
  readonly until: number
}

/** The writers of this process: as many as there were transactions at once. */
export interface Writers {
  /** One that no transaction is using; `asked` is called when the database has to be waited for. */
  readonly take: (asked?: () => void) => Effect.Effect<RegisteredWriter, TransactionFailure>
  /**
   * Only once the server knows that its transaction is over: when a connection breaks the server may go on for a while, and
   * hold the writer's row against the next.
   */
  readonly giveBack: (writer: RegisteredWriter) => void
}

/** Rows are removed once no transaction has used them for so long. */
const unusedFor = "interval '30 days'"

/** A writer is used for so long and then replaced: half of the above, so that clocks may be off by days. */
const usedMillis = 15 * dayMillis

/** `newId` gives UUIDv7 of an instant. */
export const makeWriters = (pool: pg.Pool, newId: (at: Instant) => string): Writers => {
  const idle: Array<RegisteredWriter> = []
  const nextCommitId = () => newId(instant(0))
  return {
    take: (asked) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const writer = idle.pop()
        if (writer !== undefined && now < writer.until) return Effect.succeed(writer)
        asked?.()
        const fresh = { id: newId(instant(now)), nextCommitId, until: now + usedMillis }
        return Effect.as(register(pool, fresh.id, nextCommitId()), fresh)
      }),
    giveBack: (writer) => void idle.push(writer),
  }
}

/**
 * Writes the row of a new writer, and removes some that nobody uses, more than are added. They are found by their ids,
 * which tell when they were made: an index by the time of their last use would be written by every transaction. What a
 * transaction holds is passed over.
 */
const registration = `WITH unused AS (
  SELECT id FROM writer
  WHERE id < (lpad(to_hex((extract(epoch FROM now() - ${unusedFor}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
    AND at < now() - ${unusedFor}
  ORDER BY id LIMIT 20 FOR UPDATE SKIP LOCKED
),
removed AS (DELETE FROM writer USING unused WHERE writer.id = unused.id)
INSERT INTO writer (id, commit_id, at) VALUES ($1, $2, now())`

const register = (pool: pg.Pool, writerId: string, commitId: string): Effect.Effect<void, TransactionFailure> =>
  Effect.tryPromise({
    try: () => pool.query({ text: registration, values: [writerId, commitId] }),
    catch: (error) => error,
  }).pipe(Effect.catchAll(refuseOn(pool)), Effect.asVoid)
