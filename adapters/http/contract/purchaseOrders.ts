import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { PurchaseOrderInput, PurchaseOrderPatch, PurchaseOrderResource } from "../../../core/purchases/PurchaseOrder.ts"
import { purchaseOrderFilters } from "../../../core/purchases/purchaseOrderFilters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

export const createPurchaseOrder = HttpApiEndpoint.post("createPurchaseOrder", "/pedidos-compra")
  .setPayload(PurchaseOrderInput)
  .addSuccess(withStatus(201, PurchaseOrderResource))
  .annotateContext(described("purchases:write", "Hace un pedido de compra a un proveedor", {
    description: "De su producto, una línea toma lo que omite, salvo el precio, que es de venta. " +
      "Con `estado` `received` sube el stock en el mismo momento, como con PATCH.",
  }))

export const listPurchaseOrders = HttpApiEndpoint.get("listPurchaseOrders", "/pedidos-compra")
  .setUrlParams(Schema.Struct({ ...listParameters, ...purchaseOrderFilters }))
  .addSuccess(listOf("PedidosDeCompraPagina", PurchaseOrderResource))
  .annotateContext(described("purchases:read", "Lista los pedidos de compra"))

export const readPurchaseOrder = HttpApiEndpoint.get("readPurchaseOrder")`/pedidos-compra/${id}`
  .addSuccess(PurchaseOrderResource)
  .annotateContext(described("purchases:read", "Lee un pedido de compra"))

export const updatePurchaseOrder = HttpApiEndpoint.patch("updatePurchaseOrder")`/pedidos-compra/${id}`
  .setPayload(PurchaseOrderPatch)
  .addSuccess(PurchaseOrderResource)
  .annotateContext(described("purchases:write", "Cambia un pedido de compra; recibido o cancelado, solo notas", {
    description: "Cambia las propiedades enviadas; null deja una vacía o en su valor por omisión. " +
      "Con `estado` `received` sube el stock de los bienes de sus líneas, una sola vez.",
    bodyExample: { estado: "received" },
  }))

export const deletePurchaseOrder = HttpApiEndpoint.del("deletePurchaseOrder")`/pedidos-compra/${id}`
  .annotateContext(described("purchases:write", "Borra un pedido de compra que no se haya recibido"))

/** What is ordered of suppliers (decisions, section 2). */
export const purchaseOrders = HttpApiGroup.make("pedidosCompra")
  .add(createPurchaseOrder)
  .add(listPurchaseOrders)
  .add(readPurchaseOrder)
  .add(updatePurchaseOrder)
  .add(deletePurchaseOrder)
  .annotateContext(OpenApi.annotations({
    title: "Pedidos de compra",
    description: "Lo que se pide a los proveedores. Al recibirlo sube el stock; desde entonces, o cancelado, " +
      "de un pedido solo cambian sus `notas`.",
  }))
