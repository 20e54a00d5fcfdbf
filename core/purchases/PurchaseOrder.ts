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

/** An order to a supplier (decisions, section 2). */
export interface PurchaseOrder {
  readonly organizationId: OrganizationId
  readonly id: string
  /** Id of a contact, which was a supplier when it was chosen and may have been deleted since. */
  readonly proveedor_id: string
  readonly lineas: ReadonlyArray<PurchaseOrderLine>
  readonly fecha: CivilDate
  readonly notas: string | null
  readonly estado: PurchaseOrderState
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}

/** A line of a purchase order. Its product may have been deleted since. */
export interface PurchaseOrderLine {
  readonly producto_id: string | null
  readonly descripcion: string
  /** Above zero. */
  readonly cantidad: Decimal6
  /** The price at which a unit is bought, without tax. It never comes from the product, whose price is for sale. */
  readonly precio: Decimal8
  /** Percent. */
  readonly descuento: Decimal6
  /** Percent. */
  readonly tipo_iva: Decimal6
  /** Goods raise the stock when the order is received. */
  readonly clase: LineClass
  readonly unidad: string | null
}

/** The least quantity that can be ordered: a millionth. */
const leastQuantity = 0.000001

/** A line in the body of an order (decisions, section 2). What it omits comes from the product, or is the default. */
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
  // Without a product there is nothing else from which the description could come.
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

/** The body that creates an order (decisions, section 2): a supplier and at least one line; `ordered` by default. */
export const PurchaseOrderInput = Schema.Struct({ proveedor_id, lineas, ...omissible })
  .annotations({ identifier: "PedidoDeCompraNuevo" })
export type PurchaseOrderInput = typeof PurchaseOrderInput.Type

/** The body that changes an order. Null resets a property to null or its default; supplier, lines and state take no null. */
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
