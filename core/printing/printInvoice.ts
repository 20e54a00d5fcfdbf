import { Effect, Option } from "effect"
import { letterheadKey, logoAsOf } from "../organizations/Letterhead.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { PdfPrinter } from "../ports/PdfPrinter.ts"
import { Storage } from "../ports/Storage.ts"
import { referenceOf } from "../invoices/invoiceResource.ts"
import { printableInvoice } from "./printableInvoice.ts"
import { namedRecipient } from "../invoices/parties.ts"
import { type InvoiceAsOfToday, readInvoiceAsOfToday } from "../invoices/readInvoices.ts"
import { taxedCompany } from "../invoices/taxedCompany.ts"

/** The company and the customer that a document names; those of a draft as its issue will, if it tells differences. */
const withParties = ({ invoice, organization }: InvoiceAsOfToday) =>
  Effect.gen(function*() {
    const { lifecycle, organizationId, recipient, rectifica } = invoice
    if (lifecycle !== "draft" || rectifica === null) return { invoice, company: organization }
    const { find } = yield* Storage
    const original = Option.getOrNull(yield* find("invoice", organizationId, rectifica.original.factura_id))
    return {
      invoice: { ...invoice, recipient: namedRecipient(invoice, recipient, original) },
      company: taxedCompany(rectifica, original, organization),
    }
  })

/** The PDF file of an invoice or draft, and the name to save it under (without ending). */
export const printInvoice = (organizationId: OrganizationId, id: string) =>
  Effect.gen(function*() {
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
