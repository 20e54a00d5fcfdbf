import type { CivilDate } from "../calendar/civilDate.ts"
import type { Invoice } from "./Invoice.ts"
import { operationDate } from "./operationDate.ts"
import { reference } from "./reference.ts"

/** An issued invoice as later ones and the registry name it; issued invoices never change, so neither does this. */
export interface InvoiceReference {
  readonly factura_id: string
  /** Of the issuer. */
  readonly nif: string
  /** Series and number, NumSerieFactura of its record. */
  readonly numserie: string
  readonly fecha: CivilDate
  /** The day of the operation where it is an earlier one, of what the invoice corrects; null for what was stored without it. */
  readonly operacion: CivilDate | null
}

/** The reference of an issued invoice; undefined for anything else. */
export const invoiceReference = (invoice: Invoice): InvoiceReference | undefined => {
  const { fecha_emision: fecha, issuer, lifecycle, numero, rectifica, serie, tipo_documento } = invoice
  if (lifecycle !== "issued" || tipo_documento !== "invoice" || numero === null || issuer === null) return undefined
  const { nif } = issuer
  if (nif === null) return undefined
  const operacion = operationDate(invoice, issuer) ?? rectifica?.original.operacion ?? rectifica?.original.fecha ?? null
  return { factura_id: invoice.id, nif, numserie: reference(serie, numero), fecha, operacion }
}
