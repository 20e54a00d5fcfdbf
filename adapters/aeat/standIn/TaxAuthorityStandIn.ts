import { Clock, Effect, Layer } from "effect"
import { instant } from "../../../core/calendar/instant.ts"
import { TaxAuthority, type TaxAuthorityFailure, TaxAuthorityUnreachable } from "../../../core/ports/TaxAuthority.ts"
import { brokenOff, tooLate } from "../http/brokenReason.ts"
import { httpFailure } from "../http/httpFailure.ts"
import { heldPage } from "./books/heldInvoices.ts"
import type { Reaction } from "./Reaction.ts"
import type { StandIn } from "./StandIn.ts"

/** The stand-in in this process: there is no message, no certificate is looked at, and the time is that of Effect's clock. */
export const layer = (standIn: StandIn): Layer.Layer<TaxAuthority> =>
  Layer.succeed(
    TaxAuthority,
    TaxAuthority.of({
      submit: (shipment) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => outcomeOf(standIn.submit(shipment, instant(now)))),
      query: (query) => Effect.map(Effect.suspend(() => outcomeOf(standIn.query(query))), heldPage),
    }),
  )

/** How long an answer is waited for, in milliseconds: as long as TaxAuthorityAeat.ts does. */
const millisMax = 60_000

const outcomeOf = <A>(reaction: Reaction<A>): Effect.Effect<A, TaxAuthorityFailure> => {
  if (reaction.delay === 0) return immediately(reaction)
  const late = new TaxAuthorityUnreachable({ reason: tooLate })
  return reaction.delay < millisMax ? Effect.delay(immediately(reaction), reaction.delay) : Effect.delay(late, millisMax)
}

const immediately = <A>(reaction: Reaction<A>): Effect.Effect<A, TaxAuthorityFailure> => {
  switch (reaction._tag) {
    case "Answers":
      return Effect.succeed(reaction.answer)
    case "Refuses":
      return reaction.refusal
    case "Fails":
      return httpFailure(reaction.status)
    default:
      return new TaxAuthorityUnreachable({ reason: brokenOff })
  }
}
