import { Effect } from "effect"
import { referenceOf } from "../invoices/invoiceResource.ts"
import { readInvoiceAsOfToday } from "../invoices/readInvoices.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { PdfPrinter } from "../ports/PdfPrinter.ts"
import { printableInvoice } from "./printableInvoice.ts"

/** The PDF file of an invoice or draft, and the name to save it under (without ending). */
export const printInvoice = (organizationId: OrganizationId, id: string) =>
  Effect.gen(function*() {
    const { invoice, organization } = yield* readInvoiceAsOfToday(organizationId, id)
    const printer = yield* PdfPrinter
    const file = yield* printer.print(printableInvoice(invoice, organization))
    const name = referenceOf(invoice)?.replaceAll("/", "-") ?? `borrador-${invoice.id}`
    return { file, name }
  })
