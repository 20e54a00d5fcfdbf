import { Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"
import { sparseWarning } from "../telemetry/sparseWarning.ts"
import type { CompanyHead } from "./CompanyHead.ts"

/** How far off a clock may be: the tax authority allows a minute (Orden HAC/1177/2024 art. 7.i). */
const clockToleranceMillis = 60_000

/** Writes to the log if the clock is behind a company's last write by more than that. */
export type SlowClockWarning = (head: CompanyHead, clock: Instant) => Effect.Effect<void>

/** Makes that warning. It comes rarely, since the clock may be behind for hours of many writes. */
export const makeSlowClockWarning = (): SlowClockWarning => {
  const warn = sparseWarning("the clock is behind the company's last write")
  return ({ instant, organizationId }, clock) =>
    instant - clock > clockToleranceMillis ? warn({ organizationId }) : Effect.void
}
