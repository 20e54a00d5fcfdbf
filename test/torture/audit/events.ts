import { Effect } from "effect"
import type { Ledger } from "../load/Ledger.ts"
import type { Receiver } from "../load/Receiver.ts"

/** How long events may take: a dead worker's leases last half a minute, and only then is its work sent again. */
export const eventsMillis = 60_000

/** A company's webhook for all events, and the ledger of what it has to be told. */
export interface Listening {
  readonly path: string
  readonly ledger: Ledger
}

/**
 * Waits until every event of what was acknowledged has reached its receiver. Reports those that did not, those that nothing
 * acknowledged accounts for, and those that came as two deliveries.
 */
export const eventFaults = (
  receiver: Receiver,
  listening: ReadonlyArray<Listening>,
  patienceMillis: number,
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function*() {
    const until = performance.now() + patienceMillis
    while (listening.some((one) => missing(receiver, one).length > 0) && performance.now() < until) {
      yield* Effect.sleep("100 millis")
    }
    return listening.flatMap((one) => {
      const lost = missing(receiver, one)
      const excess = [...receiver.eventsOf(one.path)].filter(([event, times]) => times > (one.ledger.events.get(event) ?? 0))
      return [
        ...(lost.length === 0
          ? []
          : [`${lost.length} events were not delivered in ${patienceMillis / 1_000} s, such as ${lost[0]}`]),
        ...(excess.length === 0 ? [] : [`${excess.length} events came too often, such as ${excess[0]?.join(" ")}`]),
      ]
    })
  })

const missing = (receiver: Receiver, { ledger, path }: Listening): ReadonlyArray<string> => {
  const delivered = receiver.eventsOf(path)
  return [...ledger.events].filter(([event, times]) => (delivered.get(event) ?? 0) < times).map(([event]) => event)
}
