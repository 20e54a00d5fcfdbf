import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { type ProductInput, type ProductResource, productResource } from "./Product.ts"
import { productOf } from "./productOf.ts"
import { skuKeys, skuRefusal, skuRows } from "./productSku.ts"

/** Adds a product; emits `product.updated` (contract, section 6.1). Refuses a sku that another product has. */
export const createProduct = (organizationId: OrganizationId, input: ProductInput): Command<ProductResource> => {
  const sku = orNull(input.sku)
  return {
    organizationId,
    reads: () => [organizationKey(organizationId), ...skuKeys(organizationId, sku)],
    decide: (view, supply) => {
      const organization = presentOrganization(view, organizationId)
      const refusal = skuRefusal(view, organizationId, sku)
      if (refusal !== undefined) return Either.left(refusal)
      const row = productOf(input, organization, newRow(organizationId, supply))
      const result = productResource(row)
      return Either.right({
        result,
        rows: [{ table: "product", row }, ...skuRows(row)],
        events: [{ suceso: "product.updated", datos: { producto: result } }],
      })
    },
  }
}
