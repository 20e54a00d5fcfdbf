import { Effect, Schedule } from "effect"
import { Entropy } from "../ports/Entropy.ts"
import { Storage, type TransactionFailure } from "../ports/Storage.ts"
import { writerTraits } from "./batch.ts"
import type { Lane } from "./Lane.ts"
import type { Pending } from "./PendingCommand.ts"
import { transactBatch } from "./transactBatch.ts"

/**
 * After a conflict or a short outage the transaction is tried again, at most six times and for five seconds. Only then does
 * the caller hear of it. In a shared lane a conflict is not retried: it sets the companies aside (GroupCommit.ts).
 */
const retries = Schedule.jittered(Schedule.exponential("10 millis")).pipe(
  Schedule.intersect(Schedule.recurs(6)),
  Schedule.upTo("5 seconds"),
)

/** How many companies that are set aside may have a transaction under way at once. More would take up everybody's connections. */
const asideMax = 2

/**
 * Makes the function that carries out a lane's batch in a transaction and tries again where that helps. Commands that come
 * for the same companies meanwhile may join, until the batch has `most`. `attempted` is called at the start of each attempt.
 */
export const makeTransact = Effect.gen(function*() {
  const storage = yield* Storage
  const writer = writerTraits((yield* Entropy).bytes)
  const turns = yield* Effect.makeSemaphore(asideMax)

  return (
    batch: Array<Pending>,
    most: number,
    lane: Lane,
    attempted: () => void,
  ): Effect.Effect<void, TransactionFailure> => {
    const asked = () => lane.answerAll()
    const join = () => lane.join(batch, most)
    const attempt = Effect.suspend(() => {
      attempted()
      return transactBatch(storage, batch, writer, { asked, join })
    }).pipe(Effect.tapErrorCause(() => Effect.sync(asked)))
    return lane.aside === null
      ? Effect.retry(attempt, { while: isOutage, schedule: retries })
      : Effect.retry(turns.withPermits(1)(attempt), { while: isTransient, schedule: retries })
  }
})

const isTransient = (failure: TransactionFailure): boolean => failure._tag !== "StorageOutcomeUnknown"

const isOutage = (failure: TransactionFailure): boolean => failure._tag === "StorageUnavailable"
