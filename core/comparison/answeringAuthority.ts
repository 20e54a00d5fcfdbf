import { Effect } from "effect"
import { patienceMillis } from "../jobs/patience.ts"
import { TaxAuthority, TaxAuthorityUnreachable } from "../ports/TaxAuthority.ts"

const inTime = Effect.timeoutFail({
  duration: patienceMillis,
  onTimeout: () => new TaxAuthorityUnreachable({ reason: "no contestó en cinco minutos" }),
})

/** The tax authority with a limit to how long it may take. What it does not answer in time it may or may not have registered. */
export const answeringAuthority = Effect.map(TaxAuthority, ({ query, submit }) =>
  TaxAuthority.of({
    submit: (shipment) => inTime(submit(shipment)),
    query: (asked) => inTime(query(asked)),
  }))
