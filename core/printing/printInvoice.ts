import { Effect, Option } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { referenceOf } from "../invoices/invoiceResource.ts"
import { namedRecipient } from "../invoices/parties.ts"
import { type InvoiceAsOfToday, readInvoiceAsOfToday } from "../invoices/readInvoices.ts"
import { taxedCompany, taxedLike } from "../invoices/taxedCompany.ts"
import { letterheadKey, logoAsOf } from "../organizations/Letterhead.ts"
import { PdfPrinter } from "../ports/PdfPrinter.ts"
import { Storage } from "../ports/Storage.ts"
import { printableInvoice } from "./printableInvoice.ts"

/**
 * The document and its company as they are to be printed. A draft that shares the taxes of another invoice (`taxedLike`) is
 * shown with the company and the customer that its issue would give it.
 */
const withParties = Effect.fnUntraced(function*({ invoice, organization }: InvoiceAsOfToday) {
  const { lifecycle, organizationId, recipient } = invoice
  const id = lifecycle === "draft" ? taxedLike(invoice) : undefined
  if (id === undefined) return { invoice, company: organization }
  const { find } = yield* Storage
  const like = Option.getOrUndefined(yield* find("invoice", organizationId, id))
  return {
    invoice: { ...invoice, recipient: namedRecipient(invoice, recipient, like ?? null) },
    company: taxedCompany(invoice, () => like, organization),
  }
})

/** The PDF file of a document, and a name for the file, without its extension. */
export const printInvoice = Effect.fnUntraced(function*(organizationId: OrganizationId, id: string) {
  const { find } = yield* Storage
  const { print } = yield* PdfPrinter
  const letterhead = letterheadKey(organizationId)
  const [{ company, invoice }, found] = yield* Effect.all([
    Effect.flatMap(readInvoiceAsOfToday(organizationId, id), withParties),
    find(letterhead.table, organizationId, letterhead.id),
  ], { concurrency: 2 })
  const logo = logoAsOf(Option.getOrUndefined(found), invoice.emitida)
  const readLogo = Effect.flatMap(find("logo", organizationId, logo?.id ?? ""), Option.match({
    onNone: () => Effect.dieMessage("a letterhead without its logo"),
    onSome: ({ contenido }) => Effect.succeed(contenido),
  }))
  const file = yield* print(printableInvoice(invoice, company, logo), readLogo)
  const name = referenceOf(invoice)?.replaceAll("/", "-") ?? `borrador-${invoice.id}`
  return { file, name }
})
