import { Effect, Schedule } from "effect"
import { fanOutOutbox } from "../events/fanOut.ts"
import { deliverMail } from "../mail/deliverMail.ts"
import { prune } from "../retention/prune.ts"
import { submitRecords } from "../submission/submitRecords.ts"
import { deliverWaiting } from "../webhooks/deliverWaiting.ts"
import { work, workOff } from "./work.ts"

const fanOut = { kind: "fanOut", atOnce: 8, handle: fanOutOutbox } as const

/** So many subscriptions; those that do not answer take up one attempt each, and no place of anybody else's. */
const webhook = { kind: "webhook", atOnce: 500, handle: deliverWaiting } as const

const registry = { kind: "registry", atOnce: 8, handle: submitRecords } as const

const mail = { kind: "mail", atOnce: 4, handle: deliverMail } as const

/** Spread, so that many workers do not all look at once. */
const pruneSchedule = Schedule.jittered(Schedule.spaced("1 hour"))

const pruning = prune.pipe(
  Effect.catchAllCause((cause) => Effect.logError("pruning broke", cause)),
  Effect.repeat(pruneSchedule),
)

/**
 * Everything that is done outside of requests: fan-out, webhooks, mail, records for the tax authority, pruning. Runs
 * until it is interrupted, and then ends what it has begun. Any number of these may run side by side.
 */
export const workers = Effect.all([work(fanOut), work(webhook), work(mail), work(registry), pruning], {
  concurrency: "unbounded",
  discard: true,
})

/** Does everything that is due now, also what that gives rise to. */
export const workOffAll = Effect.gen(function*() {
  for (;;) {
    const counts = [yield* workOff(fanOut), yield* workOff(webhook), yield* workOff(mail), yield* workOff(registry)]
    if (counts.every((count) => count === 0)) return
  }
})
