import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { InvoiceResource } from "../../../core/invoices/invoiceResource.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { StoreInput, StorePatch, StoreResource } from "../../../core/stores/Store.ts"
import { storeFilters } from "../../../core/stores/storeFilters.ts"
import { StoreOrderInput } from "../../../core/stores/StoreOrder.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

export const createStore = HttpApiEndpoint.post("createStore", "/tiendas")
  .setPayload(StoreInput)
  .addSuccess(withStatus(201, StoreResource))
  .annotateContext(described("stores:write", "Conecta una tienda", {
    bodyExample: { nombre: "Tienda en línea", plataforma: "woocommerce" },
  }))

export const listStores = HttpApiEndpoint.get("listStores", "/tiendas")
  .setUrlParams(Schema.Struct({ ...listParameters, ...storeFilters }))
  .addSuccess(listOf("TiendasPagina", StoreResource))
  .annotateContext(described("stores:read", "Lista las tiendas"))

export const readStore = HttpApiEndpoint.get("readStore")`/tiendas/${id}`
  .addSuccess(StoreResource)
  .annotateContext(described("stores:read", "Lee una tienda"))

export const updateStore = HttpApiEndpoint.patch("updateStore")`/tiendas/${id}`
  .setPayload(StorePatch)
  .addSuccess(StoreResource)
  .annotateContext(described("stores:write", "Cambia una tienda", {
    description: "Cambia las propiedades enviadas; ninguna puede ser null. Con `estado` hace lo que `pausar` y `reanudar`.",
    bodyExample: { nombre: "Tienda en línea", plataforma: "prestashop" },
  }))

export const deleteStore = HttpApiEndpoint.del("deleteStore")`/tiendas/${id}`
  .annotateContext(described("stores:write", "Desconecta una tienda; las facturas de sus pedidos quedan como están"))

export const pauseStore = HttpApiEndpoint.post("pauseStore")`/tiendas/${id}/pausar`
  .addSuccess(StoreResource)
  .annotateContext(described("stores:write", "Pausa una tienda: no admite pedidos nuevos"))

export const resumeStore = HttpApiEndpoint.post("resumeStore")`/tiendas/${id}/reanudar`
  .addSuccess(StoreResource)
  .annotateContext(described("stores:write", "Reanuda una tienda pausada"))

/** 201 the first time, 200 when the order had been imported before. */
export const importStoreOrder = HttpApiEndpoint.post("importStoreOrder")`/tiendas/${id}/pedidos`
  .setPayload(StoreOrderInput)
  .addSuccess(withStatus(201, InvoiceResource))
  .addSuccess(InvoiceResource)
  .annotateContext(described("stores:write", "Convierte un pedido de la tienda en un borrador de factura, una sola vez", {
    description: "El borrador se hace como el de `POST /facturas`, y así se emite o se cambia después. Repetido el pedido, " +
      "por su `referencia_externa`, responde 200 con su factura tal como está, y nada cambia, diga lo que diga lo demás.",
    bodyExample: {
      referencia_externa: "1001",
      lineas: [{ descripcion: "Consultoría", cantidad: 10, precio: 60, tipo_iva: 21, clase: "service", unidad: "h" }],
    },
  }))

/** Connected online stores (decisions, section 2). */
export const stores = HttpApiGroup.make("tiendas")
  .add(createStore)
  .add(listStores)
  .add(readStore)
  .add(updateStore)
  .add(deleteStore)
  .add(pauseStore)
  .add(resumeStore)
  .add(importStoreOrder)
  .annotateContext(OpenApi.annotations({
    title: "Tiendas",
    description: "Tiendas en línea conectadas. Cada pedido suyo se convierte en una factura, una sola vez.",
  }))
