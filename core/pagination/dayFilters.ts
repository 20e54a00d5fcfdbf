import { Effect } from "effect"
import type { CivilZone } from "../calendar/civilZone.ts"
import { dayIn } from "../fields/givenDay.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { readOrganization } from "../organizations/readOrganization.ts"
import type { Condition } from "../ports/listConditions.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import { between } from "./listFilters.ts"

/** The field lies between two days, both included. They are sent as dates, or as date-times for their days in the zone. */
export const betweenDays = <Field extends string>(
  field: Field,
  from: string | undefined,
  to: string | undefined,
  zone: CivilZone,
): ReadonlyArray<Condition<Field>> => between(field, dayOf(from, zone), dayOf(to, zone))

/** The day that was sent. A date-time outside the zone's calendar, such as before its first day, stands for the day written. */
const dayOf = (sent: string | undefined, zone: CivilZone): string | undefined =>
  sent === undefined ? undefined : dayIn(sent, zone) ?? sent.slice(0, 10)

/** The company's zone. It is read only if one of the bounds is a date-time; for plain dates any zone will do. */
export const zoneForDays = (
  organizationId: OrganizationId,
  ...sent: ReadonlyArray<string | undefined>
): Effect.Effect<CivilZone, StorageUnavailable, Storage> =>
  sent.every((bound) => bound === undefined || bound.length === 10)
    ? Effect.succeed("Europe/Madrid")
    : Effect.map(readOrganization(organizationId), ({ region_fiscal }) => zoneOfRegion(region_fiscal))
