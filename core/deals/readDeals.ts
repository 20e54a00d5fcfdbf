import type { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { equalTo } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type DealResource, dealResource } from "./Deal.ts"
import type { DealFilters } from "./dealFilters.ts"

/** The deal with this id. Refuses an id that does not exist in the company. */
export const readDeal = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<DealResource, NotFound | StorageUnavailable, Storage> =>
  readShown("deal", organizationId, id, notFound("la oportunidad"), dealResource)

/** A page of the company's deals that pass the filters. */
export const listDeals = (
  organizationId: OrganizationId,
  request: ListRequest,
  filters: DealFilters = {},
): Effect.Effect<ListAnswer<DealResource>, StorageUnavailable, Storage> =>
  listShown("deal", organizationId, request, [
    ...equalTo("estado", filters.estado),
    ...equalTo("etapa", filters.etapa),
    ...equalTo("contacto_id", filters.contacto_id),
  ], dealResource)
