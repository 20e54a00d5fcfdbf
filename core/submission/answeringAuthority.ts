import { Effect } from "effect"
import { patienceMillis } from "../jobs/patience.ts"
import { TaxAuthority, TaxAuthorityUnreachable } from "../ports/TaxAuthority.ts"

const inTime = Effect.timeoutFail({
  duration: patienceMillis,
  onTimeout: () => new TaxAuthorityUnreachable({ reason: "no contestó en cinco minutos" }),
})

/** The tax authority, which answers in the end: what it does not answer it may have registered, or not. */
export const answeringAuthority = Effect.map(TaxAuthority, ({ query, submit }) =>
  TaxAuthority.of({
    submit: (shipment) => inTime(submit(shipment)),
    query: (asked) => inTime(query(asked)),
  }))
