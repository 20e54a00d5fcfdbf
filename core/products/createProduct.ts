import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { type Product, type ProductInput, type ProductResource, productResource } from "./Product.ts"
import { productContents } from "./productContents.ts"
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
      const row: Product = { ...newRow(organizationId, supply), ...productContents(input, organization) }
      const producto = productResource(row)
      return Either.right({
        result: producto,
        rows: [{ table: "product", row }, ...skuRows(row)],
        events: [{ suceso: "product.updated", datos: { producto } }],
      })
    },
  }
}
