import { Schema } from "effect"
import { addDays, addMonths, type CivilDate } from "./civilDate.ts"

/** How often a subscription is invoiced, or a member's fee is due (decisions, section 2). */
export const Periodicity = Schema.Literal("weekly", "monthly", "quarterly", "yearly")
export type Periodicity = typeof Periodicity.Type

const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 } as const

/**
 * The first day of a period: period 0 begins on `start`. Months are always counted from `start`, so a short month does not
 * shift those after it: 31 January, 28 February, 31 March (decisions, section 2, `/suscripciones`).
 */
export const periodStart = (start: CivilDate, periodicity: Periodicity, periods: number): CivilDate =>
  periodicity === "weekly" ? addDays(start, 7 * periods) : addMonths(start, monthsOf[periodicity] * periods)
