import { Either } from "effect"
import { randomBytes } from "node:crypto"
import { addDays, type CivilDate } from "../../core/calendar/civilDate.ts"
import { civilDateAt } from "../../core/calendar/civilZone.ts"
import { instant } from "../../core/calendar/instant.ts"
import { makeUuid7 } from "../../core/identifiers/uuid7.ts"
import type { InvoiceInput } from "../../core/invoices/invoiceInput.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6, decimal6ToNumber, decimal8, decimal8ToNumber } from "../../core/money/decimal.ts"
import { exclusiveTotals } from "../../core/tax/totals.ts"

/**
 * The invoices of the comparator: plain objects with the content and size of ours, built as one would by hand.
 * Of ours it takes only the rules, such as the totals.
 */

/** What an invoice keeps of its customer, and of the company that issues it. */
export interface Party {
  readonly id?: string
  readonly nombre: string
  readonly nif: string
  readonly email: string | null
}

interface Line {
  readonly id: string
  readonly producto_id: null
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

/** An invoice as the database gives it; amounts in cents. */
export interface InvoiceRow {
  readonly id: string
  readonly lifecycle: string
  readonly serie: string
  readonly numero: number | null
  readonly contacto_id: string
  readonly recipient: Party
  readonly fecha_emision: string
  readonly fecha_vencimiento: string | null
  readonly dias_vencimiento: number | null
  readonly forma_pago: string | null
  readonly notas: string | null
  readonly irpf: number
  readonly lineas: ReadonlyArray<Line>
  readonly rates: ReadonlyArray<Rate>
  readonly base_imponible: number
  readonly cuota_iva: number
  readonly cuota_irpf: number
  readonly total: number
  readonly registry: { readonly huella: string; readonly registrada_en: number; readonly qr: string } | null
  readonly creado: Date
}

/** Identifiers in the order of time, as a competent program has them for the sake of its indexes. */
export const newId = ((): (() => string) => {
  const next = makeUuid7((count) => randomBytes(count))
  return () => next(instant(Date.now()))
})()

/** The civil day of the company, which is of the peninsula. */
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
    serie: "A",
    numero: null,
    contacto_id: recipient.id,
    recipient,
    fecha_emision: today,
    fecha_vencimiento: dias_vencimiento === null ? null : addDays(today, dias_vencimiento),
    dias_vencimiento,
    forma_pago: input.forma_pago ?? null,
    notas: input.notas ?? null,
    irpf: 0,
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
    cuota_irpf: totals.cuota_irpf,
    total: totals.total,
    registry: null,
    creado: now,
  }
}

/** The invoice as lists and events show it. */
export const summaryOf = (invoice: InvoiceRow) => ({
  id: invoice.id,
  serie: invoice.serie,
  numero: invoice.numero,
  referencia: invoice.numero === null ? null : `${invoice.serie}-${invoice.numero}`,
  tipo_documento: "invoice",
  tipo: "invoice",
  estado: invoice.lifecycle === "draft" ? "draft" : "sent",
  fecha_emision: invoice.fecha_emision,
  fecha_vencimiento: invoice.fecha_vencimiento,
  plazos: null,
  forma_pago: invoice.forma_pago,
  fecha_cobro: null,
  notas: invoice.notas,
  etiquetas: [],
  divisa: "EUR",
  tipo_cambio: 1,
  base_imponible: invoice.base_imponible / 100,
  cuota_iva: invoice.cuota_iva / 100,
  recargo_equivalencia: false,
  cuota_recargo: 0,
  irpf: invoice.irpf,
  cuota_irpf: invoice.cuota_irpf / 100,
  suplidos: 0,
  total: invoice.total / 100,
  cobrado: 0,
  pendiente: invoice.total / 100,
  creado: invoice.creado.toISOString(),
  verifactu: {
    registrada: invoice.registry !== null,
    huella: invoice.registry?.huella ?? null,
    registrada_en: invoice.registry === null ? null : new Date(invoice.registry.registrada_en).toISOString(),
    aeat: null,
  },
  contacto: {
    id: invoice.contacto_id,
    nombre: invoice.recipient.nombre,
    nif: invoice.recipient.nif,
    email: invoice.recipient.email,
  },
})

/** The invoice with its lines: the body of the answer. */
export const resourceOf = (invoice: InvoiceRow): string =>
  JSON.stringify({
    ...summaryOf(invoice),
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
