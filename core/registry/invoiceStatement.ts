import { Either } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import type { Invoice, Recipient } from "../invoices/Invoice.ts"
import { operationDate } from "../invoices/operationDate.ts"
import { decimal6Text } from "../money/decimal.ts"
import { percentOf } from "../money/percent.ts"
import { spanishDecimal } from "../money/spanishFormat.ts"
import { recordNameMax } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { countryCode, type Place, placeOf } from "../tax/place.ts"
import type { TaxedCompany } from "../tax/qualification.ts"
import { type BreakdownLine, breakdownMax, breakdownOf } from "./breakdown.ts"
import { countries } from "./countries.ts"
import { isSpanishVatId, type RecipientIdentity, recipientIdentity } from "./recipientIdentity.ts"
import { recordFigures, type RecordFigures } from "./recordFigures.ts"
import { recordKind, type RecordKind } from "./recordKind.ts"

/** What the record of an invoice states, as far as it does not depend on the number and the place in the chain. */
export interface InvoiceStatement {
  readonly kind: RecordKind
  readonly figures: RecordFigures<BreakdownLine>
  /** Null for a record that names no recipient. */
  readonly identity: RecipientIdentity | null
  /** FechaOperacion (invoices/operationDate.ts). */
  readonly operationDate: CivilDate | null
}

/**
 * What a record would state of the invoice, or else every field because of which the tax authority would refuse it (AEAT,
 * validations 13 to 15).
 */
export const invoiceStatement = (
  invoice: Invoice,
  company: TaxedCompany,
): Either.Either<InvoiceStatement, ReadonlyArray<FieldIssue>> => {
  const issues: Array<FieldIssue> = []
  const lines = breakdownOf(invoice, company, customerPlace(invoice, company, issues))
  checkSmallBusiness(invoice, company, issues)
  if (lines.length > breakdownMax) {
    issues.push({ campo: "lineas", motivo: `no puede tener más de ${breakdownMax} combinaciones de tipo y exención` })
  }
  const figures = recordFigures(lines, invoice.tipo_cambio)
  if (figures === undefined) {
    issues.push({ campo: "lineas", motivo: "en euros los importes no pueden pasar de 12 cifras enteras" })
    return Either.left(issues)
  }
  const kind = recordKind(invoice, figures)
  checkQuotas(invoice, kind, figures, issues)
  const identity = invoice.recipient === null ? null : recipientIdentity(invoice.recipient, lines) ?? null
  if (invoice.recipient === null) checkAbsentRecipient(kind, figures, issues)
  else checkRecipient(invoice.recipient, identity, kind, issues)
  return issues.length > 0 ? Either.left(issues) : Either.right({ kind, figures, identity, operationDate: operationDate(invoice, company) })
}

/** The figures in the record of an issued invoice. `company` is as it was at the issue. Undefined as in `recordFigures`. */
export const statedFigures = (invoice: Invoice, company: TaxedCompany): RecordFigures<BreakdownLine> | undefined => {
  const place = invoice.recipient === null ? undefined : placeOf(invoice.recipient)
  return recordFigures(breakdownOf(invoice, company, place ?? company.region_fiscal), invoice.tipo_cambio)
}

const isoCode = "un código ISO de dos letras mayúsculas, como US"

/** The customer's place. It matters only at rate zero, so an unknown country is refused only there. */
const customerPlace = ({ lineas, recipient }: Invoice, { region_fiscal }: TaxedCompany, issues: Array<FieldIssue>): Place => {
  if (recipient === null) return region_fiscal
  const place = placeOf(recipient)
  if (place === undefined && lineas.some(({ tipo_iva }) => tipo_iva === 0)) {
    issues.push({
      campo: "contacto.pais",
      motivo: `con líneas al 0 % el país debe ser España o ${isoCode}`,
    })
  }
  return place ?? region_fiscal
}

/**
 * Small businesses of the Canary Islands (REPEP) charge no tax (Decreto Legislativo 1/2025 art. 90). Rectifications are let
 * through: they may give back what the company charged before it was one.
 */
const checkSmallBusiness = ({ lineas, rectifica }: Invoice, company: TaxedCompany, issues: Array<FieldIssue>): void => {
  if (rectifica !== null || company.region_fiscal !== "canarias" || company.regimen_igic !== "repep") return
  lineas.forEach(({ tipo_iva }, i) => {
    if (tipo_iva === 0) return
    issues.push({ campo: `lineas[${i}].tipo_iva`, motivo: "en el régimen especial REPEP no se repercute IGIC: debe ser 0" })
  })
}

/** AEAT lets a tax amount be off by ten euros; in cents. To be off by exactly that is refused here, as rounding may add to it. */
const quotaMargin = 1_000

/**
 * A tax amount in another currency was rounded to the cent of that, which may be worth many euros. AEAT compares it with base
 * and rate (error 1142), but not in rectifications by differences, nor in those for insolvency (R2) or bad debt (R3).
 */
const checkQuotas = (
  { rectifica }: Invoice,
  kind: RecordKind,
  { lines }: RecordFigures<BreakdownLine>,
  issues: Array<FieldIssue>,
): void => {
  if (rectifica?.metodo === "diferencias" || kind === "R2" || kind === "R3") return
  const off = lines.find(({ base, cuota, tipo_iva }) => Math.abs(cuota - percentOf(base, tipo_iva)) >= quotaMargin)
  if (off === undefined) return
  const rate = spanishDecimal(decimal6Text(off.tipo_iva))
  const motivo = `con ese cambio la cuota al ${rate} % se aparta en 10 euros o más de la que da su base`
  issues.push({ campo: "tipo_cambio", motivo })
}

/**
 * The limit of a simplified invoice: 3 000 EUR, in cents (RD 1619/2012 art. 4.2). ImporteTotal must not exceed it, nor base and
 * tax without the surcharge, which AEAT adds up (error 1150) and which are more where the surcharge is negative. Simplified
 * rectifying invoices (R5) have no limit.
 */
const simplifiedMax = 300_000

const checkAbsentRecipient = (
  kind: RecordKind,
  { base, cuota, ImporteTotal }: RecordFigures<BreakdownLine>,
  issues: Array<FieldIssue>,
): void => {
  if (kind === "R5" || (kind === "F2" && Math.max(ImporteTotal, base + cuota) <= simplifiedMax)) return
  const motivo = kind === "F2"
    ? "sin destinatario es una factura simplificada, que no puede pasar de 3.000 euros"
    : "esta factura debe tener destinatario"
  issues.push({ campo: "contacto_id", motivo })
}

/** The greatest length of a recipient's foreign id in a record (AEAT schema), in UTF-16 code units as for names. */
const idMax = 20

const checkRecipient = (
  recipient: Recipient,
  identity: RecipientIdentity | null,
  kind: RecordKind,
  issues: Array<FieldIssue>,
): void => {
  if (kind === "R5") {
    issues.push({ campo: "contacto_id", motivo: "la rectificativa de una factura simplificada no lleva destinatario" })
  }
  if (recipient.nombre.length > recordNameMax) {
    issues.push({ campo: "contacto.nombre", motivo: `no puede tener más de ${recordNameMax} caracteres` })
  }
  const problem = identity === null ? unidentified(recipient) : identityProblem(identity, kind)
  if (problem !== undefined) issues.push(problem)
}

const unidentified = ({ nif, nif_iva, pais }: Recipient): FieldIssue => {
  if (isSpanishVatId(nif_iva)) {
    return { campo: "contacto.nif_iva", motivo: "lo que sigue a ES no es un NIF español válido" }
  }
  if (nif === null) {
    return { campo: "contacto.nif", motivo: "el destinatario debe tener NIF o identificación de su país" }
  }
  if ((pais?.trim() ?? "") === "") {
    return { campo: "contacto.nif", motivo: `no es un NIF español válido; si es de otro país, falta el país: ${isoCode}` }
  }
  if (countryCode(pais) !== "ES") return unknownCountry
  return { campo: "contacto.nif", motivo: "un destinatario de España debe tener un NIF español válido" }
}

const unknownCountry: FieldIssue = {
  campo: "contacto.pais",
  motivo: `con una identificación extranjera el país debe ser ${isoCode}`,
}

/** Why a recipient's identity does not do for this kind of record (AEAT, errors 1191 and 1192, and the forms of IDOtro). */
const identityProblem = (identity: RecipientIdentity, kind: RecordKind): FieldIssue | undefined => {
  if (kind === "R3" && identity.kind !== "nif") {
    return { campo: "contacto.nif", motivo: "una rectificativa por crédito incobrable (R3) exige un NIF español" }
  }
  if (identity.kind !== "foreign") return undefined
  if (!countries.has(identity.country)) return unknownCountry
  if (identity.id.length > idMax) {
    return { campo: "contacto.nif", motivo: `no puede tener más de ${idMax} caracteres` }
  }
  if (kind === "R2") {
    return { campo: "contacto.nif", motivo: "una rectificativa por concurso (R2) exige un NIF español o un NIF-IVA" }
  }
  return undefined
}
