import type { EventBody } from "../events/OutboxEvent.ts"
import { type Product, productResource } from "./Product.ts"
import { fellBelowMinimum } from "./stock.ts"

/**
 * The events of a change of a product, whatever changed it: `product.updated`, and then `stock.below_minimum` if its stock has
 * fallen below the minimum (contract, section 6.1).
 */
export const changeEvents = (before: Product, after: Product): ReadonlyArray<EventBody> => {
  const datos = { producto: productResource(after) }
  return [
    { suceso: "product.updated", datos },
    ...(fellBelowMinimum(before, after) ? [{ suceso: "stock.below_minimum", datos } as const] : []),
  ]
}
