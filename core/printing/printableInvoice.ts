import { spanishDate } from "../calendar/civilDate.ts"
import type { DocumentKind, Invoice, InvoiceLine, Issuer, PaymentForm, Recipient } from "../invoices/Invoice.ts"
import type { InvoiceReference } from "../invoices/invoiceReference.ts"
import { referenceOf } from "../invoices/invoiceResource.ts"
import { issuerOf } from "../invoices/parties.ts"
import { type Cents, cents } from "../money/cents.ts"
import { decimal6Text, decimal8Text } from "../money/decimal.ts"
import { spanishAmount, spanishDecimal, spanishMoney } from "../money/spanishFormat.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { PrintableDocument, PrintableFact, PrintableParty, PrintableTotal } from "../ports/PdfPrinter.ts"
import { recordFigures } from "../registry/euros.ts"
import { qrHeading, qrLegend } from "../registry/legend.ts"
import { type Region, taxOf } from "../tax/regions.ts"

/**
 * The document as it is printed in Spanish: what RD 1619/2012 art. 6 (art. 7 for a simplified one) asks for, and
 * the QR with its legend where a registry record exists. Every figure is a stored one; an issued document shows
 * the parties as of its issue.
 */
export const printableInvoice = (invoice: Invoice, organization: Organization): PrintableDocument => {
  const title = titleOf(invoice)
  const referencia = referenceOf(invoice)
  const draft = invoice.lifecycle === "draft"
  const issuer = invoice.issuer ?? issuerOf(organization)
  return {
    idioma: "es",
    title: title.toUpperCase(),
    fileTitle: referencia === null ? `${title} (borrador)` : `${title} ${referencia}`,
    stamp: draft ? "BORRADOR" : invoice.lifecycle === "cancelled" ? "ANULADA" : null,
    createdMillis: invoice.emitida ?? invoice.creado,
    facts: factsOf(invoice, referencia),
    issuer: issuerParty(issuer),
    recipient: invoice.recipient === null ? null : recipientParty(invoice.recipient),
    lineHeadings: {
      descripcion: "Concepto",
      cantidad: "Cantidad",
      precio: "Precio",
      descuento: "Dto.",
      tipo_iva: taxOf(issuer.region_fiscal),
      importe: "Importe",
    },
    lines: invoice.lineas.map(printableLine),
    ...breakdownOf(invoice, issuer.region_fiscal),
    totals: totalsOf(invoice, issuer.region_fiscal),
    notes: notesOf(invoice),
    qr: invoice.registry === null ? null : { url: invoice.registry.qr, above: qrHeading, below: qrLegend },
    pageLabel: (page, pages) => `Página ${page} de ${pages}`,
  }
}

const documentTitles: Record<Exclude<DocumentKind, "invoice">, string> = {
  quote: "Presupuesto",
  delivery: "Albarán",
  proforma: "Factura proforma",
}

const titleOf = ({ recipient, tipo, tipo_documento }: Invoice): string => {
  if (tipo_documento !== "invoice") return documentTitles[tipo_documento]
  if (tipo === "rectificative") return "Factura rectificativa"
  return recipient === null ? "Factura simplificada" : "Factura"
}

const paymentForms: Record<PaymentForm, string> = {
  transfer: "Transferencia",
  cash: "Efectivo",
  card: "Tarjeta",
  direct_debit: "Domiciliación bancaria",
  other: "Otra",
}

const factsOf = (invoice: Invoice, referencia: string | null): ReadonlyArray<PrintableFact> => {
  const { fecha_emision, fecha_vencimiento, forma_pago, rectifica } = invoice
  const facts = [
    { label: "Número", value: referencia ?? "Sin número" },
    { label: "Fecha de expedición", value: spanishDate(fecha_emision) },
  ]
  if (rectifica !== null) facts.push({ label: "Rectifica", value: namedInvoice(rectifica.original) })
  if (fecha_vencimiento !== null) facts.push({ label: "Vencimiento", value: spanishDate(fecha_vencimiento) })
  if (forma_pago !== null) facts.push({ label: "Forma de pago", value: paymentForms[forma_pago] })
  return facts
}

const namedInvoice = ({ fecha, numserie }: InvoiceReference): string => `${numserie} de ${spanishDate(fecha)}`

const present = (lines: ReadonlyArray<string | null>): ReadonlyArray<string> =>
  lines.filter((line): line is string => line !== null && line !== "")

const addressOf = ({ ciudad, cp, direccion, pais, provincia }: Issuer | Recipient): ReadonlyArray<string> =>
  present([direccion, present([cp, ciudad]).join(" "), provincia === ciudad ? null : provincia, pais])

const issuerParty = (issuer: Issuer): PrintableParty => {
  const { email, nif, nombre, telefono, web } = issuer
  const tax = nif === null ? null : `NIF ${nif}`
  return { heading: "Emisor", lines: [nombre, ...present([tax]), ...addressOf(issuer), ...present([email, telefono, web])] }
}

const recipientParty = (recipient: Recipient): PrintableParty => {
  const { nif, nif_iva, nombre } = recipient
  const tax = present([nif === null ? null : `NIF ${nif}`, nif_iva === null || nif_iva === nif ? null : `NIF-IVA ${nif_iva}`])
  return { heading: "Cliente", lines: [nombre, ...tax, ...addressOf(recipient)] }
}

const percent = (text: string): string => `${spanishDecimal(text)}\u00A0%`

const printableLine = ({ base, cantidad, descripcion, descuento, precio, tipo_iva, unidad }: InvoiceLine) => ({
  descripcion,
  cantidad: `${spanishDecimal(decimal6Text(cantidad))}${unidad === null ? "" : `\u00A0${unidad}`}`,
  precio: spanishDecimal(atLeastTwoDecimals(decimal8Text(precio))),
  descuento: descuento === 0 ? "" : percent(decimal6Text(descuento)),
  tipo_iva: percent(decimal6Text(tipo_iva)),
  importe: spanishAmount(base),
})

const atLeastTwoDecimals = (text: string): string => {
  const [whole = "", decimals = ""] = text.split(".")
  return `${whole}.${decimals.padEnd(2, "0")}`
}

const breakdownOf = ({ rates }: Invoice, region: Region): Pick<PrintableDocument, "breakdownHeadings" | "breakdown"> => {
  const tax = taxOf(region)
  const surcharged = rates.some(({ tipo_recargo }) => tipo_recargo !== 0)
  return {
    breakdownHeadings: ["Base imponible", `Tipo ${tax}`, `Cuota ${tax}`, ...(surcharged ? ["Recargo", "Cuota recargo"] : [])],
    breakdown: rates.map(({ base, cuota, cuota_recargo, tipo_iva, tipo_recargo }) => [
      spanishAmount(base),
      percent(decimal6Text(tipo_iva)),
      spanishAmount(cuota),
      ...(surcharged ? [percent(decimal6Text(tipo_recargo)), spanishAmount(cuota_recargo)] : []),
    ]),
  }
}

/** With a withholding or disbursements, what is invoiced and what is to be paid differ, and both are printed. */
const totalsOf = (invoice: Invoice, region: Region): ReadonlyArray<PrintableTotal> => {
  const { base_imponible, cuota_irpf, cuota_iva, cuota_recargo, divisa, irpf, suplidos, total } = invoice
  const row = (label: string, amount: Cents, strong = false) => ({ label, value: spanishMoney(amount, divisa), strong })
  const invoiced = cents(base_imponible + cuota_iva + cuota_recargo)
  const rows = [row("Base imponible", base_imponible), row(taxOf(region), cuota_iva)]
  if (cuota_recargo !== 0) rows.push(row("Recargo de equivalencia", cuota_recargo))
  if (cuota_irpf === 0 && suplidos === 0) return [...rows, row("Total", total, true)]
  rows.push(row("Total factura", invoiced, true))
  if (cuota_irpf !== 0) rows.push(row(`Retención IRPF ${irpf}\u00A0%`, cents(-cuota_irpf)))
  if (suplidos !== 0) rows.push(row("Suplidos", suplidos))
  return [...rows, row("Total a pagar", total, true)]
}

const notesOf = (invoice: Invoice): PrintableDocument["notes"] => {
  const { lifecycle, notas, rectifica, registry, sustituye, tipo_documento } = invoice
  const notes = [
    ...(rectifica === null ? [] : [{ heading: rectificationHeadings[rectifica.metodo], text: rectifica.motivo }]),
    ...(sustituye.length === 0 ? [] : [{
      heading: "Sustituye a las facturas simplificadas",
      text: sustituye.map(namedInvoice).join("; "),
    }]),
    ...inEuros(invoice),
    ...(notas === null ? [] : [{ heading: "Notas", text: notas }]),
  ]
  return lifecycle === "issued" && tipo_documento === "invoice" && registry === null
    ? [...notes, { heading: "Documento de prueba", text: testNotice }]
    : notes
}

/** In another currency the tax is told in euros too (RD 1619/2012 art. 12), as the record has it. */
const inEuros = ({ divisa, issuer, rates, tipo_cambio, tipo_documento }: Invoice): PrintableDocument["notes"] => {
  const figures = divisa === "EUR" || tipo_documento !== "invoice" ? undefined : recordFigures(rates, tipo_cambio)
  if (figures === undefined) return []
  const tax = taxOf(issuer?.region_fiscal ?? "peninsula")
  const rate = `1 ${divisa} = ${spanishDecimal(decimal6Text(tipo_cambio))} EUR`
  const amounts = [
    `Cuota de ${tax}: ${spanishMoney(figures.CuotaTotal, "EUR")}`,
    `Total factura: ${spanishMoney(figures.ImporteTotal, "EUR")}`,
  ]
  return [{ heading: `En euros (${rate})`, text: amounts.join("\n") }]
}

/** The reason of a rectification, and whether its figures are differences or what replaces the original (art. 15.5). */
const rectificationHeadings = {
  diferencias: "Motivo de la rectificación (por diferencias)",
  sustitucion: "Motivo de la rectificación (por sustitución)",
} as const

/** Printed on an invoice that a test key issued: it has no record, hence no QR. */
const testNotice = "Emitido con una clave de prueba: no consta en el registro de facturación de la AEAT."
