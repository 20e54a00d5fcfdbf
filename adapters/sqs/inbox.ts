import { Clock, Effect, type Scope } from "effect"
import { type JobKind, jobKinds } from "../../core/jobs/Job.ts"
import { sparseWarning } from "../../core/telemetry/sparseWarning.ts"
import { hiddenSecondsOf, nameIn } from "./jobNameMessage.ts"
import { makeMessagesAtHand, type Message } from "./messagesAtHand.ts"
import type { SqsCalls } from "./sqsCalls.ts"
import type { SqsSettings } from "./SqsSettings.ts"
import { withinMillis } from "./withinMillis.ts"

/** Messages that were received and wait for workers of this process. */
export interface Inbox {
  /**
   * Takes messages of a kind, `limit` at most. From now on messages are received for what is lacking, and hidden from
   * others for a little longer than the lease.
   */
  readonly take: (kind: JobKind, limit: number, leaseMillis: number) => Effect.Effect<ReadonlyArray<Message>>
  /** Takes back messages whose jobs could not be looked up. */
  readonly putBack: (messages: ReadonlyArray<Message>) => void
}

/** Longest that SQS lets wait for a message (ReceiveMessage, WaitTimeSeconds). */
const waitSeconds = 20

/** When others are offered messages that there is no room for here; and the pause before the queue is asked again then. */
const elsewhereSeconds = 2
const elsewhereMillis = 200

/** SQS is asked again after so long when it has failed. */
const failedMillis = 2_000

/** How long the end waits for SQS. */
const endMillis = 2_000

/** Receives from the queue while workers ask for jobs, and calls `hasCome` when messages are there for them. */
export const makeInbox = (
  { queueUrl: url }: Pick<SqsSettings, "queueUrl">,
  calls: SqsCalls,
  hasCome: () => void,
): Effect.Effect<Inbox, never, Scope.Scope> =>
  Effect.gen(function*() {
    const warn = sparseWarning("SQS gives no messages")
    const broke = sparseWarning("receiving messages broke", Effect.logError)
    const atHand = makeMessagesAtHand()
    const asked = yield* Effect.makeLatch(false)

    /** Receives for the workers, and waits in between until one of them asks. */
    const receive = Effect.gen(function*() {
      const limit = atHand.wanted(jobKinds, yield* Clock.currentTimeMillis)
      if (limit === 0) {
        asked.unsafeClose()
        return yield* asked.await
      }
      const hiddenSeconds = hiddenSecondsOf(atHand.leaseMillis(jobKinds))
      const received = yield* calls.receive(url, limit, { hiddenSeconds, waitSeconds })
      const now = yield* Clock.currentTimeMillis
      const hiddenUntil = now + hiddenSeconds * 1000
      const named = received.flatMap(({ body, handle }): ReadonlyArray<Message> => {
        const name = nameIn(body)
        return name === undefined ? [] : [{ url, handle, name, hiddenUntil }]
      })
      const messageIds = received.filter(({ body }) => nameIn(body) === undefined).map(({ messageId }) => messageId)
      // While SQS was waiting for messages, all who had asked may have found work elsewhere, or ended.
      const isOver = atHand.wanted(jobKinds, now) === 0
      const elsewhere = named.filter((message) => isOver || !atHand.keep(message, now))
      if (messageIds.length > 0) {
        yield* Effect.logWarning("messages that name no job stay in the queue", { url, messageIds })
      }
      yield* calls.hide(elsewhere, isOver ? 0 : elsewhereSeconds)
      if (elsewhere.length < named.length) hasCome()
      else if (received.length > 0) yield* Effect.sleep(elsewhereMillis)
    }).pipe(
      Effect.catchAll(({ reason }) => Effect.zipRight(warn({ sqs: reason }), Effect.sleep(failedMillis))),
      // Whatever else goes wrong must not end it: this process would work no more, without a word.
      Effect.catchAllCause((cause) => Effect.zipRight(broke({}, cause), Effect.sleep(failedMillis))),
      Effect.forever,
    )

    // Messages that no worker has taken are shown to others at once.
    yield* Effect.addFinalizer(() => withinMillis(calls.hide(atHand.all(), 0), endMillis))
    yield* Effect.forkScoped(Effect.interruptible(receive))

    return {
      take: (kind, limit, leaseMillis) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const taken = atHand.take(kind, limit, leaseMillis, now)
          asked.unsafeOpen()
          return taken
        }),
      putBack: atHand.putBack,
    }
  })
