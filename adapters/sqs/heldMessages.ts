import { Effect, FiberSet, type Scope } from "effect"
import { textOfName } from "../../core/jobs/Job.ts"
import { soonMillis } from "../../core/jobs/workNamed.ts"
import type { NamedTaking } from "../../core/ports/NamedJobs.ts"
import { gathering } from "./gathering.ts"
import { hiddenSecondsOf } from "./jobNameMessage.ts"
import type { Message } from "./messagesAtHand.ts"
import type { Receipt, SqsCalls } from "./sqsCalls.ts"

/**
 * The messages whose jobs are leased by this process: hidden from others while the leases hold, and removed when the
 * jobs are done.
 */
export interface HeldMessages {
  /**
   * Keeps the messages of jobs that were taken. Of the others, those whose job is due soon come again then; the rest are
   * removed.
   */
  readonly settle: (found: ReadonlyArray<Message>, taking: NamedTaking, leaseMillis: number, now: number) => void
  /** Hides the messages of leases that still hold for longer, and forgets messages that others can see again. */
  readonly extend: (holding: ReadonlySet<string>, leaseMillis: number, now: number) => void
  /** Removes the message of a job that is done or was put back. */
  readonly letGo: (lease: string) => void
}

/** How long messages to remove are gathered, so that they are removed together. */
const removalMillis = 50

/** Holds messages; what SQS is asked to do with them is done in the background. */
export const makeHeldMessages = (calls: SqsCalls): Effect.Effect<HeldMessages, never, Scope.Scope> =>
  Effect.gen(function*() {
    const inBackground = yield* FiberSet.makeRuntime<never>()
    const remove = yield* gathering<Receipt>(removalMillis, (receipts) => calls.remove(receipts))
    /** By lease. */
    const held = new Map<string, Message>()

    const hide = (messages: ReadonlyArray<Message>, millis: number): void => {
      if (messages.length > 0) inBackground(calls.hide(messages, hiddenSecondsOf(millis)))
    }

    return {
      settle: (found, { free, taken }, leaseMillis, now) => {
        const leases = new Map(taken.map((job) => [textOfName(job), job.lease]))
        const soon = new Map(free.filter(({ due }) => due <= now + soonMillis).map((job) => [textOfName(job), job.due]))
        const brief: Array<Message> = []
        for (const message of found) {
          const name = textOfName(message.name)
          const lease = leases.get(name)
          const due = soon.get(name)
          if (lease !== undefined && !held.has(lease)) {
            held.set(lease, message)
            if (message.hiddenUntil < now + leaseMillis) brief.push(message)
          } else if (due !== undefined) hide([message], Math.max(due - now, 1))
          else remove([message])
        }
        hide(brief, leaseMillis)
      },
      extend: (holding, leaseMillis, now) => {
        const brief: Array<Message> = []
        for (const [lease, message] of held) {
          if (holding.has(lease) && message.hiddenUntil < now + leaseMillis) {
            brief.push(message)
            held.set(lease, { ...message, hiddenUntil: now + hiddenSecondsOf(leaseMillis) * 1000 })
          } else if (message.hiddenUntil <= now) held.delete(lease)
        }
        hide(brief, leaseMillis)
      },
      letGo: (lease) => {
        const message = held.get(lease)
        held.delete(lease)
        if (message !== undefined) remove([message])
      },
    }
  })
