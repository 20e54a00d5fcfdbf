import { loaded, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Conflict, conflict } from "../refusals/refusal.ts"
import type { Product } from "./Product.ts"

/** The row that a sku takes; none without a sku. */
export const skuKeys = (organizationId: OrganizationId, sku: string | null) =>
  sku === null ? [] : [key("productSku", organizationId, sku)]

/** Refuses a sku that a product has already. */
export const skuRefusal = (view: View, organizationId: OrganizationId, sku: string | null): Conflict | undefined =>
  sku === null || view.get("productSku", organizationId, sku) === undefined
    ? undefined
    : conflict("sku_repetido", `Ya hay un producto con el SKU «${sku}».`)

/** Takes the product's sku. */
export const skuRows = ({ id, organizationId, sku }: Product) =>
  sku === null ? [] : [{ table: "productSku", row: { organizationId, id: sku, producto_id: id } }] as const

/** The sku of a product, once that is loaded. */
export const presentSku = (view: View, organizationId: OrganizationId, id: string): string | null =>
  loaded(view, "product", organizationId, id)?.sku ?? null
