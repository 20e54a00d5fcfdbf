import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { ProductInput, ProductPatch, ProductResource } from "../../../core/products/Product.ts"
import { productFilters } from "../../../core/products/productFilters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

export const createProduct = HttpApiEndpoint.post("createProduct", "/productos")
  .setPayload(ProductInput)
  .addSuccess(withStatus(201, ProductResource))
  .annotateContext(described("products:write", "Crea un producto o servicio", {
    description: "El `sku` no se repite en la organización: 409 `sku_repetido`.",
  }))

export const listProducts = HttpApiEndpoint.get("listProducts", "/productos")
  .setUrlParams(Schema.Struct({ ...listParameters, ...productFilters }))
  .addSuccess(listOf("ProductosPagina", ProductResource))
  .annotateContext(described("products:read", "Lista los productos y servicios"))

export const readProduct = HttpApiEndpoint.get("readProduct")`/productos/${id}`
  .addSuccess(ProductResource)
  .annotateContext(described("products:read", "Lee un producto"))

export const updateProduct = HttpApiEndpoint.patch("updateProduct")`/productos/${id}`
  .setPayload(ProductPatch)
  .addSuccess(ProductResource)
  .annotateContext(described("products:write", "Cambia un producto", {
    description: "Cambia las propiedades enviadas; null deja una vacía o en su valor por omisión.",
    bodyExample: { precio: 4.25, stock_minimo: 20 },
  }))

export const deleteProduct = HttpApiEndpoint.del("deleteProduct")`/productos/${id}`
  .annotateContext(described("products:write", "Borra un producto", {
    description: "Las líneas de factura que lo nombran se quedan como están.",
  }))

/** Goods and services for sale (contract, section 2.3). */
export const products = HttpApiGroup.make("productos")
  .add(createProduct)
  .add(listProducts)
  .add(readProduct)
  .add(updateProduct)
  .add(deleteProduct)
  .annotateContext(OpenApi.annotations({
    title: "Productos",
    description: "Bienes y servicios a la venta, con sus existencias. De ellos toman las líneas lo que omiten.",
  }))
