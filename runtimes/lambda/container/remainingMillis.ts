import { Clock, Effect } from "effect"
import { type Instant, instant } from "../../../core/calendar/instant.ts"

/** Lambda's context of an invocation, as far as we read it. */
export interface Deadline {
  readonly getRemainingTimeInMillis: () => number
}

/** What is left at the end, to answer in. */
const marginMillis = 500

/** Longest that Lambda lets an invocation run. */
const longestMillis = 15 * 60_000

/** How long an invocation may work; without a context, as in tests and other hosts, as long as any. */
export const remainingMillis = (context: Deadline | undefined): number =>
  context === undefined ? longestMillis : Math.max(context.getRemainingTimeInMillis() - marginMillis, 0)

/** When it has to be over. */
export const deadlineOf = (context: Deadline | undefined): Effect.Effect<Instant> =>
  Effect.map(Clock.currentTimeMillis, (now) => instant(Math.floor(now + remainingMillis(context))))
