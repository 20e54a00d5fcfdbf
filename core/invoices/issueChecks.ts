import { type CivilDate, parseCivilDate } from "../calendar/civilDate.ts"
import { isSpanishNif } from "../identifiers/nif.ts"
import { legalName, type Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { countries } from "../registry/countries.ts"
import { recordFigures } from "../registry/euros.ts"
import { isSpanishVatId, recipientNif } from "../registry/recipientNif.ts"
import { rateHolds } from "../tax/rates.ts"
import { taxOf } from "../tax/regions.ts"
import { decimal6Text } from "../money/decimal.ts"
import type { Invoice, Recipient } from "./Invoice.ts"

/**
 * What the tax authority would refuse, found before a number is spent (decisions, section 2): every failing
 * field with its reason. The same for live and test keys. Documents that are no invoices only need lines.
 */
export const issueIssues = (invoice: Invoice, organization: Organization, today: CivilDate): ReadonlyArray<FieldIssue> => {
  const issues: Array<FieldIssue> = []
  if (invoice.lineas.length === 0) issues.push({ campo: "lineas", motivo: "la factura debe tener al menos una línea" })
  if (invoice.tipo_documento !== "invoice") return issues
  checkIssuer(organization, issues)
  if (invoice.recipient === null) checkSimplified(invoice, issues)
  else checkRecipient(invoice.recipient, issues)
  checkDate(invoice.fecha_emision, today, issues)
  checkRates(invoice, organization, issues)
  return issues
}

/** Longest NombreRazon of a record (AEAT schema). */
const nameMax = 120

/** ImporteTotal of a simplified invoice, in cents: 3 000 EUR (RD 1619/2012 art. 4.2). */
const simplifiedMax = 300_000

/** First day that records accept: entry into force of Orden HAC/1177/2024 (AEAT, error 1152). */
const firstDay = parseCivilDate("2024-10-28") ?? ""

const checkIssuer = (organization: Organization, issues: Array<FieldIssue>): void => {
  const { nif } = organization
  if (nif === null) issues.push({ campo: "organizacion.nif", motivo: "la organización no tiene NIF" })
  else if (!isSpanishNif(nif)) {
    issues.push({ campo: "organizacion.nif", motivo: "el NIF de la organización no es un NIF español válido" })
  }
  if ([...legalName(organization)].length > nameMax) {
    issues.push({ campo: "organizacion.razon_social", motivo: `no puede tener más de ${nameMax} caracteres` })
  }
}

const checkRecipient = (recipient: Recipient, issues: Array<FieldIssue>): void => {
  if ([...recipient.nombre].length > nameMax) {
    issues.push({ campo: "contacto.nombre", motivo: `no puede tener más de ${nameMax} caracteres` })
  }
  if (recipientNif(recipient) === undefined) checkForeignRecipient(recipient, issues)
}

/** An intra-EU VAT id stands alone; an id of its country needs the country, which cannot be Spain (AEAT, 1111). */
const checkForeignRecipient = ({ nif, nif_iva, pais }: Recipient, issues: Array<FieldIssue>): void => {
  if (isSpanishVatId(nif_iva)) {
    issues.push({ campo: "contacto.nif_iva", motivo: "lo que sigue a ES no es un NIF español válido" })
  } else if (nif_iva !== null) {
    return
  } else if (nif === null) {
    issues.push({ campo: "contacto.nif", motivo: "el destinatario debe tener NIF o identificación de su país" })
  } else if (pais === "ES") {
    issues.push({ campo: "contacto.nif", motivo: "un destinatario de España debe tener un NIF español válido" })
  } else if (!countries.has(pais ?? "")) {
    issues.push({
      campo: "contacto.pais",
      motivo: "con una identificación extranjera el país debe ser un código ISO de dos letras mayúsculas, como US",
    })
  }
}

const checkSimplified = (invoice: Invoice, issues: Array<FieldIssue>): void => {
  const figures = recordFigures(invoice)
  if (figures !== undefined && figures.ImporteTotal <= simplifiedMax) return
  issues.push({
    campo: "contacto_id",
    motivo: "sin destinatario es una factura simplificada, que no puede pasar de 3.000 euros",
  })
}

const checkDate = (date: CivilDate, today: CivilDate, issues: Array<FieldIssue>): void => {
  if (date > today) issues.push({ campo: "fecha_emision", motivo: "no puede ser posterior a hoy" })
  if (date < firstDay) issues.push({ campo: "fecha_emision", motivo: "no puede ser anterior al 28/10/2024" })
}

const checkRates = (invoice: Invoice, { region_fiscal }: Organization, issues: Array<FieldIssue>): void => {
  invoice.lineas.forEach(({ tipo_iva }, i) => {
    if (rateHolds(region_fiscal, tipo_iva, invoice.fecha_emision)) return
    const rate = decimal6Text(tipo_iva).replace(".", ",")
    const campo = `lineas[${i}].tipo_iva`
    issues.push({ campo, motivo: `el ${rate} % no es un tipo de ${taxOf(region_fiscal)} vigente en la fecha de emisión` })
  })
}
