import { Clock, Effect, type Scope } from "effect"
import { type JobKind, jobKinds, type JobName } from "../../core/jobs/Job.ts"
import { withinMillis } from "./gathering.ts"
import { nameIn } from "./jobMessage.ts"
import type { Receipt, Received, SqsCalls } from "./sqsCalls.ts"
import { type SqsSettings, urlOf } from "./SqsSettings.ts"
import { sparseWarning } from "./sparseWarning.ts"

/** A message that names a job, and that nobody else sees until then. */
export interface Message extends Receipt {
  readonly name: JobName
  readonly hiddenUntil: number
}

/** Messages that were received and wait for workers of this process. */
export interface Inbox {
  /** So many of a kind at most. What lacks is received, and hidden from others for a little longer than the lease. */
  readonly take: (kind: JobKind, limit: number, leaseMillis: number) => Effect.Effect<ReadonlyArray<Message>>
  /** What was taken and could not be looked at yet. */
  readonly putBack: (messages: ReadonlyArray<Message>) => void
}

/** Seconds for which the message of a job is hidden that is leased so long: the lease has to end first. */
export const hiddenSecondsOf = (leaseMillis: number): number => Math.ceil((leaseMillis * 1.1) / 1000)

/** Longest that SQS lets wait for a message (ReceiveMessage, WaitTimeSeconds). */
const waitSeconds = 20

/** A worker looks every second: one that has not for so long takes nothing any more. */
const wantedMillis = 3_000

/**
 * Messages of a kind that are kept though its workers are busy, until they are not or the messages are offered to others
 * again: else those of other kinds that stand behind them would not be found.
 */
const keptMax = 100

/** What is more is offered to others again after so long, and the queue is asked less often. */
const elsewhereSeconds = 2
const elsewhereMillis = 200

/** What a worker of one kind has asked for. */
interface Want {
  readonly room: number
  readonly leaseMillis: number
  readonly at: number
}

/** SQS is asked again after so long when it has failed. */
const failedMillis = 2_000

/** How long the end waits for SQS. */
const endMillis = 2_000

/** Receives from the queues of the settings while workers ask, and tells when something has come. */
export const makeInbox = (
  settings: SqsSettings,
  calls: SqsCalls,
  hasCome: () => void,
): Effect.Effect<Inbox, never, Scope.Scope> =>
  Effect.gen(function*() {
    const warn = sparseWarning("SQS gives no messages")
    const waiting = new Map<JobKind, Array<Message>>(jobKinds.map((kind) => [kind, []]))
    const wants = new Map<JobKind, Want>()
    const asked = yield* Effect.makeLatch(false)

    /** Without those that others see again. */
    const waitingOf = (kind: JobKind, now: number): Array<Message> => {
      const ours = waiting.get(kind) ?? []
      if (ours.some(({ hiddenUntil }) => hiddenUntil <= now)) {
        ours.splice(0, ours.length, ...ours.filter(({ hiddenUntil }) => hiddenUntil > now))
      }
      return ours
    }
    /** How many more messages of a kind workers wait for. */
    const wanted = (kind: JobKind, now: number): number => {
      const want = wants.get(kind)
      if (want === undefined || now - want.at > wantedMillis) return 0
      return Math.max(want.room - waitingOf(kind, now).length, 0)
    }

    /** Receives once for the workers of these kinds, or waits until one of them asks. */
    const receiveSome = (url: string, kinds: ReadonlyArray<JobKind>) =>
      Effect.gen(function*() {
        const wantedAt = (now: number): number => kinds.reduce((sum, kind) => sum + wanted(kind, now), 0)
        const limit = wantedAt(yield* Clock.currentTimeMillis)
        if (limit === 0) {
          asked.unsafeClose()
          return yield* asked.await
        }
        const hiddenSeconds = hiddenSecondsOf(Math.max(...kinds.map((kind) => wants.get(kind)?.leaseMillis ?? 0)))
        const received = yield* calls.receive(url, limit, { hiddenSeconds, waitSeconds })
        const now = yield* Clock.currentTimeMillis
        // While SQS was waiting for messages, all who had asked may have found work elsewhere, or ended.
        const isOver = wantedAt(now) === 0
        const elsewhere: Array<Received> = []
        let unreadable = 0
        for (const message of received) {
          const name = nameIn(message.body)
          if (name === undefined) {
            unreadable++
            continue
          }
          const kept = waitingOf(name.kind, now)
          if (isOver || (wanted(name.kind, now) === 0 && kept.length >= keptMax)) elsewhere.push(message)
          else kept.push({ url, handle: message.handle, name, hiddenUntil: now + hiddenSeconds * 1000 })
        }
        if (unreadable > 0) yield* Effect.logWarning("messages that name no job stay in the queue", { url, unreadable })
        yield* calls.hide(elsewhere, isOver ? 0 : elsewhereSeconds)
        if (elsewhere.length + unreadable < received.length) hasCome()
        else if (received.length > 0) yield* Effect.sleep(elsewhereMillis)
      }).pipe(
        Effect.catchAll(({ reason }) => Effect.zipRight(warn(reason), Effect.sleep(failedMillis))),
        Effect.forever,
      )

    // What nobody has looked at is for others; they see it at once.
    yield* Effect.addFinalizer(() => withinMillis(calls.hide([...waiting.values()].flat(), 0), endMillis))
    const urls = new Set(jobKinds.map((kind) => urlOf(settings, kind)))
    for (const url of urls) {
      const kinds = jobKinds.filter((kind) => urlOf(settings, kind) === url)
      yield* Effect.forkScoped(Effect.interruptible(receiveSome(url, kinds)))
    }

    return {
      take: (kind, limit, leaseMillis) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const taken = waitingOf(kind, now).splice(0, limit)
          wants.set(kind, { room: limit - taken.length, leaseMillis, at: now })
          asked.unsafeOpen()
          return taken
        }),
      putBack: (messages) => {
        for (const message of messages) waiting.get(message.name.kind)?.push(message)
      },
    }
  })
