import { Effect, Schedule } from "effect"
import { Entropy } from "../ports/Entropy.ts"
import { Storage, type TransactionFailure } from "../ports/Storage.ts"
import { writerTraits } from "./batch.ts"
import type { Lane } from "./Lane.ts"
import type { Pending } from "./PendingCommand.ts"
import { transactBatch } from "./transactBatch.ts"

/**
 * Conflicts and short outages are met by trying again, six times at most and not once five seconds have passed; the
 * caller then hears of it. The conflict that sets a company aside is not one of these.
 */
const retries = Schedule.jittered(Schedule.exponential("10 millis")).pipe(
  Schedule.intersect(Schedule.recurs(6)),
  Schedule.upTo("5 seconds"),
)

/** Companies set aside whose transactions may be under way at once: more would take up everybody's connections. */
const asideMax = 2

/**
 * Has a lane's batch carried out in a transaction, joined by what comes for its companies until there are so many, and
 * says when it begins an attempt.
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
