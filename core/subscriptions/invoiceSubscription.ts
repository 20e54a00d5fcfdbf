import { Clock, Effect } from "effect"
import { instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { again, done, type HeldJob } from "../jobs/HeldJob.ts"
import { Recording } from "../ports/Recording.ts"
import { advanceSubscription } from "./advanceSubscription.ts"

/** How much of its lease a job needs before it begins a step, in milliseconds: time for a draft or an issue, with its commit. */
export const stepMillis = 10_000

/**
 * Makes the invoices of a subscription that are due, one per period and in a commit each, however many periods have passed.
 * When a worker dies in between, what it has done stays done.
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
