import type { Invoice } from "../invoices/Invoice.ts"
import { reference } from "../numbering/series.ts"

/** What of an invoice is held against its records; it is read by the million, so nothing more is. */
export interface RegisteredInvoice
  extends
    Pick<Invoice, "id" | "lifecycle" | "serie" | "numero" | "fecha_emision" | "tipo_cambio">,
    Pick<Invoice, "base_imponible" | "cuota_iva" | "cuota_recargo" | "cuota_irpf" | "suplidos" | "total">
{
  /** Of the issuer; null for a draft. */
  readonly nif: string | null
  /** `huella` of its link to the registry; null for an invoice that has none. */
  readonly huella: string | null
}

/** The same of a whole invoice. */
export const registeredInvoice = (invoice: Invoice): RegisteredInvoice => ({
  id: invoice.id,
  lifecycle: invoice.lifecycle,
  serie: invoice.serie,
  numero: invoice.numero,
  fecha_emision: invoice.fecha_emision,
  tipo_cambio: invoice.tipo_cambio,
  base_imponible: invoice.base_imponible,
  cuota_iva: invoice.cuota_iva,
  cuota_recargo: invoice.cuota_recargo,
  cuota_irpf: invoice.cuota_irpf,
  suplidos: invoice.suplidos,
  total: invoice.total,
  nif: invoice.issuer?.nif ?? null,
  huella: invoice.registry?.huella ?? null,
})

/** NumSerieFactura of its records; undefined for one without number. */
export const numberOf = ({ numero, serie }: Pick<RegisteredInvoice, "numero" | "serie">): string | undefined =>
  numero === null ? undefined : reference(serie, numero)
