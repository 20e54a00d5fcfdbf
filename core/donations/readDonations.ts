import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { betweenDays, zoneForDays } from "../pagination/dayFilters.ts"
import { equalTo } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type DonationResource, donationResource } from "./Donation.ts"
import type { DonationFilters } from "./donationFilters.ts"

/** The donation with this id. Refuses an id that does not exist in the company. */
export const readDonation = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<DonationResource, NotFound | StorageUnavailable, Storage> =>
  readShown("donation", organizationId, id, notFound("el donativo"), donationResource)

/** A page of the company's donations that pass the filters. */
export const listDonations = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  request: ListRequest,
  filters: DonationFilters = {},
): Effect.fn.Return<ListAnswer<DonationResource>, StorageUnavailable, Storage> {
  const zone = yield* zoneForDays(organizationId, filters.fecha_desde, filters.fecha_hasta)
  return yield* listShown("donation", organizationId, request, [
    ...equalTo("socio_id", filters.socio_id),
    ...equalTo("contacto_id", filters.contacto_id),
    ...equalTo("forma_pago", filters.forma_pago),
    ...betweenDays("fecha", filters.fecha_desde, filters.fecha_hasta, zone),
  ], donationResource)
})
