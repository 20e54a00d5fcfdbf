import type { CivilDate } from "../calendar/civilDate.ts"
import { startOfDay } from "../calendar/civilZone.ts"
import { type Instant, instant } from "../calendar/instant.ts"
import { periodStart } from "../calendar/periodicity.ts"
import type { Supply } from "../commit/Command.ts"
import { type Job, subscriptionJob } from "../jobs/Job.ts"
import type { Organization } from "../organizations/Organization.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import type { Subscription } from "./Subscription.ts"

type Periods = Pick<Subscription, "estado" | "fin" | "inicio" | "periodicidad" | "periodos">

/** The first day of the next period to be invoiced; null when there are no more. */
export const nextPeriod = ({ estado, fin, inicio, periodicidad, periodos }: Periods): CivilDate | null => {
  if (estado === "cancelled") return null
  const start = periodStart(inicio, periodicidad, periodos)
  return fin !== null && start > fin ? null : start
}

/** The value of `periodos` after all periods that began before a day are skipped; never less than it is. */
export const passedOver = (
  { inicio, periodicidad, periodos }: Pick<Subscription, "inicio" | "periodicidad" | "periodos">,
  day: CivilDate,
): number => {
  let passed = periodos
  while (periodStart(inicio, periodicidad, passed) < day) passed += 1
  return passed
}

/** When a subscription has something to be done: long ago (1970) when an invoice has yet to be issued; null for nothing. */
export const dueOf = (
  subscription: Periods & Pick<Subscription, "por_emitir">,
  { region_fiscal }: Pick<Organization, "region_fiscal">,
): Instant | null => {
  if (subscription.por_emitir !== null) return instant(0)
  const next = subscription.estado === "active" ? nextPeriod(subscription) : null
  return next === null ? null : startOfDay(zoneOfRegion(region_fiscal), next)
}

/** The job that invoices the next period when it begins, or now if it has begun; none when there is nothing to do. */
export const periodJobs = (subscription: Subscription, organization: Organization, { clock }: Supply): ReadonlyArray<Job> => {
  const due = dueOf(subscription, organization)
  const { id, organizationId } = subscription
  return due === null ? [] : [subscriptionJob(organizationId, id, instant(Math.max(due, clock)))]
}
