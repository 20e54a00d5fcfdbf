import { loaded, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Conflict, conflict } from "../refusals/refusal.ts"
import type { Product } from "./Product.ts"

/** The row that says which product has a sku; none if the sku is null. */
export const skuKeys = (organizationId: OrganizationId, sku: string | null) =>
  sku === null ? [] : [key("productSku", organizationId, sku)]

/** Why a sku (`skuKeys`) cannot be taken; undefined if it is null, or no product has it. */
export const skuRefusal = (view: View, organizationId: OrganizationId, sku: string | null): Conflict | undefined =>
  sku === null || view.get("productSku", organizationId, sku) === undefined
    ? undefined
    : conflict("sku_repetido", `Ya hay un producto con el SKU «${sku}».`)

/** The row that gives a product its sku; none if it has none. */
export const skuRows = ({ id, organizationId, sku }: Product) =>
  sku === null ? [] : [{ table: "productSku", row: { organizationId, id: sku, producto_id: id } }] as const

/** The sku of a product; null before the product is loaded, or if it has none. */
export const presentSku = (view: View, organizationId: OrganizationId, id: string): string | null =>
  loaded(view, "product", organizationId, id)?.sku ?? null
