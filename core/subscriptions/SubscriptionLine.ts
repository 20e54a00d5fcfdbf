import { Schema } from "effect"
import type { LineInput } from "../drafts/invoiceInput.ts"
import { nullableText, orNull } from "../fields/fieldSchemas.ts"
import { LineClass } from "../invoices/Invoice.ts"
import { decimal6ToNumber, decimal8ToNumber } from "../money/decimal.ts"

/**
 * A line as it was sent, with null for what was omitted. What is null comes from the product, or the defaults, when a period
 * is invoiced, so that the invoice has the product's price of that day.
 */
export type SubscriptionLine = { readonly [Field in keyof LineInput]-?: Exclude<LineInput[Field], undefined> }

const nullableNumber = Schema.NullOr(Schema.Number)

/** The line as it is shown. */
export const SubscriptionLineResource = Schema.Struct({
  producto_id: nullableText,
  descripcion: nullableText,
  cantidad: nullableNumber,
  precio: nullableNumber,
  descuento: nullableNumber,
  tipo_iva: nullableNumber,
  clase: Schema.NullOr(LineClass),
  unidad: nullableText,
}).annotations({ identifier: "LineaDeSuscripcion" })
export type SubscriptionLineResource = typeof SubscriptionLineResource.Type

/** Makes the stored line of one that was sent. */
export const subscriptionLine = (line: LineInput): SubscriptionLine => ({
  producto_id: orNull(line.producto_id),
  descripcion: line.descripcion ?? null,
  cantidad: line.cantidad ?? null,
  precio: line.precio ?? null,
  descuento: line.descuento ?? null,
  tipo_iva: line.tipo_iva ?? null,
  clase: line.clase ?? null,
  unidad: orNull(line.unidad),
})

const numberOrNull = <Decimal>(value: Decimal | null, toNumber: (value: Decimal) => number): number | null =>
  value === null ? null : toNumber(value)

/** Writes the line as it is shown. */
export const subscriptionLineResource = (line: SubscriptionLine): SubscriptionLineResource => ({
  producto_id: line.producto_id,
  descripcion: line.descripcion,
  cantidad: numberOrNull(line.cantidad, decimal6ToNumber),
  precio: numberOrNull(line.precio, decimal8ToNumber),
  descuento: numberOrNull(line.descuento, decimal6ToNumber),
  tipo_iva: numberOrNull(line.tipo_iva, decimal6ToNumber),
  clase: line.clase,
  unidad: line.unidad,
})
