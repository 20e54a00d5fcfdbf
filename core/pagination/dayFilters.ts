import { Effect } from "effect"
import type { CivilZone } from "../calendar/civilZone.ts"
import { dayIn } from "../fields/givenDay.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { readOrganization } from "../organizations/readOrganization.ts"
import type { Condition } from "../ports/listConditions.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import { between } from "./listFilters.ts"

/** Bounds as they are sent, dates or date-times; the days that they name in the zone are included. */
export const betweenDays = <Field extends string>(
  field: Field,
  from: string | undefined,
  to: string | undefined,
  zone: CivilZone,
): ReadonlyArray<Condition<Field>> => between(field, dayOf(from, zone), dayOf(to, zone))

/** A date-time off the zone's calendar, such as the hour before its first day, counts for the day that is written. */
const dayOf = (sent: string | undefined, zone: CivilZone): string | undefined =>
  sent === undefined ? undefined : dayIn(sent, zone) ?? sent.slice(0, 10)

/** The company's zone, looked up only where one of the bounds is no plain date. */
export const zoneForDays = (
  organizationId: OrganizationId,
  ...sent: ReadonlyArray<string | undefined>
): Effect.Effect<CivilZone, StorageUnavailable, Storage> =>
  sent.every((bound) => bound === undefined || bound.length === 10)
    ? Effect.succeed("Europe/Madrid")
    : Effect.map(readOrganization(organizationId), ({ region_fiscal }) => zoneOfRegion(region_fiscal))
