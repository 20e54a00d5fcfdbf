import { Effect, Option } from "effect"
import { letterheadKey, logoAsOf } from "../organizations/Letterhead.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { PdfPrinter } from "../ports/PdfPrinter.ts"
import { Storage } from "../ports/Storage.ts"
import { referenceOf } from "../invoices/invoiceResource.ts"
import { printableInvoice } from "./printableInvoice.ts"
import { readInvoiceAsOfToday } from "../invoices/readInvoices.ts"

/** The PDF file of an invoice or draft, and the name to save it under (without ending). */
export const printInvoice = (organizationId: OrganizationId, id: string) =>
  Effect.gen(function*() {
    const { find } = yield* Storage
    const { print } = yield* PdfPrinter
    const letterhead = letterheadKey(organizationId)
    const [{ invoice, organization }, found] = yield* Effect.all([
      readInvoiceAsOfToday(organizationId, id),
      find(letterhead.table, organizationId, letterhead.id),
    ], { concurrency: 2 })
    const logo = logoAsOf(Option.getOrUndefined(found), invoice.emitida)
    const readLogo = Effect.flatMap(find("logo", organizationId, logo?.id ?? ""), Option.match({
      onNone: () => Effect.dieMessage("a letterhead without its logo"),
      onSome: ({ contenido }) => Effect.succeed(contenido),
    }))
    const file = yield* print(printableInvoice(invoice, organization, logo), readLogo)
    const name = referenceOf(invoice)?.replaceAll("/", "-") ?? `borrador-${invoice.id}`
    return { file, name }
  })
