import type { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { equalTo } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type StoreResource, storeResource } from "./Store.ts"
import type { StoreFilters } from "./storeFilters.ts"

/** One store. */
export const readStore = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<StoreResource, NotFound | StorageUnavailable, Storage> =>
  readShown("store", organizationId, id, notFound("la tienda"), storeResource)

/** A page of stores. */
export const listStores = (
  organizationId: OrganizationId,
  request: ListRequest,
  { estado }: StoreFilters = {},
): Effect.Effect<ListAnswer<StoreResource>, StorageUnavailable, Storage> =>
  listShown("store", organizationId, request, equalTo("estado", estado), storeResource)
