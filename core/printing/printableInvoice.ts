import type { DocumentKind, Invoice, Issuer, Recipient } from "../invoices/Invoice.ts"
import type { InvoiceReference } from "../invoices/invoiceReference.ts"
import { referenceOf } from "../invoices/invoiceResource.ts"
import { operationDate } from "../invoices/operationDate.ts"
import { issuerOf } from "../invoices/parties.ts"
import { type Cents, cents } from "../money/cents.ts"
import { decimal6Text, decimal8Text } from "../money/decimal.ts"
import type { LogoFacts } from "../organizations/Letterhead.ts"
import type { Organization } from "../organizations/Organization.ts"
import type {
  PrintableDocument,
  PrintableIssuer,
  PrintableKind,
  PrintableLine,
  PrintableRate,
  PrintableRectification,
  PrintableTotals,
  RectifiedAmounts,
  Treatment,
} from "../ports/PdfPrinter.ts"
import { type BreakdownLine, breakdownOf } from "../registry/breakdown.ts"
import { recordFigures } from "../registry/recordFigures.ts"
import { type Place, placeOf } from "../tax/place.ts"
import { type Qualification, qualificationOf, type TaxedCompany } from "../tax/qualification.ts"
import { taxOf } from "../tax/regions.ts"
import { type LineAmounts } from "../tax/totals.ts"
import { dueDays, termsInWords } from "./dueDays.ts"
import { type Mention, mentionsOf } from "./mentions.ts"
import { printLanguageOf } from "./printLanguage.ts"

/**
 * What is printed of a document: what RD 1619/2012 art. 6 asks for (art. 7 for a simplified invoice), in the customer's
 * language. The figures are the stored ones; those in EUR are the record's, and so is the amount of a substitution. An issued
 * document shows the company and the customer as they were at its issue.
 */
export const printableInvoice = (
  invoice: Invoice,
  organization: Organization,
  logo: LogoFacts | null,
): PrintableDocument => {
  const { lifecycle, organizationId, recipient, rectifica, registry, tipo_documento } = invoice
  const issuer = invoice.issuer ?? issuerOf(organization)
  // The equivalence surcharge regime plays no part in why a rate is zero.
  const company: TaxedCompany = { ...issuer, recargo_equivalencia: false }
  const place = recipient === null ? issuer.region_fiscal : placeOf(recipient) ?? issuer.region_fiscal
  const breakdown = breakdownOf(invoice, company, place)
  const mentions = mentionsOf(breakdown, company, place)
  return {
    organizationId,
    idioma: printLanguageOf(recipient?.idioma ?? null),
    kind: kindOf(invoice),
    lifecycle,
    prueba: lifecycle !== "draft" && tipo_documento === "invoice" && registry === null,
    motivo_anulacion: invoice.motivo_anulacion,
    referencia: referenceOf(invoice),
    createdMillis: invoice.emitida ?? invoice.creado,
    tax: taxOf(issuer.region_fiscal),
    divisa: invoice.divisa,
    fecha_emision: invoice.fecha_emision,
    fecha_operacion: operationDate(invoice, issuer),
    // Where money goes back to the customer nothing falls due.
    vencimientos: invoice.total > 0 ? dueDays(invoice) : [],
    condiciones: termsInWords(invoice),
    forma_pago: invoice.forma_pago,
    logo: logo === null ? null : { id: logo.id, tipo: logo.tipo, ancho: logo.ancho, alto: logo.alto },
    issuer: issuerPart(issuer, mentions, place),
    recipient: recipient === null ? null : recipientPart(recipient),
    rectifica: rectifica === null ? null : rectificationOf(rectifica, invoice, breakdown),
    sustituye: invoice.sustituye.map(named),
    lineas: invoice.lineas.map((line): PrintableLine => ({
      descripcion: line.descripcion,
      cantidad: decimal6Text(line.cantidad),
      unidad: line.unidad,
      precio: decimal8Text(line.precio),
      descuento: decimal6Text(line.descuento),
      treatment: treatmentOf(
        qualificationOf({ clase: line.clase, taxed: line.tipo_iva !== 0, surcharged: false, place }, company),
      ),
      tipo_iva: decimal6Text(line.tipo_iva),
      base: line.base,
    })),
    rates: breakdown.map((rate): PrintableRate => ({
      treatment: treatmentOf(rate),
      tipo_iva: decimal6Text(rate.tipo_iva),
      base: rate.base,
      cuota: rate.cuota,
      tipo_recargo: decimal6Text(rate.tipo_recargo),
      cuota_recargo: rate.cuota_recargo,
    })),
    totals: totalsOf(invoice),
    euros: inEuros(invoice, breakdown),
    mentions,
    notas: invoice.notas,
    qr: registry?.qr ?? null,
  }
}

const kindOf = ({ recipient, tipo, tipo_documento }: Invoice): PrintableKind => {
  if (tipo_documento !== "invoice") return tipo_documento satisfies Exclude<DocumentKind, "invoice">
  if (tipo === "rectificative") return recipient === null ? "simplified_rectifying" : "rectifying"
  return recipient === null ? "simplified" : "invoice"
}

const treatmentOf = ({ operation }: Pick<Qualification, "operation">): Treatment =>
  operation === "S1" ? "taxed" : operation === "N2" ? "not_subject" : "exempt"

/**
 * The issuer as it is printed. Untaxed sales to a business in another State of the Union show the issuer's intra-EU VAT id
 * (RD 1619/2012 art. 6.1.d): ES and the NIF (RD 1065/2007 art. 25). Companies outside the IVA territory have none.
 */
const issuerPart = (issuer: Issuer, mentions: ReadonlyArray<Mention>, place: Place): PrintableIssuer => {
  const { regimen_igic: _, region_fiscal, ...shown } = issuer
  const intraUnion = place === "union" && mentions.some(({ kind }) => kind === "intra_union" || kind === "reverse_charge")
  return { ...shown, nif_iva: intraUnion && shown.nif !== null && taxOf(region_fiscal) === "IVA" ? `ES${shown.nif}` : null }
}

const recipientPart = (recipient: Recipient): PrintableDocument["recipient"] => {
  const { email: _, id: __, idioma: ___, ...shown } = recipient
  return shown
}

const named = ({ fecha, numserie }: InvoiceReference) => ({ fecha, numserie })

/** What is printed of a rectification. A substitution also states by how much it changes the original (RD 1619/2012 art. 15.5). */
const rectificationOf = (
  { metodo, motivo, original, sustituido }: NonNullable<Invoice["rectifica"]>,
  { tipo_cambio }: Invoice,
  breakdown: ReadonlyArray<BreakdownLine>,
): PrintableRectification => {
  const stated = metodo === "diferencias" ? undefined : recordFigures(breakdown, tipo_cambio)
  const told = { ...named(original), metodo, motivo }
  if (stated === undefined) return { ...told, sustituido: null, importe: null }
  const [before, after] = [rectifiedAmounts(sustituido), rectifiedAmounts(stated)]
  return { ...told, sustituido: before, importe: { base: cents(after.base - before.base), cuota: cents(after.cuota - before.cuota) } }
}

const rectifiedAmounts = ({ base, cuota, cuota_recargo }: LineAmounts): RectifiedAmounts => ({ base, cuota: cents(cuota + cuota_recargo) })

const totalsOf = (invoice: Invoice): PrintableTotals => {
  const { base_imponible, cuota_irpf, cuota_iva, cuota_recargo, irpf, suplidos, total } = invoice
  const factura: Cents = cents(base_imponible + cuota_iva + cuota_recargo)
  return { base_imponible, cuota_iva, cuota_recargo, factura, irpf, cuota_irpf, suplidos, total }
}

/**
 * The amounts in EUR of an invoice in another currency, which must state its tax in euros too (RD 1619/2012 art. 12): those of
 * its record, to the cent. Null for others.
 */
const inEuros = (
  { divisa, tipo_cambio, tipo_documento }: Invoice,
  breakdown: ReadonlyArray<BreakdownLine>,
): PrintableDocument["euros"] => {
  const figures = divisa === "EUR" || tipo_documento !== "invoice" ? undefined : recordFigures(breakdown, tipo_cambio)
  if (figures === undefined) return null
  const { ImporteTotal: factura, cuota: cuota_iva, cuota_recargo } = figures
  return { tipo_cambio: decimal6Text(tipo_cambio), cuota_iva, cuota_recargo, factura }
}
