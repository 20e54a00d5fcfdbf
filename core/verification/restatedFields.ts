import type { Invoice } from "../invoices/Invoice.ts"
import { operationDate } from "../invoices/operationDate.ts"
import { cents } from "../money/cents.ts"
import { type BreakdownLine, untaxed } from "../registry/breakdown.ts"
import { asNotInCensus, notInCensusType, type RecipientIdentity, recipientIdentity } from "../registry/recipientIdentity.ts"
import { fieldsAt, isList, textAt } from "../registry/recordFields.ts"
import { recordFigures } from "../registry/recordFigures.ts"
import { recordKind } from "../registry/recordKind.ts"
import type { RecordFields } from "../registry/RegistryRecord.ts"
import { type NumberedInvoice, statedFields } from "../registry/statedFields.ts"
import { operations, type Qualification, regimes } from "../tax/qualification.ts"

/**
 * What an alta of the invoice, as it is stored now, has to state. The qualifications of its operations are taken from the
 * record itself, since they depend on the company as it was then, which is stored nowhere; undefined when their number
 * cannot be right. Fields on whether the record amends another one are left out. If a rule of what is stated ever changes,
 * the old one has to stay for the records of earlier versions, which name theirs in SistemaInformatico.
 */
export const restatedFields = (campos: RecordFields, invoice: NumberedInvoice): RecordFields | undefined => {
  const lines = qualified(invoice, qualificationsIn(campos))
  const figures = lines === undefined ? undefined : recordFigures(lines, invoice.tipo_cambio)
  if (figures === undefined) return undefined
  return statedFields(invoice, {
    kind: recordKind(invoice, figures),
    figures,
    identity: restatedIdentity(campos, invoice, figures.lines),
    operationDate: operationDate(invoice, invoice.issuer),
  })
}

/** Whether the census lacked the recipient is taken from the record too, since it is stored nowhere else. */
const restatedIdentity = (
  campos: RecordFields,
  { recipient }: NumberedInvoice,
  lines: ReadonlyArray<BreakdownLine>,
): RecipientIdentity | null => {
  const identity = recipient === null ? null : recipientIdentity(recipient, lines) ?? null
  const told = fieldsAt(campos, "Destinatarios")?.["IDDestinatario"]
  const [named] = told !== undefined && isList(told) ? told : []
  const isNotInCensus = textAt(fieldsAt(named, "IDOtro"), "IDType") === notInCensusType
  return isNotInCensus ? asNotInCensus(identity) ?? identity : identity
}

const qualificationsIn = (campos: RecordFields): ReadonlyArray<Qualification> => {
  const details = fieldsAt(campos, "Desglose")?.["DetalleDesglose"]
  return details === undefined || !isList(details) ? [] : details.flatMap((detail) => {
    const named = textAt(detail, "CalificacionOperacion") ?? textAt(detail, "OperacionExenta")
    const operation = operations.find((one) => one === named)
    const regime = regimes.find((one) => one === textAt(detail, "ClaveRegimen"))
    return operation === undefined || regime === undefined ? [] : [{ operation, regime }]
  })
}

/** The breakdown with these qualifications. At rate zero goods and services either share one or have one each. */
const qualified = (
  { lineas, rates }: Pick<Invoice, "lineas" | "rates">,
  qualifications: ReadonlyArray<Qualification>,
): ReadonlyArray<BreakdownLine> | undefined => {
  const amounts = rates.flatMap((rate) =>
    rate.tipo_iva === 0 && qualifications.length > rates.length ? untaxedByClass(lineas) : [rate])
  if (amounts.length !== qualifications.length) return undefined
  return qualifications.flatMap((qualification, i) => {
    const line = amounts[i]
    return line === undefined ? [] : [{ ...line, ...qualification }]
  })
}

const untaxedByClass = (lineas: Invoice["lineas"]) => {
  const bases = new Map<string, number>()
  for (const { base, clase, tipo_iva } of lineas) {
    if (tipo_iva === 0) bases.set(clase, (bases.get(clase) ?? 0) + base)
  }
  return [...bases.values()].map((base) => ({ ...untaxed, base: cents(base) }))
}
