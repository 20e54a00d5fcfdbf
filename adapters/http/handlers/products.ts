import { Effect } from "effect"
import { createProduct } from "../../../core/products/createProduct.ts"
import { deleteProduct } from "../../../core/products/deleteProduct.ts"
import { listProducts, readProduct } from "../../../core/products/readProducts.ts"
import { updateProduct } from "../../../core/products/updateProduct.ts"
import * as contract from "../contract/products.ts"
import { created, noContent, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/productos`. */
export const productRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.products> => ({
  createProduct: keyed(contract.createProduct, ({ body, incoming }, { organizationId, safeguards }) =>
    carryOut(safeguards, createProduct(organizationId, body), (product) =>
      created(addressOf(incoming, `/productos/${product.id}`), product))),

  listProducts: lists.route(contract.listProducts, (call, caller, request) =>
    listProducts(caller.organizationId, request, call.query)),

  readProduct: keyed(contract.readProduct, ({ path }, { organizationId }) =>
    Effect.map(readProduct(organizationId, path.id), ok)),

  updateProduct: keyed(contract.updateProduct, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updateProduct(organizationId, path.id, body), ok)),

  deleteProduct: keyed(contract.deleteProduct, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, deleteProduct(organizationId, path.id), () => noContent)),
})
