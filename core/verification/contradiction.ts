import { aeatDate } from "../calendar/civilDate.ts"
import type { Invoice, RegistryLink } from "../invoices/Invoice.ts"
import { reference } from "../invoices/reference.ts"
import { decimal6 } from "../money/decimal.ts"
import { percentOf } from "../money/percent.ts"
import type { ChainHead } from "../registry/ChainHead.ts"
import { differingField, textAt } from "../registry/recordFields.ts"
import { canonicalOf, invoiceNamed } from "../registry/recordText.ts"
import type { RecordFields, RegistryRecord } from "../registry/RegistryRecord.ts"
import type { NumberedInvoice } from "../registry/statedFields.ts"
import type { RateTotals } from "../tax/totals.ts"
import { restatedFields } from "./restatedFields.ts"

/**
 * How a record contradicts the text that was hashed for it, or its invoice, in Spanish words that follow "El registro N";
 * undefined when it does not.
 */
export const contradiction = (record: RegistryRecord, invoice: Invoice): string | undefined => {
  const { cadena, campos, huella, tipo } = record
  if (canonicalOf(record) !== cadena || textAt(campos, "Huella") !== huella) {
    return "tiene campos que no dicen lo que su texto"
  }
  const { issuer, lifecycle, numero, registry } = invoice
  const nif = issuer?.nif ?? null
  const named = invoiceNamed(record)
  if (
    issuer === null || nif === null || numero === null || named.nif !== nif ||
    named.numserie !== reference(invoice.serie, numero) || named.fecha !== aeatDate(invoice.fecha_emision)
  ) {
    return "no es de la factura que nombra"
  }
  if (registry === null || lifecycle === "draft") return "no consta en su factura"
  const misplaced = linkContradiction(record, registry, lifecycle)
  if (misplaced !== undefined || tipo === "anulacion") return misplaced
  return contentsContradiction(campos, { ...invoice, numero, issuer: { ...issuer, nif } })
}

/** The same for the contents of an alta: the invoice must add up, and be what the record states. */
const contentsContradiction = (campos: RecordFields, invoice: NumberedInvoice): string | undefined => {
  try {
    if (!addsUp(invoice)) return unsound
    const restated = restatedFields(campos, invoice)
    const other = restated === undefined ? "Desglose" : differingField(campos, restated)
    return other === undefined ? undefined : `no dice lo que su factura: ${other} es otro`
  } catch (error) {
    // Amounts out of range are figures that no invoice of ours can have.
    if (error instanceof RangeError) return unsound
    throw error
  }
}

const unsound = "es de una factura cuyos importes no cuadran"

/** The same for the invoice's link to its records, and for whether it is annulled. */
const linkContradiction = (
  { generado, huella, id, qr, tipo }: RegistryRecord,
  link: RegistryLink,
  lifecycle: Invoice["lifecycle"],
): string | undefined => {
  if (tipo === "anulacion") return lifecycle === "cancelled" ? undefined : "anula una factura que no consta como anulada"
  if (link.huella === huella && (link.qr !== qr || link.registrada_en !== generado)) {
    return "tiene otra fecha u otro QR que su factura"
  }
  if (link.lastRecord !== id) return undefined
  if (lifecycle === "cancelled") return "es el último de una factura que consta como anulada"
  return link.huella === huella ? undefined : "no tiene la huella de su factura"
}

/** Whether an invoice's totals are the sums of its rates, and its rates the sums of their lines. */
const addsUp = (invoice: Invoice): boolean => {
  const { base_imponible, cuota_irpf, cuota_iva, cuota_recargo, lineas, rates, suplidos, total } = invoice
  const sum = (part: "base" | "cuota" | "cuota_recargo") => rates.reduce((all, rate) => all + rate[part], 0)
  const ofLines = ({ base, cuota, cuota_recargo: surcharge, tipo_iva }: RateTotals) =>
    base === lineas.reduce((all, line) => (line.tipo_iva === tipo_iva ? all + line.base : all), 0) &&
    (tipo_iva !== 0 || (cuota === 0 && surcharge === 0))
  return base_imponible === sum("base") && cuota_iva === sum("cuota") && cuota_recargo === sum("cuota_recargo") &&
    cuota_irpf === percentOf(base_imponible, decimal6(invoice.irpf * 1_000_000)) &&
    total === base_imponible + cuota_iva + cuota_recargo - cuota_irpf + suplidos && rates.every(ofLines)
}

/** Whether the stored head of the chain describes this record, which is the chain's last. */
export const isHeadOf = (head: ChainHead, record: RegistryRecord): boolean => {
  const { fecha, nif, numserie } = invoiceNamed(record)
  return head.nif === nif && head.numserie === numserie && aeatDate(head.fecha) === fecha &&
    head.generado === record.generado && head.seal === record.seal
}
