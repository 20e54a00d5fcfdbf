import { Either } from "effect"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { notFound } from "../refusals/refusal.ts"
import { changeEvents } from "./changeEvents.ts"
import { type Product, type ProductPatch, type ProductResource, productResource } from "./Product.ts"
import { productContents } from "./productContents.ts"
import { presentSku, skuKeys, skuRefusal, skuRows } from "./productSku.ts"

/**
 * Changes the given properties of a product; null resets one to null or to its default. Emits `product.updated`, and
 * `stock.below_minimum` if the stock has fallen below the minimum. A patch that changes nothing writes nothing. Refuses a sku
 * that another product has.
 */
export const updateProduct = (
  organizationId: OrganizationId,
  id: string,
  patch: ProductPatch,
): Command<ProductResource> => ({
  organizationId,
  reads: (view) => [
    organizationKey(organizationId),
    key("product", organizationId, id),
    ...skuKeys(organizationId, orNull(patch.sku)),
    ...skuKeys(organizationId, presentSku(view, organizationId, id)),
  ],
  decide: (view, supply) => {
    const organization = presentOrganization(view, organizationId)
    const present = view.get("product", organizationId, id)
    if (present === undefined) return Either.left(notFound("el producto"))
    const changed: Product = { ...present, ...productContents({ ...present, ...given(patch) }, organization) }
    if (isSameRow(present, changed)) return Either.right(unchanged(productResource(present)))
    const otherSku = changed.sku !== present.sku
    const refusal = otherSku ? skuRefusal(view, organizationId, changed.sku) : undefined
    if (refusal !== undefined) return Either.left(refusal)
    const row = { ...changed, modifiedSequence: supply.sequence() }
    return Either.right({
      result: productResource(row),
      rows: [{ table: "product", row }, ...(otherSku ? skuRows(row) : [])],
      removed: otherSku ? skuKeys(organizationId, present.sku) : [],
      events: changeEvents(present, row),
    })
  },
})
