import { Clock, Effect } from "effect"
import type pg from "pg"
import { dayMillis, type Instant, instant } from "../../../core/calendar/instant.ts"
import type { TransactionFailure } from "../../../core/ports/Storage.ts"
import { answered, refuseOn } from "../connections/failures.ts"
import type { Writer } from "./transaction.ts"

/** A writer whose row has been inserted, so that its transactions can lock it. */
interface RegisteredWriter extends Writer {
  /** When it is replaced, milliseconds since 1970. */
  readonly until: number
}

/** The writers of this process: as many as it has had transactions at once. */
export interface Writers {
  /** A writer that no transaction is using; `asked` is called when the database has to be waited for. */
  readonly take: (asked?: () => void) => Effect.Effect<RegisteredWriter, TransactionFailure>
  /**
   * To be called only once the server knows that the writer's transaction is over: after a connection broke, the server may
   * go on for a while and keep the writer's row locked.
   */
  readonly giveBack: (writer: RegisteredWriter) => void
}

/** A writer's row is removed once no transaction has used it for this long. */
const unusedFor = "interval '30 days'"

/** A writer is used for this long and then replaced. Half of `unusedFor`, so that clocks may differ by days. */
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
 * Writes the row of a new writer, and removes up to twenty that nobody uses any more, so that they cannot pile up. They are
 * found by their ids, which begin with the time at which they were made: an index by the time of their last use would have
 * to be written by every transaction. Rows that a transaction has locked are passed over.
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
  Effect.asVoid(answered(() => pool.query({ text: registration, values: [writerId, commitId] }), refuseOn(pool)))
