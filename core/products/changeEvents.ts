import type { EventBody } from "../events/OutboxEvent.ts"
import { type Product, productResource } from "./Product.ts"
import { fellBelowMinimum } from "./stock.ts"

/**
 * What the change of a product tells, whatever changed it: `product.updated`, then `stock.below_minimum` when stock or
 * minimum have crossed (contract, section 6.1).
 */
export const changeEvents = (before: Product, after: Product): ReadonlyArray<EventBody> => {
  const datos = { producto: productResource(after) }
  return [
    { suceso: "product.updated", datos },
    ...(fellBelowMinimum(before, after) ? [{ suceso: "stock.below_minimum", datos } as const] : []),
  ]
}
