import type { CivilDate } from "../calendar/civilDate.ts"
import type { Invoice } from "./Invoice.ts"
import { operationDate } from "./operationDate.ts"
import { reference } from "./reference.ts"

/** How later invoices and the registry refer to an issued invoice. It never changes, since issued invoices do not. */
export interface InvoiceReference {
  readonly factura_id: string
  /** The issuer's tax id. */
  readonly nif: string
  /** Series and number: NumSerieFactura of its record. */
  readonly numserie: string
  readonly fecha: CivilDate
  /**
   * The day of the operation, if that was before `fecha`, which is so only for invoices that correct earlier ones. Null if it
   * was not, and in what older versions stored.
   */
  readonly operacion: CivilDate | null
}

/** The reference to an issued invoice; undefined for drafts, annulled invoices and other documents. */
export const invoiceReference = (invoice: Invoice): InvoiceReference | undefined => {
  const { fecha_emision: fecha, issuer, lifecycle, numero, rectifica, serie, tipo_documento } = invoice
  if (lifecycle !== "issued" || tipo_documento !== "invoice" || numero === null || issuer === null) return undefined
  const { nif } = issuer
  if (nif === null) return undefined
  const operacion = operationDate(invoice, issuer) ?? rectifica?.original.operacion ?? rectifica?.original.fecha ?? null
  return { factura_id: invoice.id, nif, numserie: reference(serie, numero), fecha, operacion }
}
