import type { CivilDate } from "../calendar/civilDate.ts"
import { reference } from "../numbering/series.ts"
import type { Invoice } from "./Invoice.ts"

/** An issued invoice as later ones and the registry name it; issued invoices never change, so neither does this. */
export interface InvoiceReference {
  readonly factura_id: string
  /** Of the issuer. */
  readonly nif: string
  /** Series and number, NumSerieFactura of its record. */
  readonly numserie: string
  readonly fecha: CivilDate
}

/** The reference of an issued invoice; undefined for anything else. */
export const invoiceReference = (invoice: Invoice): InvoiceReference | undefined => {
  const { fecha_emision: fecha, issuer, lifecycle, numero, serie, tipo_documento } = invoice
  const nif = issuer?.nif ?? null
  if (lifecycle !== "issued" || tipo_documento !== "invoice" || numero === null || nif === null) return undefined
  return { factura_id: invoice.id, nif, numserie: reference(serie, numero), fecha }
}
