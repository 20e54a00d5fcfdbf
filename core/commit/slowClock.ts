import { Effect } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import type { CompanyHead } from "./CompanyHead.ts"

/** A minute is what the tax authority allows a clock to be off (Orden HAC/1177/2024 art. 7.i). */
const clockToleranceMillis = 60_000

/** Tells the log that a clock is behind a company's last write, if it is. */
export type SlowClockWarning = (head: CompanyHead, clock: Instant) => Effect.Effect<void>

/** Such a warning comes once a minute, whatever is written: the clock may be behind for hours. */
export const makeSlowClockWarning = (): SlowClockWarning => {
  let warnedAt = instant(0)
  return ({ instant: written, organizationId }, clock) =>
    Effect.suspend(() => {
      const isBehind = written - clock > clockToleranceMillis
      if (!isBehind || Math.abs(clock - warnedAt) < clockToleranceMillis) return Effect.void
      warnedAt = clock
      return Effect.logWarning("the clock is behind the company's last write", { organizationId })
    })
}
