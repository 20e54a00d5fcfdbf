import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { betweenDays, zoneForDays } from "../pagination/dayFilters.ts"
import { equalTo } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type PurchaseOrderResource, purchaseOrderResource } from "./PurchaseOrder.ts"
import type { PurchaseOrderFilters } from "./purchaseOrderFilters.ts"

/** One purchase order. */
export const readPurchaseOrder = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<PurchaseOrderResource, NotFound | StorageUnavailable, Storage> =>
  readShown("purchaseOrder", organizationId, id, notFound("el pedido"), purchaseOrderResource)

/** A page of purchase orders. */
export const listPurchaseOrders = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  request: ListRequest,
  filters: PurchaseOrderFilters = {},
): Effect.fn.Return<ListAnswer<PurchaseOrderResource>, StorageUnavailable, Storage> {
  const zone = yield* zoneForDays(organizationId, filters.fecha_desde, filters.fecha_hasta)
  return yield* listShown("purchaseOrder", organizationId, request, [
    ...equalTo("estado", filters.estado),
    ...equalTo("proveedor_id", filters.proveedor_id),
    ...betweenDays("fecha", filters.fecha_desde, filters.fecha_hasta, zone),
  ], purchaseOrderResource)
})
