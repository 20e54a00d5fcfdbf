import { assert } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import type { Decision } from "../../core/commit/Command.ts"
import type { RowSet, TableName, TableRow, Tables } from "../../core/commit/tables.ts"
import type { Contact } from "../../core/contacts/Contact.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { type Issued, issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { seriesId } from "../../core/numbering/seriesCounter.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import { carriedOut, decideOn, noon, whyNot } from "./decideOn.ts"
import { invoiceInput, liveTerms, sampleContact, sampleOrganization, sampleOrganizationId } from "./samples.ts"

/** One company and one customer: drafts are issued on their rows, without any store. */

export const id = sampleOrganizationId()
export const customer = sampleContact(id, 1, { dias_pago: null, irpf: 0 })
export const line = { descripcion: "Horas", precio: 100, descuento: 0 }

const isOf = <T extends TableName>(table: T) => (one: TableRow): one is TableRow<T> & TableRow => one.table === table

/** The first row that the decision writes to the table. */
export const rowOf = <T extends TableName>(decision: Decision<unknown>, table: T): Tables[T] | undefined =>
  decision.rows.find(isOf(table))?.row

/** The value, which has to be there. */
export const must = <A>(value: A | undefined): A => value ?? assert.fail("missing")

/** What is unusual about the company, the draft or its issue; everything left out is as usual. */
export interface Given {
  readonly organization?: Partial<Organization>
  readonly contact?: Contact
  readonly series?: Partial<Tables["series"]>
  readonly chainHead?: Tables["chainHead"]
  readonly draftedAt?: string
  readonly issuedAt?: string
  /** What the clock shows at the issue, when it disagrees with `issuedAt`, the company's own instant. */
  readonly issuedByClock?: string
  readonly modo?: "live" | "test"
  readonly change?: (draft: Invoice) => Invoice
  /** What changed about the company between draft and issue. */
  readonly issuingIn?: Partial<Organization>
}

/** Drafts the body, and decides the issue of that draft on the same rows. */
export const issue = (body: object, given: Given = {}) => {
  const rows: RowSet = { organization: [sampleOrganization(id, given.organization)], contact: [given.contact ?? customer] }
  const at = (text: string | undefined) => (text === undefined ? noon : instant(Date.parse(text)))
  const drafting = carriedOut(decideOn(draftInvoice(id, invoiceInput(body)), rows, at(given.draftedAt)))
  const made = must(rowOf(drafting, "invoice"))
  const draft = given.change?.(made) ?? made
  const series = given.series === undefined ? [] : [{
    organizationId: id,
    id: seriesId(draft.tipo_documento, draft.serie),
    tipo_documento: draft.tipo_documento,
    serie: draft.serie,
    tipo: "invoice" as const,
    last: 0,
    holdsLive: false,
    holdsFull: false,
    holdsSimplified: false,
    ...given.series,
  }]
  const terms = { ...liveTerms, modo: given.modo ?? "live" }
  const chainHead = given.chainHead === undefined ? [] : [given.chainHead]
  const organization = [sampleOrganization(id, { ...given.organization, ...given.issuingIn })]
  const standing = { ...rows, organization, invoice: [draft], series, chainHead }
  return decideOn(issueInvoice(id, draft.id, terms), standing, at(given.issuedAt), 0, at(given.issuedByClock ?? given.issuedAt))
}

/** The decision to issue; throws when it is refused. */
export const issued = (...args: Parameters<typeof issue>): Decision<Issued> =>
  carriedOut(issue(...args))

/** Why the issue is refused, as `whyNot` says it; empty when it is issued. */
export const refused = (...args: Parameters<typeof issue>): ReadonlyArray<string> =>
  whyNot(issue(...args))

export const withCustomer = { contacto_id: customer.id, lineas: [line] }
