import { aeatDate } from "../calendar/civilDate.ts"
import { type Cents, cents, centsText } from "../money/cents.ts"
import { convertedParts } from "../money/conversion.ts"
import type { ChainHead } from "../registry/ChainHead.ts"
import { textAt } from "../registry/recordFields.ts"
import { canonicalOf, invoiceNamed } from "../registry/recordText.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import { numberOf, type RegisteredInvoice } from "./RegisteredInvoice.ts"

/** What a record says otherwise than the text that was hashed, or than its invoice (Spanish); undefined for nothing. */
export const contradiction = (record: RegistryRecord, invoice: RegisteredInvoice): string | undefined => {
  const { cadena, campos, huella } = record
  if (canonicalOf(record) !== cadena || textAt(campos, "Huella") !== huella) {
    return "tiene campos que no dicen lo que su texto"
  }
  const { fecha, nif, numserie } = invoiceNamed(record)
  if (nif !== invoice.nif || numserie !== numberOf(invoice) || fecha !== aeatDate(invoice.fecha_emision)) {
    return "no es de la factura que nombra"
  }
  if (invoice.huella === null || invoice.lifecycle === "draft") return "no consta en su factura"
  if (record.tipo === "anulacion") {
    return invoice.lifecycle === "cancelled" ? undefined : "anula una factura que no consta como anulada"
  }
  return addsUp(invoice) && statesAmounts(record, invoice) ? undefined : "no tiene los importes de su factura"
}

const addsUp = ({ cuota_irpf, suplidos, total, ...invoice }: RegisteredInvoice): boolean =>
  total === invoice.base_imponible + invoice.cuota_iva + invoice.cuota_recargo - cuota_irpf + suplidos

/** In another currency what is left of the cents decides CuotaTotal, which is then only held against its own text. */
const statesAmounts = ({ campos }: RegistryRecord, invoice: RegisteredInvoice): boolean => {
  const taxes = cents(invoice.cuota_iva + invoice.cuota_recargo)
  const stated = cents(invoice.base_imponible + taxes)
  return invoice.tipo_cambio === one
    ? textAt(campos, "ImporteTotal") === centsText(stated) && textAt(campos, "CuotaTotal") === centsText(taxes)
    : textAt(campos, "ImporteTotal") === euros(stated, invoice)
}

const one = 1_000_000

const euros = (amount: Cents, { tipo_cambio }: RegisteredInvoice): string | undefined => {
  const [converted] = convertedParts([amount], tipo_cambio) ?? []
  return converted === undefined ? undefined : centsText(converted)
}

/** Whether the head is that of a chain that ends with the record. */
export const isHeadOf = (head: ChainHead, record: RegistryRecord): boolean => {
  const { fecha, nif, numserie } = invoiceNamed(record)
  return head.nif === nif && head.numserie === numserie && aeatDate(head.fecha) === fecha &&
    head.generado === record.generado && head.seal === record.seal
}
