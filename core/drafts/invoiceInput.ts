import { Schema } from "effect"
import {
  amount,
  besideItsParts,
  currency,
  dateOrDateTime,
  decimal6,
  labels,
  list,
  optional,
  orNull,
  text,
  unitPrice,
  wholeNumber,
} from "../fields/fieldSchemas.ts"
import { DocumentKind, LineClass, PaymentForm } from "../invoices/Invoice.ts"
import { invoiceLinesMax } from "../invoices/roomForLines.ts"
import { euroRate, isCurrency } from "../money/currency.ts"
import { type Decimal6, decimal6FromNumber, decimalMax } from "../money/decimal.ts"
import { seriesPattern, seriesProblem } from "../numbering/series.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { exchangeIssues, exchangeRateIssue } from "./contradictions.ts"

/** The `serie` of a body; empty text means none. */
export const SeriesInput = optional(
  text({ max: 16 }).pipe(
    Schema.filter((value) => (value === "" ? undefined : seriesProblem(value)), {
      jsonSchema: { pattern: seriesPattern },
      arbitrary: () => (fc) => fc.constantFrom("", "A", "2026/R-1", "b._"),
    }),
  ),
)

/** A line in a body (contract, section 2.5; decisions, section 2). Without `producto_id` it must have a text and a price. */
export const LineInput = Schema.Struct({
  producto_id: optional(text({ max: 64 })),
  descripcion: optional(text({ min: 1, max: 1000 })),
  cantidad: optional(decimal6({ min: -decimalMax, max: decimalMax })),
  precio: optional(unitPrice({ min: -decimalMax, max: decimalMax })),
  descuento: optional(decimal6({ min: 0, max: 100 })),
  tipo_iva: optional(decimal6({ min: 0, max: 100 })),
  clase: optional(LineClass),
  unidad: optional(text({ max: 20 })),
}).pipe(
  Schema.filter(({ descripcion, precio, producto_id }) => {
    if (orNull(producto_id) !== null) return []
    const missing: Array<Schema.FilterIssue> = []
    if (descripcion === undefined || descripcion === null) missing.push({ path: ["descripcion"], message: "es obligatorio" })
    if (precio === undefined || precio === null) missing.push({ path: ["precio"], message: "es obligatorio" })
    return missing
  }, besideItsParts),
).annotations({ identifier: "LineaNueva" })
export type LineInput = typeof LineInput.Type

const atTheirFields = (issues: ReadonlyArray<FieldIssue>): ReadonlyArray<Schema.FilterIssue> =>
  issues.map(({ campo, motivo }) => ({ path: [campo], message: motivo }))

/** Currency and exchange rate in the body of a draft, as they were sent or decoded. */
interface SentRate {
  readonly divisa?: string | null | undefined
  readonly tipo_cambio?: Decimal6 | null | undefined
}

/** The filter against a currency and an exchange rate that contradict each other (`exchangeRateIssue`). */
export const rateIssues = ({ divisa, tipo_cambio }: SentRate): ReadonlyArray<Schema.FilterIssue> => {
  // Where another property is invalid, a filter sees the body as it was sent: a rate is then a plain number, not rounded yet, or
  // something that is refused by itself.
  const isNumber = typeof tipo_cambio === "number"
  const rate = isNumber && decimal6FromNumber(tipo_cambio) === euroRate ? euroRate : tipo_cambio ?? null
  const isRate = isNumber || rate === null
  const issue = isRate && typeof divisa === "string" && isCurrency(divisa) ? exchangeRateIssue(divisa, rate) : undefined
  return issue === undefined ? [] : atTheirFields([issue])
}

/**
 * What a new draft is made of (contract, section 2.5; decisions, section 2). `facturas_sustituidas` has the ids of simplified
 * invoices that it is issued in exchange for (AEAT, TipoFactura F3): 1000 at most, as many as a record can name.
 */
export const InvoiceInput = Schema.Struct({
  tipo_documento: optional(DocumentKind),
  serie: SeriesInput,
  numero: optional(wholeNumber(1, 999_999_999_999)),
  contacto_id: optional(text({ max: 64 })),
  fecha_emision: optional(dateOrDateTime),
  fecha_vencimiento: optional(dateOrDateTime),
  plazos: optional(text({ max: 64 })),
  forma_pago: optional(PaymentForm),
  notas: optional(text({ max: 4000 })),
  notas_internas: optional(text({ max: 4000 })),
  etiquetas: optional(labels(12)),
  divisa: optional(currency),
  tipo_cambio: optional(decimal6({ min: 0, max: decimalMax })),
  irpf: optional(wholeNumber(0, 100)),
  recargo_equivalencia: optional(Schema.Boolean),
  suplidos: optional(amount({ min: 0 })),
  lineas: optional(list(LineInput, invoiceLinesMax)),
  precios_con_iva: optional(Schema.Boolean),
  facturas_sustituidas: optional(list(text({ min: 1, max: 64 }), 1000)),
}).pipe(
  Schema.filter(({ contacto_id, divisa, facturas_sustituidas, tipo_cambio, tipo_documento }) => {
    const exchanges = Array.isArray(facturas_sustituidas) && facturas_sustituidas.length > 0
    return [...rateIssues({ divisa, tipo_cambio }), ...(exchanges ? atTheirFields(exchangeIssues(tipo_documento, contacto_id)) : [])]
  }, besideItsParts),
).annotations({ identifier: "FacturaNueva" })
export type InvoiceInput = typeof InvoiceInput.Type
