import { Clock, Effect } from "effect"
import { instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { again, done, type HeldJob } from "../jobs/HeldJob.ts"
import { Recording } from "../ports/Recording.ts"
import { advanceSubscription } from "./advanceSubscription.ts"

/** What a step is begun for: a draft or an issue, and its commit. */
export const stepMillis = 10_000

/**
 * Makes the invoices of a subscription that are due, one commit after the other: however long nobody has looked, each
 * period has its own. A worker that dies in between has left behind what it did.
 */
export const invoiceSubscription = Effect.fnUntraced(function*({ id, mayBegin, organizationId }: HeldJob) {
  const { run } = yield* GroupCommit
  const recording = yield* Recording
  while (yield* mayBegin(stepMillis)) {
    const due = yield* run(advanceSubscription(organizationId, id, recording))
    if (due === null) return done
    if (due > (yield* Clock.currentTimeMillis)) return again(due)
  }
  return again(instant(yield* Clock.currentTimeMillis))
})
