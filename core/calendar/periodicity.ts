import { Schema } from "effect"
import { addDays, addMonths, type CivilDate } from "./civilDate.ts"

/** How often something comes again (decisions, section 2). */
export const Periodicity = Schema.Literal("weekly", "monthly", "quarterly", "yearly")
export type Periodicity = typeof Periodicity.Type

const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 } as const

/**
 * The first day of the period so many after the one that begins on `start`. Months are counted from the start, so one that is
 * too short shifts none of those after it: 31 January, 28 February, 31 March.
 */
export const periodStart = (start: CivilDate, periodicity: Periodicity, periods: number): CivilDate =>
  periodicity === "weekly" ? addDays(start, 7 * periods) : addMonths(start, monthsOf[periodicity] * periods)
