import { Effect } from "effect"
import type { Fault, Strike } from "../Fault.ts"
import { shiftedClock } from "../site/shiftedClock.ts"

/** Shifts of the clock in milliseconds, far more than docs/operations.md allows ("within a few seconds"). */
const shifts = [0, 20_000, -20_000, 0, 90_000, -90_000]

const nameOf = (millis: number): string => millis === 0 ? "right" : `${millis > 0 ? "+" : ""}${millis / 1_000} s`

/** Jumps of the clock of the last process; that of the first stays right. */
const jumps: ReadonlyArray<Strike> = shifts.map((before, i) => ({
  name: `a clock jumps from ${nameOf(before)} to ${nameOf(shifts[(i + 1) % shifts.length] ?? 0)}`,
  recoversWithinSeconds: 8,
  run: ({ site: { services } }) =>
    Effect.gen(function*() {
      yield* services.at(-1)?.signal("SIGUSR2") ?? Effect.void
      yield* Effect.sleep("3 seconds")
    }),
}))

export const clocks: Fault = {
  name: "clocks",
  needs: { services: 2, variables: (service) => (service === 1 ? shiftedClock(shifts) : {}) },
  strikes: jumps,
  weight: 0.8,
  aheadMillis: Math.max(...shifts),
}
