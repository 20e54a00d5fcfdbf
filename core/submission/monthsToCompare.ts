import { Clock, Effect } from "effect"
import { dayMillis, type Instant, instant } from "../calendar/instant.ts"
import { type Month, monthOf, monthsBetween } from "../comparison/months.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { readOrganization } from "../organizations/readOrganization.ts"
import { Storage } from "../ports/Storage.ts"
import { civilDateIn } from "../tax/regions.ts"
import { readSubmissionState } from "./readSubmissionState.ts"

/** Invoices for a month may be issued until the 15th of the next (RD 1619/2012 art. 11), and may be dated in the former. */
const issuedLateMillis = 15 * dayMillis

/**
 * The months from the last answered record up to the present, and the month before where invoices may still have been dated
 * in it; the last `monthsMax` of them. `since`: all months from this one on, instead.
 */
export const monthsToCompare = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  since: Month | undefined,
  monthsMax = 12,
) {
  const { region_fiscal } = yield* readOrganization(organizationId)
  const now = instant(yield* Clock.currentTimeMillis)
  const monthAt = (at: Instant): Month => monthOf(civilDateIn(region_fiscal, at))
  if (since !== undefined) return monthsBetween(since, monthAt(now), Number.POSITIVE_INFINITY)
  const last = (yield* lastAnswered(organizationId)) ?? now
  return monthsBetween(monthAt(instant(last - issuedLateMillis)), monthAt(now), monthsMax)
})

/** When the last answered record was made, or the very first record if none has been answered; undefined without records. */
const lastAnswered = Effect.fnUntraced(function*(organizationId: OrganizationId) {
  const { page } = yield* Storage
  const { answeredThrough } = yield* readSubmissionState(organizationId)
  const after = Math.max(answeredThrough - 1, 0)
  const query = { organizationId, orden: "antiguo", after, limit: 1, conditions: [] } as const
  const { rows: [row] } = yield* page("registryRecord", query)
  return row?.generado
})
