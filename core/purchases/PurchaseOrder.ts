import { Schema } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import {
  besideItsParts,
  dateOrDateTime,
  decimal6,
  list,
  nullableText,
  optional,
  orNull,
  shownDay,
  text,
  unitPrice,
} from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { LineClass } from "../invoices/Invoice.ts"
import { invoiceLinesMax } from "../invoices/roomForLines.ts"
import { type Decimal6, decimal6ToNumber, type Decimal8, decimal8ToNumber, decimalMax } from "../money/decimal.ts"
import { PurchaseOrderState } from "./purchaseOrderState.ts"

/** What is ordered of a supplier (decisions, section 2). */
export interface PurchaseOrder {
  readonly organizationId: OrganizationId
  readonly id: string
  /** Of a contact that was a supplier when it was chosen; it may be gone since. */
  readonly proveedor_id: string
  readonly lineas: ReadonlyArray<PurchaseOrderLine>
  readonly fecha: CivilDate
  readonly notas: string | null
  readonly estado: PurchaseOrderState
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}

/** A line of a purchase order; its product may be gone since. */
export interface PurchaseOrderLine {
  readonly producto_id: string | null
  readonly descripcion: string
  /** Above zero. */
  readonly cantidad: Decimal6
  /** What a unit is bought for, without tax; never the product's own price, at which it is sold. */
  readonly precio: Decimal8
  /** Percent. */
  readonly descuento: Decimal6
  /** Percent. */
  readonly tipo_iva: Decimal6
  /** Whether its receipt raises stock. */
  readonly clase: LineClass
  readonly unidad: string | null
}

/** The least that can be ordered of anything: a millionth. */
const leastQuantity = 0.000001

/** A line as it is sent (decisions, section 2); what it omits comes from the product or is the default. */
export const PurchaseOrderLineInput = Schema.Struct({
  producto_id: optional(text({ max: 64 })),
  descripcion: optional(text({ min: 1, max: 1000 })),
  cantidad: optional(decimal6({ min: leastQuantity, max: decimalMax })),
  precio: optional(unitPrice({ min: 0, max: decimalMax })),
  descuento: optional(decimal6({ min: 0, max: 100 })),
  tipo_iva: optional(decimal6({ min: 0, max: 100 })),
  clase: optional(LineClass),
  unidad: optional(text({ max: 20 })),
}).pipe(
  // Without a product there is nowhere else to take it from.
  Schema.filter(({ descripcion, producto_id }) =>
    orNull(producto_id) === null && (descripcion === undefined || descripcion === null)
      ? [{ path: ["descripcion"], message: "es obligatorio" }]
      : [], besideItsParts),
).annotations({ identifier: "LineaDePedidoDeCompraNueva" })
export type PurchaseOrderLineInput = typeof PurchaseOrderLineInput.Type

const proveedor_id = text({ min: 1, max: 40 })
const lineas = list(PurchaseOrderLineInput, invoiceLinesMax, 1)

const omissible = {
  fecha: optional(dateOrDateTime),
  notas: optional(text({ max: 5000 })),
  estado: Schema.optionalWith(PurchaseOrderState, { exact: true }),
}

/** What a new order is made of (decisions, section 2): `proveedor_id` and at least one line. It is `ordered` unless told. */
export const PurchaseOrderInput = Schema.Struct({ proveedor_id, lineas, ...omissible })
  .annotations({ identifier: "PedidoDeCompraNuevo" })
export type PurchaseOrderInput = typeof PurchaseOrderInput.Type

/** What changes of an order; null resets to null or to the default, which supplier, lines and state have not. */
export const PurchaseOrderPatch = Schema.Struct({
  proveedor_id: Schema.optionalWith(proveedor_id, { exact: true }),
  lineas: Schema.optionalWith(lineas, { exact: true }),
  ...omissible,
}).annotations({ identifier: "PedidoDeCompraCambios" })
export type PurchaseOrderPatch = typeof PurchaseOrderPatch.Type

/** A line as it is shown; every key always present. */
export const PurchaseOrderLineResource = Schema.Struct({
  producto_id: nullableText,
  descripcion: Schema.String,
  cantidad: Schema.Number,
  precio: Schema.Number,
  descuento: Schema.Number,
  tipo_iva: Schema.Number,
  clase: LineClass,
  unidad: nullableText,
}).annotations({ identifier: "LineaDePedidoDeCompra" })

/** The order as it is shown (decisions, section 2); every key always present. */
export const PurchaseOrderResource = Schema.Struct({
  id: Schema.String,
  proveedor_id: Schema.String,
  lineas: Schema.Array(PurchaseOrderLineResource),
  fecha: shownDay,
  notas: nullableText,
  estado: PurchaseOrderState,
  creado: Schema.String,
}).annotations({ identifier: "PedidoDeCompra" })
export type PurchaseOrderResource = typeof PurchaseOrderResource.Type

const lineResource = (line: PurchaseOrderLine): typeof PurchaseOrderLineResource.Type => ({
  producto_id: line.producto_id,
  descripcion: line.descripcion,
  cantidad: decimal6ToNumber(line.cantidad),
  precio: decimal8ToNumber(line.precio),
  descuento: decimal6ToNumber(line.descuento),
  tipo_iva: decimal6ToNumber(line.tipo_iva),
  clase: line.clase,
  unidad: line.unidad,
})

/** Writes the order as it is shown, its lines in their order. */
export const purchaseOrderResource = (order: PurchaseOrder): PurchaseOrderResource => ({
  id: order.id,
  proveedor_id: order.proveedor_id,
  lineas: order.lineas.map(lineResource),
  fecha: order.fecha,
  notas: order.notas,
  estado: order.estado,
  creado: isoInstant(order.creado),
})
