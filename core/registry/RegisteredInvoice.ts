import type { Invoice, Lifecycle } from "../invoices/Invoice.ts"
import { reference } from "../numbering/series.ts"

/** What of an invoice is held against its records; it is read by the million, so nothing more is. */
export interface RegisteredInvoice
  extends
    Pick<Invoice, "id" | "serie" | "numero" | "fecha_emision" | "tipo_cambio">,
    Pick<Invoice, "base_imponible" | "cuota_iva" | "cuota_recargo" | "cuota_irpf" | "suplidos" | "total">
{
  readonly lifecycle: Lifecycle
  /** Of the issuer; null for a draft. */
  readonly nif: string | null
  /** `huella` of its link to the registry; null for an invoice that has none. */
  readonly huella: string | null
}

/** The same of a whole invoice. */
export const registeredInvoice = ({ issuer, registry, ...invoice }: Invoice): RegisteredInvoice =>
  ({ ...invoice, nif: issuer?.nif ?? null, huella: registry?.huella ?? null })

/** NumSerieFactura of its records; undefined for one without number. */
export const numberOf = ({ numero, serie }: Pick<RegisteredInvoice, "numero" | "serie">): string | undefined =>
  numero === null ? undefined : reference(serie, numero)
