import { Effect, Either, Layer, Option } from "effect"
import { JobMessages } from "../../adapters/sqs/JobMessages.ts"
import { SqsFailed } from "../../adapters/sqs/sqsCalls.ts"
import type { Instant } from "../../core/calendar/instant.ts"
import type { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { untilDeadline } from "../../core/jobs/untilDeadline.ts"
import { workDue } from "../../core/jobs/workDue.ts"
import type { Queue } from "../../core/ports/Queue.ts"
import { Storage, type StorageUnavailable } from "../../core/ports/Storage.ts"
import { prune } from "../../core/retention/prune.ts"
import { type Container, makeContainer } from "./container/Container.ts"
import { type Deadline, deadlineOf, remainingMillis } from "./container/remainingMillis.ts"
import { atOnce, JobHandling, type JobServices, layer as handling } from "./jobs/JobHandling.ts"

/** The outcome of a tick, for people who invoke the function by hand. */
export interface Tick {
  /** Names of jobs that were sent to SQS; null where there is no queue, and jobs were done here. */
  readonly told: number | null
  /** Whether nothing that is due is left. */
  readonly complete: boolean
  /** Rows removed whose time was over. */
  readonly pruned: number
}

/** A function for a schedule of EventBridge, once a minute. */
export interface ScheduleHandler extends Pick<Container<never>, "open" | "dispose"> {
  /** Whatever the event is. Rejects when storage or SQS did not answer, so that the schedule's retries and alarms see it. */
  readonly handler: (event?: unknown, context?: Deadline) => Promise<Tick>
}

/** Fails where there is no storage, since workDue is silent about that. */
const workAll = (deadline: Instant) =>
  Effect.gen(function*() {
    yield* (yield* Storage).ping
    return yield* workDue(yield* JobHandling, { deadline, atOnce })
  })

/**
 * Makes the function of what jobs are done with, which is built once. Beside a queue of SQS (`JobMessages`) it sends the
 * names that wait for their time or were lost; without one it does what is due itself, as far as its time goes. And it
 * removes what is kept for some time only. Several at a time do no harm.
 */
export const makeScheduleHandler = <E>(
  services: Layer.Layer<JobServices | Queue | Storage | GroupCommit, E>,
): ScheduleHandler => {
  const container = makeContainer(Layer.merge(services, handling))

  const ticked = (context: Deadline | undefined) =>
    Effect.gen(function*() {
      const deadline = yield* deadlineOf(context)
      const messages = Option.getOrUndefined(yield* Effect.serviceOption(JobMessages))
      const done = yield* Effect.either(Effect.gen(function*() {
        if (messages === undefined) return { told: null, complete: yield* workAll(deadline) }
        return { told: yield* inTime(messages.resend, remainingMillis(context)), complete: true }
      }))
      let pruned = 0
      const pruning = Effect.map(prune, (removed) => void (pruned = removed)).pipe(
        Effect.catchAllCause((cause) => Effect.logError("pruning broke", cause)),
      )
      // Without storage it would be in vain, and log the same once more.
      if (Either.isRight(done) || done.left._tag === "SqsFailed") yield* untilDeadline(pruning, deadline)
      const tick: Tick = { ...yield* done, pruned }
      return tick
    })

  return {
    ...container,
    handler: async (_event, context) => {
      const outcome = await container.run(Effect.either(ticked(context)), context)
      if (Either.isLeft(outcome)) throw new Error(`the tick failed: ${wordsOf(outcome.left)}`, { cause: outcome.left })
      return outcome.right
    },
  }
}

/** Fails when the time is up: Lambda would end the function without a word of what it was waiting for. */
const inTime = <A, E>(sending: Effect.Effect<A, E>, millis: number): Effect.Effect<A, E | SqsFailed> =>
  Effect.timeoutFail(Effect.disconnect(sending), {
    duration: millis,
    onTimeout: () => new SqsFailed({ reason: "time was up before all names were sent" }),
  })

/** Lambda logs no causes. What storage said is in the log already, what SQS said is nowhere else. */
const wordsOf = (failure: StorageUnavailable | SqsFailed): string =>
  failure._tag === "SqsFailed" ? `${failure._tag}: ${failure.reason}` : failure._tag
