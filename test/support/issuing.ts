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

/** One company and one customer, and what comes of issuing a draft, without any store. */

export const id = sampleOrganizationId()
export const customer = sampleContact(id, 1, { dias_pago: null, irpf: 0 })
export const line = { descripcion: "Horas", precio: 100, descuento: 0 }

const isOf = <T extends TableName>(table: T) => (one: TableRow): one is TableRow<T> & TableRow => one.table === table

/** The first row of that table that the decision leaves. */
export const rowOf = <T extends TableName>(decision: Decision<unknown>, table: T): Tables[T] | undefined =>
  decision.rows.find(isOf(table))?.row

export const must = <A>(value: A | undefined): A => value ?? assert.fail("missing")

/** The world in which a draft is issued, where it is not the ordinary one. */
export interface Given {
  readonly organization?: Partial<Organization>
  readonly contact?: Contact
  readonly series?: Partial<Tables["series"]>
  readonly chainHead?: Tables["chainHead"]
  readonly draftedAt?: string
  readonly issuedAt?: string
  /** What the clock says then, where the company has written under another one. */
  readonly issuedByClock?: string
  readonly modo?: "live" | "test"
  readonly change?: (draft: Invoice) => Invoice
  /** What has become of the company since the draft. */
  readonly issuingIn?: Partial<Organization>
}

/** Drafts the body and decides its issue on the same rows. */
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

/** The decision, where nothing is refused. */
export const issued = (...args: Parameters<typeof issue>): Decision<Issued> =>
  carriedOut(issue(...args))

/** Fields, or the reason, of the refusal; none when it is issued. */
export const refused = (...args: Parameters<typeof issue>): ReadonlyArray<string> =>
  whyNot(issue(...args))

export const withCustomer = { contacto_id: customer.id, lineas: [line] }
