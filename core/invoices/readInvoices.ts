import { Clock, Effect } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { instant } from "../calendar/instant.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Organization } from "../organizations/Organization.ts"
import { organizationKey } from "../organizations/presentOrganization.ts"
import { readOrganization } from "../organizations/readOrganization.ts"
import { type ListAnswer, type ListRequest, listPage } from "../pagination/listPage.ts"
import { type PageQuery, Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { civilDateIn, zoneOfRegion } from "../tax/regions.ts"
import type { Invoice, ListedInvoice } from "./Invoice.ts"
import { invoiceConditions, type InvoiceFilters } from "./invoiceFilters.ts"
import { invoiceResource, type InvoiceResource, invoiceSummary, type InvoiceSummary } from "./invoiceResource.ts"
import { isSameRecipient, recipientOf } from "./parties.ts"

/** A document as it is now, its company, and today's date where the company is. */
export interface InvoiceAsOfToday {
  readonly invoice: Invoice
  readonly organization: Organization
  readonly today: CivilDate
}

/** One document. A draft has its recipient's data of now (`withPresentRecipients`). */
export const readInvoiceAsOfToday = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  id: string,
): Effect.fn.Return<InvoiceAsOfToday, NotFound | StorageUnavailable, Storage> {
  const storage = yield* Storage
  const keys = [organizationKey(organizationId), key("invoice", organizationId, id)]
  const { invoice: [stored] = [], organization: [organization] = [] } = yield* storage.findMany(keys)
  if (stored === undefined) return yield* Effect.fail(notFound("la factura"))
  if (organization === undefined) return yield* Effect.dieMessage("an invoice without its organization")
  const [invoice = stored] = yield* withPresentRecipients(organizationId, [stored])
  return { invoice, organization, today: yield* todayOf(organization) }
})

/** One document with its lines, as it is shown. */
export const readInvoice = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<InvoiceResource, NotFound | StorageUnavailable, Storage> =>
  Effect.map(readInvoiceAsOfToday(organizationId, id), ({ invoice, today }) => invoiceResource(invoice, today))

/** A page of documents of every kind (contract, section 4). */
export const listInvoices = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  request: ListRequest,
  filters: InvoiceFilters = {},
): Effect.fn.Return<ListAnswer<InvoiceSummary>, StorageUnavailable, Storage> {
  const organization = yield* readOrganization(organizationId)
  const today = yield* todayOf(organization)
  const conditions = invoiceConditions(filters, today, zoneOfRegion(organization.region_fiscal))
  return yield* summaries(organizationId, request, conditions, today)
})

/** A page of the rectifications of an invoice, drafts included. Refuses an invoice that does not exist. */
export const listRectifications = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  id: string,
  request: ListRequest,
): Effect.fn.Return<ListAnswer<InvoiceSummary>, NotFound | StorageUnavailable, Storage> {
  const { today } = yield* readInvoiceAsOfToday(organizationId, id)
  return yield* summaries(organizationId, request, [{ kind: "rectifies", factura_id: id }], today)
})

const summaries = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  request: ListRequest,
  conditions: PageQuery<"invoice">["conditions"],
  today: CivilDate,
) {
  const page = yield* listPage("invoice", organizationId, request, conditions)
  const invoices = yield* withPresentRecipients(organizationId, page.datos)
  const show = page.recurring === true ? summaryOf : invoiceSummary
  return { ...page, datos: invoices.map((invoice) => show(invoice, today)) }
})

/** Summaries of rows that the storage may hand out again, and never changes (Page.recurring); each made for one day. */
const summariesMade = new WeakMap<ListedInvoice, { readonly today: CivilDate; readonly summary: InvoiceSummary }>()

const summaryOf = (invoice: ListedInvoice, today: CivilDate): InvoiceSummary => {
  const made = summariesMade.get(invoice)
  if (made?.today === today) return made.summary
  const summary = invoiceSummary(invoice, today)
  summariesMade.set(invoice, { today, summary })
  return summary
}

const todayOf = ({ region_fiscal }: Organization): Effect.Effect<CivilDate> =>
  Effect.map(Clock.currentTimeMillis, (millis) => civilDateIn(region_fiscal, instant(millis)))

/** Gives drafts their recipients' data of now, from the contacts. Issued documents keep those of their issue. */
const withPresentRecipients = <I extends ListedInvoice>(
  organizationId: OrganizationId,
  invoices: ReadonlyArray<I>,
): Effect.Effect<ReadonlyArray<I>, StorageUnavailable, Storage> => {
  const named = new Set<string>()
  for (const { contacto_id, lifecycle } of invoices) {
    if (lifecycle === "draft" && contacto_id !== null) named.add(contacto_id)
  }
  if (named.size === 0) return Effect.succeed(invoices)
  const keys = [...named].map((id) => key("contact", organizationId, id))
  return Effect.map(Effect.flatMap(Storage, ({ findMany }) => findMany(keys)), ({ contact = [] }) => {
    const contacts = new Map(contact.map((one) => [one.id, one]))
    return invoices.map((invoice): I => {
      const present = invoice.lifecycle === "draft" ? contacts.get(invoice.contacto_id ?? "") : undefined
      if (present === undefined) return invoice
      const recipient = recipientOf(present)
      return isSameRecipient(recipient, invoice.recipient) ? invoice : { ...invoice, recipient }
    })
  })
}
