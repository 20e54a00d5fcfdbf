import { Either } from "effect"
import { type CivilDate, civilDateOfUtcMillis, spanishDate } from "../calendar/civilDate.ts"
import { isSpanishNif } from "../identifiers/nif.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { invoicesCorrectedBy } from "../invoices/InvoiceCorrections.ts"
import { operationDate } from "../invoices/operationDate.ts"
import { decimal6Text } from "../money/decimal.ts"
import { spanishDecimal } from "../money/spanishFormat.ts"
import { legalName, type Organization, recordNameMax } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { type InvoiceStatement, invoiceStatement } from "../registry/invoiceStatement.ts"
import { rateHolds } from "../tax/rates.ts"
import { taxOf } from "../tax/regions.ts"
import { surchargeRate } from "../tax/surcharge.ts"

/**
 * Checks an invoice for all that the tax authority would refuse, before it takes a number (decisions, section 2). Answers every
 * failing field with its reason, or else what the record is to state. The checks are the same for live and test keys.
 */
export const checkedStatement = (
  invoice: Invoice,
  organization: Organization,
  today: CivilDate,
): Either.Either<InvoiceStatement, ReadonlyArray<FieldIssue>> => {
  const issues = [...lineIssues(invoice)]
  checkIssuer(organization, issues)
  const statement = invoiceStatement(invoice, organization)
  if (Either.isLeft(statement)) issues.push(...statement.left)
  checkExchange(invoice, issues)
  checkDate(invoice, today, issues)
  checkDisbursements(invoice, issues)
  checkRates(invoice, organization, issues)
  checkSurcharges(invoice, organization, issues)
  return issues.length > 0 ? Either.left(issues) : statement
}

/** The only check of documents that are not invoices: at least one line. */
export const lineIssues = ({ lineas }: Invoice): ReadonlyArray<FieldIssue> =>
  lineas.length > 0 ? [] : [{ campo: "lineas", motivo: "debe tener al menos una línea" }]

/** The first day of issue that a record may state: the one on which Orden HAC/1177/2024 was published (AEAT, error 1152). */
const firstDay = civilDateOfUtcMillis(Date.UTC(2024, 9, 28))

const checkIssuer = (organization: Organization, issues: Array<FieldIssue>): void => {
  const { nif, razon_social } = organization
  if (nif === null) issues.push({ campo: "organizacion.nif", motivo: "la organización no tiene NIF" })
  else if (!isSpanishNif(nif)) {
    issues.push({ campo: "organizacion.nif", motivo: "el NIF de la organización no es un NIF español válido" })
  }
  if (legalName(organization).length > recordNameMax) {
    const campo = razon_social === null ? "organizacion.nombre" : "organizacion.razon_social"
    issues.push({ campo, motivo: `no puede tener más de ${recordNameMax} caracteres` })
  }
}

/** The contract lets a draft have an exchange rate of zero, but then its record would state that everything cost nothing. */
const checkExchange = ({ tipo_cambio }: Invoice, issues: Array<FieldIssue>): void => {
  if (tipo_cambio === 0) issues.push({ campo: "tipo_cambio", motivo: "no puede ser menor que 0,000001" })
}

/** The date must be one that records take, and not before those of corrected invoices (RD 1619/2012 arts. 15.3 and 15.6). */
const checkDate = (invoice: Invoice, today: CivilDate, issues: Array<FieldIssue>): void => {
  const { fecha_emision } = invoice
  const refuse = (motivo: string) => issues.push({ campo: "fecha_emision", motivo })
  if (fecha_emision > today) refuse("no puede ser posterior a hoy")
  if (fecha_emision < firstDay) refuse(`no puede ser anterior al ${spanishDate(firstDay)}`)
  const corrected = invoicesCorrectedBy(invoice).find(({ fecha }) => fecha > fecha_emision)
  if (corrected === undefined) return
  refuse(`no puede ser anterior a la de la factura ${corrected.numserie}, que es del ${spanishDate(corrected.fecha)}`)
}

/** Disbursements (suplidos), which are paid in the customer's name, are no sale by themselves (AEAT, developer answers 22). */
const checkDisbursements = (invoice: Invoice, issues: Array<FieldIssue>): void => {
  const { base_imponible, cuota_iva, rectifica, suplidos } = invoice
  if (rectifica !== null || suplidos === 0 || base_imponible !== 0 || cuota_iva !== 0) return
  issues.push({ campo: "suplidos", motivo: "una factura no puede llevar solo suplidos" })
}

/** Rates must be in force on the day of issue; those of corrections may also have been so on the corrected invoices' day. */
const checkRates = (invoice: Invoice, { region_fiscal }: Organization, issues: Array<FieldIssue>): void => {
  const on = operationDate(invoice, { region_fiscal }) ?? invoice.fecha_emision
  invoice.lineas.forEach(({ tipo_iva }, i) => {
    if (rateHolds(region_fiscal, tipo_iva, on)) return
    const rate = spanishDecimal(decimal6Text(tipo_iva))
    const campo = `lineas[${i}].tipo_iva`
    issues.push({ campo, motivo: `el ${rate} % no es un tipo de ${taxOf(region_fiscal)} vigente en la fecha de emisión` })
  })
}

/** Surcharges must fit their rates: the company may have moved, since the draft was made, to where another tax is due. */
const checkSurcharges = ({ rates }: Invoice, { region_fiscal }: Organization, issues: Array<FieldIssue>): void => {
  const fits = rates.every(({ tipo_iva, tipo_recargo }) =>
    tipo_recargo === 0 || tipo_recargo === surchargeRate(region_fiscal, tipo_iva))
  if (fits) return
  const motivo = `el recargo del borrador no corresponde al ${taxOf(region_fiscal)} de la organización`
  issues.push({ campo: "recargo_equivalencia", motivo })
}
