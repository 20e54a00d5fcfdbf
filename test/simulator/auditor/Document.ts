import type { Region } from "../../../core/tax/regions.ts"
import { anything } from "./difference.ts"
import { shownNumber } from "./exact.ts"

/** A line in whole units: quantity and percentages with six decimal places, prices with eight. */
export interface Line {
  readonly id: string
  readonly producto_id: string | null
  readonly descripcion: string
  readonly cantidad: bigint
  /** The price as it was sent: including tax where the document's prices do. */
  readonly sent: bigint
  readonly precio: bigint
  readonly descuento: bigint
  readonly tipo_iva: bigint
  readonly clase: string
  readonly unidad: string | null
}

/** Amounts in cents. */
export interface Figures {
  readonly base_imponible: number
  readonly cuota_iva: number
  readonly cuota_recargo: number
  readonly cuota_irpf: number
  readonly total: number
}

/** What a document shows of its customer. */
export interface Party {
  readonly id: string
  readonly nombre: unknown
  readonly nif: unknown
  readonly email: unknown
}

export type DocumentKind = "invoice" | "quote" | "delivery" | "proforma"

/** A document in these books: dates as texts, amounts in cents unless told otherwise. */
export interface Document extends Figures {
  readonly id: string
  readonly region: Region
  readonly kind: DocumentKind
  readonly tipo: "invoice" | "rectificative"
  readonly lifecycle: "draft" | "issued" | "cancelled"
  readonly serie: string
  /** Whether the series is the default, not chosen. */
  readonly seriesIsDefault: boolean
  readonly numero: number | null
  readonly wanted: number | null
  readonly contact: string | null
  /** The customer as of the issue; meaningless in a draft. */
  readonly party: Party | null
  readonly fecha_emision: string
  readonly dateIsDefault: boolean
  readonly fecha_vencimiento: string | null
  /** Days until the due date; null when the date itself was given, or there is none. */
  readonly days: number | null
  readonly plazos: string | null
  readonly forma_pago: string | null
  readonly notas: string | null
  readonly internal: string | null
  readonly etiquetas: ReadonlyArray<string>
  readonly divisa: string
  /** Millionths. */
  readonly tipo_cambio: bigint
  readonly inclusive: boolean
  readonly recargo: boolean
  readonly irpf: number
  readonly suplidos: number
  readonly lines: ReadonlyArray<Line>
  readonly cobrado: number
  readonly fecha_cobro: string | null
  /** The id of the invoice that it corrects. */
  readonly original: string | null
  readonly metodo: "diferencias" | "sustitucion"
  /** Whether this rectification by differences was issued after its original had been exchanged. */
  readonly apart: boolean
  readonly tickets: ReadonlyArray<string>
  /** Whether its original, or its original's original, is a simplified invoice. */
  readonly ofSimplified: boolean
  readonly answer: boolean | null
  readonly became: string | null
  readonly record: { readonly huella: string; readonly at: string } | null
  readonly issuedDay: string | null
  readonly creado: string
}

/** Cents still to be collected. */
export const outstanding = ({ cobrado, total }: Pick<Document, "cobrado" | "total">): number => Math.max(0, total - cobrado)

/** `estado` on that day. */
const statusOn = (document: Document, today: string): string => {
  if (document.lifecycle !== "issued") return document.lifecycle
  if (document.kind !== "invoice") return "sent"
  if (outstanding(document) === 0) return document.total > 0 ? "paid" : "sent"
  const { fecha_vencimiento, issuedDay } = document
  const isLate = fecha_vencimiento !== null && fecha_vencimiento < today && (issuedDay ?? "") < today
  return isLate ? "overdue" : "sent"
}

/** The document as lists and events show it. */
export const summary = (document: Document, party: Party | null, today: string) => ({
  id: document.id,
  serie: document.serie,
  numero: document.numero,
  referencia: document.numero === null ? null : `${document.serie}-${document.numero}`,
  tipo_documento: document.kind,
  tipo: document.tipo,
  estado: statusOn(document, today),
  fecha_emision: document.fecha_emision,
  fecha_vencimiento: document.fecha_vencimiento,
  plazos: document.plazos,
  forma_pago: document.forma_pago,
  fecha_cobro: document.fecha_cobro,
  notas: document.notas,
  etiquetas: document.etiquetas,
  divisa: document.divisa,
  tipo_cambio: shownNumber(document.tipo_cambio, 6),
  base_imponible: document.base_imponible / 100,
  cuota_iva: document.cuota_iva / 100,
  recargo_equivalencia: document.recargo,
  cuota_recargo: document.cuota_recargo / 100,
  irpf: document.irpf,
  cuota_irpf: document.cuota_irpf / 100,
  suplidos: document.suplidos / 100,
  total: document.total / 100,
  cobrado: document.cobrado / 100,
  pendiente: outstanding(document) / 100,
  creado: document.creado,
  verifactu: {
    registrada: document.record !== null,
    huella: document.record?.huella ?? null,
    registrada_en: document.record?.at ?? null,
    aeat: document.record === null ? null : anything,
  },
  contacto: party,
})

/** The document as a read of it shows it. */
export const whole = (document: Document, party: Party | null, today: string) => ({
  ...summary(document, party, today),
  lineas: document.lines.map((line) => ({
    id: line.id,
    producto_id: line.producto_id,
    descripcion: line.descripcion,
    cantidad: shownNumber(line.cantidad, 6),
    precio: shownNumber(line.precio, 8),
    descuento: shownNumber(line.descuento, 6),
    tipo_iva: shownNumber(line.tipo_iva, 6),
    clase: line.clase,
    unidad: line.unidad,
  })),
})
