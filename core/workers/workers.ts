import { Effect, Schedule } from "effect"
import { deliverWaiting, attemptAndNoteMillis } from "../deliveries/deliverWaiting.ts"
import { fanOutMillis, fanOutOutbox } from "../deliveries/fanOut.ts"
import type { Works } from "../jobs/HeldJob.ts"
import { work, workOff } from "../jobs/work.ts"
import { deliverMail, letterMillis } from "../mail/deliverMail.ts"
import { prune } from "../retention/prune.ts"
import { makeSubmitRecords, messageMillis } from "../submission/submitRecords.ts"
import { invoiceSubscription, stepMillis } from "../subscriptions/invoiceSubscription.ts"

const fanOut = { kind: "fanOut", atOnce: 8, beginMillis: fanOutMillis, handle: fanOutOutbox } as const

/** A job is a webhook: so many at once that those which do not answer leave room for the others. */
const webhook = { kind: "webhook", atOnce: 500, beginMillis: attemptAndNoteMillis, handle: deliverWaiting } as const

/** AEAT may take a minute over a message; a thousand companies are to be tried within the hour. */
const registry = Effect.map(makeSubmitRecords, (handle) =>
  ({ kind: "registry", atOnce: 20, beginMillis: messageMillis, handle }) as const)

/** A mail server that hangs does not hold up the end: the letter leaves again after its wait, as after a failure. */
const mail = { kind: "mail", atOnce: 4, beginMillis: letterMillis, endMillis: 20_000, handle: deliverMail } as const

/** Invoices of one company are made one after the other, whoever makes them: its commits are. */
const subscription = { kind: "subscription", atOnce: 8, beginMillis: stepMillis, handle: invoiceSubscription } as const

type Handling = ReturnType<
  | typeof fanOutOutbox
  | typeof deliverWaiting
  | typeof deliverMail
  | typeof invoiceSubscription
  | Effect.Effect.Success<typeof makeSubmitRecords>
>

/** How every kind of job is done, for `workNamed`. Once for a process, which remembers what it compared. */
export const allWorks: Effect.Effect<Works<Effect.Effect.Error<Handling>, Effect.Effect.Context<Handling>>> =
  Effect.map(registry, (submission) => ({ fanOut, webhook, mail, registry: submission, subscription }))

/** Spread, so that many workers do not all look at once. */
const pruneSchedule = Schedule.jittered(Schedule.spaced("1 hour"))

const pruning = prune.pipe(
  Effect.catchAllCause((cause) => Effect.logError("pruning broke", cause)),
  Effect.repeat(pruneSchedule),
)

/**
 * Everything that is done outside of requests: fan-out, webhooks, mail, records for the tax authority, invoices of
 * subscriptions, pruning. Runs until it is interrupted, and then ends what it has begun. Any number of these may run side
 * by side.
 */
export const workers = Effect.all([
  work(fanOut),
  work(webhook),
  work(mail),
  Effect.flatMap(registry, work),
  work(subscription),
  pruning,
], { concurrency: "unbounded", discard: true })

/** Does everything that is due now, also what that gives rise to. May be run many times over the same `works`. */
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

/** The same with works that are made for this one time. */
export const workOffAll = Effect.flatMap(allWorks, workOffWith)
