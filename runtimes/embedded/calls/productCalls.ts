import { Schema } from "effect"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { createProduct } from "../../../core/products/createProduct.ts"
import { deleteProduct } from "../../../core/products/deleteProduct.ts"
import { ProductInput, ProductPatch, ProductResource } from "../../../core/products/Product.ts"
import { productFilters } from "../../../core/products/productFilters.ts"
import { listProducts, readProduct } from "../../../core/products/readProducts.ts"
import { updateProduct } from "../../../core/products/updateProduct.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput, namedInput, queryInput } from "./Input.ts"
import { toList, toRead } from "./read.ts"
import { toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(ProductInput)
const patch = namedInput(byId, ProductPatch)
const query = queryInput(Schema.Struct({ ...listParameters, ...productFilters }))

/** Goods and services for sale (contract, section 2.3). */
export const productCalls = <K extends Kinds>(
  { list, read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /** Creates a product or service. Refuses a `sku` that another product has (`sku_repetido`). */
    createProduct: write(toWrite(caller, {
      name: "createProduct",
      input: fresh,
      command: (body) => createProduct(organizationId, body),
      shown: ProductResource,
    })),
    /** Lists the products and services. `buscar` looks for words in name, SKU, barcode and description. */
    listProducts: list(toList(caller, "productos", query, (request, filters) =>
      listProducts(organizationId, request, filters))),
    /** Reads a product. */
    readProduct: read(toRead(caller, id, (given) => readProduct(organizationId, given.id))),
    /**
     * Changes what is given of a product; null empties a property, or resets it to its default. Refuses a `sku` that
     * another product has (`sku_repetido`).
     */
    updateProduct: write(toWrite(caller, {
      name: "updateProduct",
      input: patch,
      command: ({ body, ids }) => updateProduct(organizationId, ids.id, body),
      shown: ProductResource,
    })),
    /** Deletes a product; lines of invoices that name it stay as they are. */
    deleteProduct: write(toWrite(caller, {
      name: "deleteProduct",
      input: id,
      command: (given) => deleteProduct(organizationId, given.id),
      shown: Schema.Void,
    })),
  }
}
