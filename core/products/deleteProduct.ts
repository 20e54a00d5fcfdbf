import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"
import { productResource } from "./Product.ts"
import { presentSku, skuKeys } from "./productSku.ts"

/**
 * Deletes a product and frees its sku; emits `product.deleted` with its last contents. Lines go on naming the product
 * (decisions, section 2).
 */
export const deleteProduct = (organizationId: OrganizationId, id: string): Command<void> => {
  const own = key("product", organizationId, id)
  return {
    organizationId,
    reads: (view) => [own, ...skuKeys(organizationId, presentSku(view, organizationId, id))],
    decide: (view) => {
      const product = view.get("product", organizationId, id)
      if (product === undefined) return Either.left(notFound("el producto"))
      const event = { suceso: "product.deleted", datos: { producto: productResource(product) } } as const
      const removed = [own, ...skuKeys(organizationId, product.sku)]
      return Either.right({ result: undefined, rows: [], removed, events: [event] })
    },
  }
}
