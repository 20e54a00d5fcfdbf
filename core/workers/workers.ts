import { Clock, Duration, Effect, Random } from "effect"
import { deliverWaiting, attemptAndNoteMillis } from "../deliveries/deliverWaiting.ts"
import { fanOutMillis, fanOutOutbox } from "../deliveries/fanOut.ts"
import type { Works } from "../jobs/HeldJob.ts"
import { recall } from "../jobs/recall.ts"
import { work, workOff } from "../jobs/work.ts"
import { deliverMail, letterMillis } from "../mail/deliverMail.ts"
import { prune } from "../retention/prune.ts"
import { makeSubmitRecords, messageMillis } from "../submission/submitRecords.ts"
import { invoiceSubscription, stepMillis } from "../subscriptions/invoiceSubscription.ts"

const fanOut = { kind: "fanOut", atOnce: 8, beginMillis: fanOutMillis, handle: fanOutOutbox } as const

/** One job per webhook. Many at once, so that receivers which do not answer leave room for the others. */
const webhook = { kind: "webhook", atOnce: 500, beginMillis: attemptAndNoteMillis, handle: deliverWaiting } as const

/** One job per company. AEAT may take a minute for a message, and a thousand companies should all have a turn within an hour. */
const registry = Effect.map(makeSubmitRecords, (handle) =>
  ({ kind: "registry", atOnce: 20, beginMillis: messageMillis, handle }) as const)

/** A mail server that hangs holds up the shutdown for `endMillis` at most: its letter is sent again later, as after a failure. */
const mail = { kind: "mail", atOnce: 4, beginMillis: letterMillis, endMillis: 20_000, handle: deliverMail } as const

/** A company's commits are made one after the other anyway, so its invoices gain nothing from more at once. */
const subscription = { kind: "subscription", atOnce: 8, beginMillis: stepMillis, handle: invoiceSubscription } as const

type Handling = ReturnType<
  | typeof fanOutOutbox
  | typeof deliverWaiting
  | typeof deliverMail
  | typeof invoiceSubscription
  | Effect.Effect.Success<typeof makeSubmitRecords>
>

/** How each kind of job is done, for `workNamed`. To be made once per process, which remembers what it has compared with AEAT. */
export const allWorks: Effect.Effect<Works<Effect.Effect.Error<Handling>, Effect.Effect.Context<Handling>>> =
  Effect.map(registry, (submission) => ({ fanOut, webhook, mail, registry: submission, subscription }))

const pruneEvery = Duration.hours(1)

/**
 * What is put off too far is recalled as often as is pruned, and at the start: a clock is often set right by starting anew.
 * Never fails, even if the host's log or clock throws: the workers beside it would end too.
 */
const pruneOnce = Effect.zipRight(recall, prune).pipe(
  Effect.catchAllDefect((defect) => Effect.logError("pruning broke", defect)),
  // An outage, which the storage has logged, or the log itself.
  Effect.catchAllCause(() => Effect.void),
)

/** An hour, more or less, so that many workers do not prune all at the same time. */
const pause = Effect.flatMap(Random.next, (chance) => Effect.sleep(Duration.times(pruneEvery, 0.8 + 0.4 * chance)))

// Not on a schedule, which ends where the clock throws.
const pruning = Effect.forever(Effect.zipRight(pruneOnce, pause))

/**
 * Everything that is done outside of requests: fan-out, webhooks, mail, records for the tax authority, invoices of
 * subscriptions, pruning. Runs until it is interrupted, and then finishes what it has begun. Any number of these may run
 * side by side.
 */
export const workers = Effect.all([
  work(fanOut),
  work(webhook),
  work(mail),
  Effect.flatMap(registry, work),
  work(subscription),
  pruning,
], { concurrency: "unbounded", discard: true })

/** Does everything that is due now, and whatever becomes due through that. The same `works` may be used many times. */
export const workOffWith = <E, R>({ fanOut, mail, registry, subscription, webhook }: Works<E, R>) =>
  Effect.gen(function*() {
    for (;;) {
      const counts = [
        yield* workOff(subscription),
        yield* workOff(fanOut),
        yield* workOff(webhook),
        yield* workOff(mail),
        yield* workOff(registry),
      ]
      if (counts.every((count) => count === 0)) return
    }
  })

/** Like `workOffWith`, with works of its own. It removes nothing that is kept for some time only: `makePruning` does. */
export const workOffAll = Effect.flatMap(allWorks, workOffWith)

/** Prunes, and recalls, whenever it is run an hour or more after it last did: for a process that has no `workers`. To be made once. */
export const makePruning = Effect.sync(() => {
  let last = Number.NEGATIVE_INFINITY
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    // A clock that was ahead and was put right does not hold it up.
    if (Math.abs(now - last) < Duration.toMillis(pruneEvery)) return Effect.void
    last = now
    return Effect.asVoid(pruneOnce)
  })
})
