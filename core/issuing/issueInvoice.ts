import { Either } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import type { CivilZone } from "../calendar/civilZone.ts"
import { type Command, type Decision, type Supply, unchanged, type View } from "../commit/Command.ts"
import { correctionRefusal } from "../corrections/correctionRefusals.ts"
import { replacedAmounts } from "../corrections/replacedAmounts.ts"
import { dueDate } from "../drafts/draftDates.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice, Issuer } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import { correctedKeys, correctionRows, correctionsOf, originalOf } from "../invoices/InvoiceCorrections.ts"
import { invoiceResource, type InvoiceResource, invoiceSummary } from "../invoices/invoiceResource.ts"
import { cancelledRefusal } from "../invoices/lifecycleRefusals.ts"
import { customerKeys, issuerOf, namedRecipient, presentRecipient } from "../invoices/parties.ts"
import type { Rectification } from "../invoices/Rectification.ts"
import { replacedLinesMax } from "../invoices/roomForLines.ts"
import { regimesOf, taxedCompany } from "../invoices/taxedCompany.ts"
import { seriesKey, seriesKindIssue } from "../numbering/seriesKind.ts"
import type { Organization } from "../organizations/Organization.ts"
import { moveStock, stockKeys } from "../products/moveStock.ts"
import { type FieldIssue, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { type Alta, alta } from "../registry/alta.ts"
import type { ChainHead } from "../registry/ChainHead.ts"
import { chainHeadIn, chainHeadKey, chainRows, sendingJobs } from "../registry/chainRows.ts"
import type { InvoiceStatement } from "../registry/invoiceStatement.ts"
import type { RecordingTerms } from "../registry/RecordingTerms.ts"
import type { TaxedCompany } from "../tax/qualification.ts"
import { civilDateIn, instantOnDay, zoneOfRegion } from "../tax/regions.ts"
import { exchangeWarning } from "./exchangeWarning.ts"
import { checkedStatement, lineIssues } from "./issueChecks.ts"
import { counterAfter, counterOf, numberOf, seriesWarnings } from "./seriesAtIssue.ts"

/** An issued invoice; `first` is false when it had been issued before. */
export interface Issued {
  readonly invoice: InvoiceResource
  readonly first: boolean
}

/**
 * Issues a draft: it takes the next number of its series, the stock of its goods moves and, if it is an invoice and the key a
 * live one, its record is appended to the company's chain. Emits `invoice.issued` (contract, section 3.1). Issuing again
 * changes nothing. Refuses an annulled invoice; a correction of an invoice that cannot be corrected now; what the tax
 * authority would refuse, with every reason at once; a number that was asked for but is not the next; and a stock of more
 * than 12 digits.
 */
export const issueInvoice = (organizationId: OrganizationId, id: string, terms: RecordingTerms): Command<Issued> =>
  invoiceCommand(organizationId, id, {
    reads: draftKeys,
    decide: ({ invoice, organization }, view, supply) => {
      const today = civilDateIn(organization.region_fiscal, supply.clock)
      switch (invoice.lifecycle) {
        case "issued":
          return Either.right(unchanged({ invoice: invoiceResource(invoice, today), first: false }))
        case "cancelled":
          return Either.left(cancelledRefusal)
        case "draft":
          return decideIssue(invoice, organization, view, supply, terms)
      }
    },
  })

/** The rows that the issue of a draft needs besides it; none if the document is no draft (any more). */
const draftKeys = (view: View, invoice: Invoice | undefined) => {
  if (invoice?.lifecycle !== "draft") return []
  const { organizationId } = invoice
  return [
    seriesKey(invoice),
    chainHeadKey(organizationId),
    ...customerKeys(invoice),
    ...correctedKeys(view, invoice, replacedLinesMax),
    ...stockKeys(view, invoice),
  ]
}

const decideIssue = (
  draft: Invoice,
  organization: Organization,
  view: View,
  supply: Supply,
  terms: RecordingTerms,
): Either.Either<Decision<Issued>, Refusal> =>
  Either.gen(function*() {
    const { organizationId } = draft
    const refusal = correctionRefusal(draft, view, terms.modo)
    if (refusal !== undefined) return yield* Either.left(refusal)
    const original = originalOf(draft, view)
    const rectifica = yield* restated(draft, original, organization, view)
    const today = civilDateIn(organization.region_fiscal, supply.clock)
    const ready = { ...upToDate(draft, original, view, today), rectifica }
    const company = taxedCompany(draft, (id) => view.get("invoice", organizationId, id), organization)
    const statement = yield* Either.mapLeft(statementOf(ready, company, view, today), invalidInput)

    const counter = counterOf(ready, view)
    const numero = yield* numberOf(draft, counter)

    const issuer = issuerOf(company)
    const numbered = {
      ...ready,
      lifecycle: "issued" as const,
      numero,
      issuer,
      emitida: instantOnDay(organization.region_fiscal, supply),
      modifiedSequence: supply.sequence(),
    }
    const stock = yield* moveStock(ready, "out", view, supply)
    const zone = zoneOfRegion(organization.region_fiscal)
    const previous = chainHeadIn(view, organizationId)
    const registered = terms.modo === "live" && statement !== null
      ? register({ invoice: numbered, issuer, statement, zone, previous }, supply, terms)
      : undefined
    const row: Invoice = registered === undefined ? numbered : { ...numbered, registry: linkOf(registered, company) }
    return {
      result: { invoice: invoiceResource(row, today), first: true },
      rows: [
        { table: "invoice", row },
        { table: "series", row: counterAfter(counter, row, terms.modo) },
        ...(registered === undefined ? [] : chainRows(registered)),
        ...correctionRows(row, 1, view),
        ...stock.rows,
        ...seriesWarnings(counter, row, terms.modo, supply),
        ...exchangeWarning(row, organization, view, supply),
      ],
      events: draft.tipo_documento === "invoice"
        ? [{ suceso: "invoice.issued", datos: { factura: invoiceSummary(row, today) } }, ...stock.events]
        : [],
      jobs: registered === undefined ? [] : sendingJobs(organization, supply),
    }
  })

/** The draft as it is issued: with its recipient's data of now and, unless somebody chose its date, dated today. */
const upToDate = (draft: Invoice, original: Invoice | null, view: View, today: CivilDate): Invoice => {
  const recipient = namedRecipient(draft, presentRecipient(view, draft), original)
  if (!draft.fecha_por_defecto) return { ...draft, recipient }
  const fecha_vencimiento = draft.dias_vencimiento === null
    ? draft.fecha_vencimiento
    : dueDate(today, draft.dias_vencimiento)
  return { ...draft, recipient, fecha_emision: today, fecha_vencimiento }
}

/** What the draft says of its original, once more: that may have been rectified or exchanged since the draft was made. */
const restated = (
  { rectifica }: Invoice,
  original: Invoice | null,
  organization: Organization,
  view: View,
): Either.Either<Rectification | null, Refusal> => {
  if (rectifica === null || original === null) return Either.right(null)
  return rectifica.metodo === "sustitucion"
    ? Either.map(replacedAmounts(original, organization, view, "sustitucion"), (sustituido) => ({ ...rectifica, sustituido }))
    : Either.right({ ...rectifica, afterExchange: correctionsOf(view, original.organizationId, original.id).canjes > 0 })
}

/** What the record is to state, or all reasons against the issue. Null for documents that are not invoices: they get no record. */
const statementOf = (
  ready: Invoice,
  company: Organization,
  view: View,
  today: CivilDate,
): Either.Either<InvoiceStatement | null, ReadonlyArray<FieldIssue>> => {
  const statement = ready.tipo_documento === "invoice" ? checkedStatement(ready, company, today) : withoutRecord(ready)
  const otherKind = seriesKindIssue(view, ready)
  if (otherKind === undefined) return statement
  return Either.left(Either.isLeft(statement) ? [...statement.left, otherKind] : [otherKind])
}

const withoutRecord = (document: Invoice): Either.Either<null, ReadonlyArray<FieldIssue>> => {
  const issues = lineIssues(document)
  return issues.length > 0 ? Either.left(issues) : Either.right(null)
}

/** An invoice that gets its record, and the place of that in the chain. */
interface Registration {
  readonly invoice: Invoice & { readonly numero: number }
  readonly issuer: Issuer
  readonly statement: InvoiceStatement
  readonly zone: CivilZone
  readonly previous: ChainHead | undefined
}

const register = (
  { invoice, issuer, previous, statement, zone }: Registration,
  supply: Supply,
  { hash, qrHost, software }: RecordingTerms,
): Alta => {
  const { nif } = issuer
  if (nif === null) throw new Error("an issuer without NIF passed the checks")
  const source = { ...invoice, issuer: { ...issuer, nif } }
  return alta({ id: supply.id(), invoice: source, statement, zone, previous, now: supply.now, software, hash, qrHost })
}

const linkOf = ({ record }: Alta, company: TaxedCompany): Invoice["registry"] => ({
  huella: record.huella,
  registrada_en: record.generado,
  qr: record.qr,
  lastRecord: record.id,
  held: null,
  aeat: null,
  regimes: regimesOf(company),
})
