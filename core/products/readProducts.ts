import type { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { equalTo, labelled, matching } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type ProductResource, productResource } from "./Product.ts"
import type { ProductFilters } from "./productFilters.ts"

/** One product. */
export const readProduct = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<ProductResource, NotFound | StorageUnavailable, Storage> =>
  readShown("product", organizationId, id, notFound("el producto"), productResource)

/** A page of products. */
export const listProducts = (
  organizationId: OrganizationId,
  request: ListRequest,
  { bajo_minimo, buscar, categoria, clase, codigo_barras, etiqueta, sku }: ProductFilters = {},
): Effect.Effect<ListAnswer<ProductResource>, StorageUnavailable, Storage> => {
  const conditions = [
    ...matching(buscar),
    ...equalTo("sku", sku),
    ...equalTo("codigo_barras", codigo_barras),
    ...equalTo("clase", clase),
    ...equalTo("categoria", categoria),
    ...labelled(etiqueta),
    ...(bajo_minimo === undefined ? [] : [{ kind: "below_minimum" } as const]),
  ]
  return listShown("product", organizationId, request, conditions, productResource)
}
