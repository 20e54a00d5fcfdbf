import { Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"
import { sparseWarning } from "../telemetry/sparseWarning.ts"
import type { CompanyHead } from "./CompanyHead.ts"

/** A minute is what the tax authority allows a clock to be off (Orden HAC/1177/2024 art. 7.i). */
const clockToleranceMillis = 60_000

/** Tells the log that a clock is behind a company's last write, if it is. */
export type SlowClockWarning = (head: CompanyHead, clock: Instant) => Effect.Effect<void>

/** Such a warning is a sparse one: the clock may be behind for hours, whatever is written. */
export const makeSlowClockWarning = (): SlowClockWarning => {
  const warn = sparseWarning("the clock is behind the company's last write")
  return ({ instant, organizationId }, clock) =>
    instant - clock > clockToleranceMillis ? warn({ organizationId }) : Effect.void
}
