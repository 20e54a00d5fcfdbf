import { Effect, Schedule } from "effect"
import { deliverDueMail } from "../../core/mail/deliverMail.ts"

/** How often workers look for what is due. */
const pause = Schedule.spaced("5 seconds")

/**
 * Does what is due, for as long as it is not interrupted; what it has begun it ends. A round that breaks is logged, and
 * the next one tries again.
 */
export const workers = deliverDueMail.pipe(
  Effect.repeat({ while: (taken) => taken > 0 }),
  Effect.catchAllCause((cause) => Effect.logError("a round of the mail worker broke", cause)),
  Effect.repeat(pause),
)
