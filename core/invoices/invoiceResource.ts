import { Schema } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { isoInstant, isoInstantOrNull } from "../calendar/instant.ts"
import { nullableText } from "../fields/fieldSchemas.ts"
import { centsToNumber } from "../money/cents.ts"
import { decimal6ToNumber, decimal8ToNumber } from "../money/decimal.ts"
import { DocumentKind, type Invoice, InvoiceKind, type InvoiceLine, LineClass, type ListedInvoice, PaymentForm } from "./Invoice.ts"
import { reference } from "./reference.ts"
import { InvoiceStatus, outstanding, statusOf } from "./status.ts"

/** A line as the contract shows it (section 2.5). */
export const LineResource = Schema.Struct({
  id: Schema.String,
  producto_id: nullableText,
  descripcion: Schema.String,
  cantidad: Schema.Number,
  precio: Schema.Number,
  descuento: Schema.Number,
  tipo_iva: Schema.Number,
  clase: LineClass,
  unidad: nullableText,
}).annotations({ identifier: "Linea" })
export type LineResource = typeof LineResource.Type

const summaryFields = {
  id: Schema.String,
  serie: Schema.String,
  numero: Schema.NullOr(Schema.Int),
  referencia: nullableText,
  tipo_documento: DocumentKind,
  tipo: InvoiceKind,
  estado: InvoiceStatus,
  fecha_emision: Schema.String,
  fecha_vencimiento: nullableText,
  plazos: nullableText,
  forma_pago: Schema.NullOr(PaymentForm),
  fecha_cobro: nullableText,
  notas: nullableText,
  etiquetas: Schema.Array(Schema.String),
  divisa: Schema.String,
  tipo_cambio: Schema.Number,
  base_imponible: Schema.Number,
  cuota_iva: Schema.Number,
  recargo_equivalencia: Schema.Boolean,
  cuota_recargo: Schema.Number,
  irpf: Schema.Int,
  cuota_irpf: Schema.Number,
  suplidos: Schema.Number,
  total: Schema.Number,
  cobrado: Schema.Number,
  pendiente: Schema.Number,
  creado: Schema.String,
  verifactu: Schema.Struct({
    registrada: Schema.Boolean,
    huella: nullableText,
    registrada_en: nullableText,
    aeat: nullableText,
  }),
  contacto: Schema.NullOr(
    Schema.Struct({ id: Schema.String, nombre: Schema.String, nif: nullableText, email: nullableText }),
  ),
}

/** The invoice in lists and events: without its lines (contract, section 2.5). Amounts in units, with two decimals. */
export const InvoiceSummary = Schema.Struct(summaryFields).annotations({ identifier: "FacturaResumen" })
export type InvoiceSummary = typeof InvoiceSummary.Type

/** The invoice with its lines (contract, section 2.5). */
export const InvoiceResource = Schema.Struct({ ...summaryFields, lineas: Schema.Array(LineResource) }).annotations({
  identifier: "Factura",
})
export type InvoiceResource = typeof InvoiceResource.Type

/** Series and number joined with a hyphen; null while draft. */
export const referenceOf = (invoice: Pick<Invoice, "serie" | "numero">): string | null =>
  invoice.numero === null ? null : reference(invoice.serie, invoice.numero)

/** Writes the invoice as lists and events show it, with its status as of the given civil day. */
export const invoiceSummary = (invoice: ListedInvoice, today: CivilDate): InvoiceSummary => ({
  id: invoice.id,
  serie: invoice.serie,
  numero: invoice.numero,
  referencia: referenceOf(invoice),
  tipo_documento: invoice.tipo_documento,
  tipo: invoice.tipo,
  estado: statusOf(invoice, today),
  fecha_emision: invoice.fecha_emision,
  fecha_vencimiento: invoice.fecha_vencimiento,
  plazos: invoice.plazos,
  forma_pago: invoice.forma_pago,
  fecha_cobro: invoice.fecha_cobro,
  notas: invoice.notas,
  etiquetas: invoice.etiquetas,
  divisa: invoice.divisa,
  tipo_cambio: decimal6ToNumber(invoice.tipo_cambio),
  base_imponible: centsToNumber(invoice.base_imponible),
  cuota_iva: centsToNumber(invoice.cuota_iva),
  recargo_equivalencia: invoice.recargo_equivalencia,
  cuota_recargo: centsToNumber(invoice.cuota_recargo),
  irpf: invoice.irpf,
  cuota_irpf: centsToNumber(invoice.cuota_irpf),
  suplidos: centsToNumber(invoice.suplidos),
  total: centsToNumber(invoice.total),
  cobrado: centsToNumber(invoice.cobrado),
  pendiente: centsToNumber(outstanding(invoice)),
  creado: isoInstant(invoice.creado),
  verifactu: {
    registrada: invoice.registry !== null,
    huella: invoice.registry?.huella ?? null,
    registrada_en: isoInstantOrNull(invoice.registry?.registrada_en ?? null),
    aeat: invoice.registry?.aeat ?? null,
  },
  contacto:
    invoice.recipient === null
      ? null
      : {
          id: invoice.recipient.id,
          nombre: invoice.recipient.nombre,
          nif: invoice.recipient.nif,
          email: invoice.recipient.email,
        },
})

/** Writes the invoice with its lines, with its status as of the given civil day. */
export const invoiceResource = (invoice: Invoice, today: CivilDate): InvoiceResource =>
  Object.assign(invoiceSummary(invoice, today), { lineas: invoice.lineas.map(lineResource) })

/** The invoice as lists and events show it. */
export const withoutLines = (invoice: InvoiceResource): InvoiceSummary => {
  const { lineas: _, ...summary } = invoice
  return summary
}

const lineResource = (line: InvoiceLine): LineResource => ({
  id: line.id,
  producto_id: line.producto_id,
  descripcion: line.descripcion,
  cantidad: decimal6ToNumber(line.cantidad),
  precio: decimal8ToNumber(line.precio),
  descuento: decimal6ToNumber(line.descuento),
  tipo_iva: decimal6ToNumber(line.tipo_iva),
  clase: line.clase,
  unidad: line.unidad,
})
