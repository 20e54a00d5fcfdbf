import { Either } from "effect"
import { randomBytes } from "node:crypto"
import { addDays, type CivilDate } from "../../../core/calendar/civilDate.ts"
import { civilDateAt } from "../../../core/calendar/civilZone.ts"
import { instant } from "../../../core/calendar/instant.ts"
import type { InvoiceInput } from "../../../core/drafts/invoiceInput.ts"
import { makeUuid7 } from "../../../core/identifiers/uuid7.ts"
import { cents } from "../../../core/money/cents.ts"
import { decimal6, decimal6ToNumber, decimal8, decimal8ToNumber } from "../../../core/money/decimal.ts"
import { exclusiveTotals } from "../../../core/tax/totals.ts"

/**
 * The comparator's invoices: plain objects with the content and size of Talonario's, built by hand. Only rules are shared, such
 * as those for totals.
 */

/** What an invoice keeps about its customer, or about the company that issues it. */
export interface Party {
  readonly id?: string
  readonly nombre: string
  readonly nif: string
  readonly email: string | null
  readonly direccion?: string | null
  readonly cp?: string | null
  readonly ciudad?: string | null
}

interface Line {
  readonly id: string
  readonly producto_id: string | null
  readonly descripcion: string
  readonly cantidad: number
  readonly precio: number
  readonly precio_con_iva: null
  readonly descuento: number
  readonly tipo_iva: number
  readonly clase: string
  readonly unidad: string | null
  /** Cents. */
  readonly base: number
}

/** Amounts in cents. */
export interface Rate {
  readonly tipo_iva: number
  readonly base: number
  readonly cuota: number
  readonly tipo_recargo: number
  readonly cuota_recargo: number
}

/** What lists read of an invoice; amounts in cents. */
export interface ListedRow {
  readonly id: string
  readonly lifecycle: string
  readonly tipo_documento: string
  readonly tipo: string
  readonly serie: string
  readonly numero: number | null
  readonly contacto_id: string | null
  readonly recipient: Party | null
  readonly fecha_emision: string
  readonly fecha_vencimiento: string | null
  readonly plazos: string | null
  readonly forma_pago: string | null
  readonly fecha_cobro: string | null
  readonly notas: string | null
  readonly etiquetas: ReadonlyArray<string>
  readonly divisa: string
  readonly tipo_cambio: number
  readonly recargo_equivalencia: boolean
  readonly irpf: number
  readonly suplidos: number
  readonly base_imponible: number
  readonly cuota_iva: number
  readonly cuota_recargo: number
  readonly cuota_irpf: number
  readonly total: number
  readonly cobrado: number
  readonly registry: { readonly huella: string; readonly registrada_en: number; readonly qr: string } | null
  readonly creado: Date
  readonly created_sequence?: number
}

/** A whole invoice. */
export interface InvoiceRow extends ListedRow {
  readonly dias_vencimiento: number | null
  readonly lineas: ReadonlyArray<Line>
  readonly rates: ReadonlyArray<Rate>
  readonly issuer: Party | null
}

/** Identifiers in the order of time, which a competent developer would choose for the sake of indexes. */
export const newId = ((): (() => string) => {
  const next = makeUuid7((count) => randomBytes(count))
  return () => next(instant(Date.now()))
})()

/** The civil day of the company, which is on the peninsula. */
export const dayOf = (now: Date): CivilDate => civilDateAt("Europe/Madrid", instant(now.getTime()))

/** A draft with every default filled in and its totals. */
export const draftOf = (
  input: InvoiceInput,
  recipient: Party & { readonly id: string },
  dias_vencimiento: number | null,
  now: Date,
): InvoiceRow => {
  const lines = (input.lineas ?? []).map((line) => ({
    descripcion: line.descripcion ?? "",
    cantidad: line.cantidad ?? decimal6(1_000_000),
    precio: line.precio ?? decimal8(0n),
    descuento: line.descuento ?? decimal6(0),
    tipo_iva: line.tipo_iva ?? decimal6(21_000_000),
    clase: line.clase ?? "goods",
    unidad: line.unidad ?? null,
  }))
  const settings = { region: "peninsula", recargo_equivalencia: false, irpf: 0, suplidos: cents(0) } as const
  const totals = Either.getOrThrow(exclusiveTotals(lines, settings))
  const today = dayOf(now)
  return {
    id: newId(),
    lifecycle: "draft",
    tipo_documento: "invoice",
    tipo: "invoice",
    serie: "A",
    numero: null,
    contacto_id: recipient.id,
    recipient,
    issuer: null,
    fecha_emision: today,
    fecha_vencimiento: dias_vencimiento === null ? null : addDays(today, dias_vencimiento),
    dias_vencimiento,
    plazos: null,
    forma_pago: input.forma_pago ?? null,
    fecha_cobro: null,
    notas: input.notas ?? null,
    etiquetas: [],
    divisa: "EUR",
    tipo_cambio: 1,
    recargo_equivalencia: false,
    irpf: 0,
    suplidos: 0,
    cobrado: 0,
    lineas: lines.map((line, i) => ({
      id: newId(),
      producto_id: null,
      descripcion: line.descripcion,
      cantidad: decimal6ToNumber(line.cantidad),
      precio: decimal8ToNumber(line.precio),
      precio_con_iva: null,
      descuento: decimal6ToNumber(line.descuento),
      tipo_iva: decimal6ToNumber(line.tipo_iva),
      clase: line.clase,
      unidad: line.unidad,
      base: totals.lineBases[i] ?? 0,
    })),
    rates: totals.rates.map((rate) => ({
      tipo_iva: decimal6ToNumber(rate.tipo_iva),
      base: rate.base,
      cuota: rate.cuota,
      tipo_recargo: 0,
      cuota_recargo: 0,
    })),
    base_imponible: totals.base_imponible,
    cuota_iva: totals.cuota_iva,
    cuota_recargo: totals.cuota_recargo,
    cuota_irpf: totals.cuota_irpf,
    total: totals.total,
    registry: null,
    creado: now,
  }
}

/** The status as of a civil day. */
const statusOf = ({ cobrado, fecha_vencimiento, lifecycle, total }: ListedRow, today: string): string => {
  if (lifecycle !== "issued") return lifecycle
  if (total > 0 && cobrado >= total) return "paid"
  return fecha_vencimiento !== null && fecha_vencimiento < today ? "overdue" : "sent"
}

/** The invoice as lists and events show it, as of a civil day. */
export const summaryOf = (invoice: ListedRow, today: string) => ({
  id: invoice.id,
  serie: invoice.serie,
  numero: invoice.numero,
  referencia: invoice.numero === null ? null : `${invoice.serie}-${invoice.numero}`,
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
  tipo_cambio: invoice.tipo_cambio,
  base_imponible: invoice.base_imponible / 100,
  cuota_iva: invoice.cuota_iva / 100,
  recargo_equivalencia: invoice.recargo_equivalencia,
  cuota_recargo: invoice.cuota_recargo / 100,
  irpf: invoice.irpf,
  cuota_irpf: invoice.cuota_irpf / 100,
  suplidos: invoice.suplidos / 100,
  total: invoice.total / 100,
  cobrado: invoice.cobrado / 100,
  pendiente: Math.max(0, invoice.total - invoice.cobrado) / 100,
  creado: invoice.creado.toISOString(),
  verifactu: {
    registrada: invoice.registry !== null,
    huella: invoice.registry?.huella ?? null,
    registrada_en: invoice.registry === null ? null : new Date(invoice.registry.registrada_en).toISOString(),
    aeat: null,
  },
  contacto: invoice.recipient === null ? null : {
    id: invoice.contacto_id,
    nombre: invoice.recipient.nombre,
    nif: invoice.recipient.nif,
    email: invoice.recipient.email,
  },
})

/** The invoice with its lines, as of a civil day. */
export const resourceOf = (invoice: InvoiceRow, today: string) => ({
  ...summaryOf(invoice, today),
  lineas: invoice.lineas.map((line) => ({
    id: line.id,
    producto_id: line.producto_id,
    descripcion: line.descripcion,
    cantidad: line.cantidad,
    precio: line.precio,
    descuento: line.descuento,
    tipo_iva: line.tipo_iva,
    clase: line.clase,
    unidad: line.unidad,
  })),
})
export type Resource = ReturnType<typeof resourceOf>
export type Summary = ReturnType<typeof summaryOf>
