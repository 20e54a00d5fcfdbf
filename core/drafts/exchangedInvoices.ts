import type { View } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { correctableKeys, isReplaced } from "../invoices/InvoiceCorrections.ts"
import { type InvoiceReference, invoiceReference } from "../invoices/invoiceReference.ts"
import { areAllRead, replacedLinesMax, withinRoom } from "../invoices/roomForLines.ts"
import { taxesOf } from "../invoices/taxedCompany.ts"
import { spanishNumber } from "../money/spanishFormat.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { exchangeIssues } from "./contradictions.ts"
import type { InvoiceInput } from "./invoiceInput.ts"

/** An invoice that is to be exchanged, and whether another stands in its place already. */
export interface NamedForExchange {
  readonly invoice: Invoice
  readonly replaced: boolean
}

/** All that are to be exchanged, each undefined when it does not exist; together they may have too many lines. */
export type AllForExchange = ReadonlyArray<NamedForExchange | undefined> | "too long"

/** What `namedForExchange` needs, as far as it is known. */
export const exchangeKeys = (view: View, organizationId: OrganizationId, ids: ReadonlyArray<string>) =>
  withinRoom(view, organizationId, ids, replacedLinesMax).flatMap((id) => correctableKeys(view, organizationId, id))

/** The invoices of these ids. */
export const namedForExchange = (view: View, organizationId: OrganizationId, ids: ReadonlyArray<string>): AllForExchange => {
  if (!areAllRead(view, organizationId, ids)) return "too long"
  return ids.map((id) => {
    const invoice = view.get("invoice", organizationId, id)
    return invoice && { invoice, replaced: isReplaced(view, invoice) }
  })
}

/**
 * The simplified invoices that a full one is issued in exchange for (AEAT, F3). Adds to `issues` what is no issued
 * simplified invoice, replaced already, or taxed otherwise than the first, and a recipient that is missing; and that all have
 * too many lines together.
 */
export const exchangedInvoices = (
  named: AllForExchange,
  input: Pick<InvoiceInput, "contacto_id" | "tipo_documento">,
  organization: Organization,
  issues: Array<FieldIssue>,
): ReadonlyArray<InvoiceReference> => {
  if (named.length === 0) return []
  issues.push(...exchangeIssues(input.tipo_documento, input.contacto_id))
  if (named === "too long") {
    const motivo = `no pueden tener más de ${spanishNumber(replacedLinesMax)} líneas entre todas`
    issues.push({ campo: "facturas_sustituidas", motivo })
    return []
  }
  const references = new Map<string, InvoiceReference>()
  let taxes: string | undefined
  named.forEach((one, i) => {
    const found = one === undefined ? undefined : simplifiedReference(one.invoice)
    const refuse = (motivo: string) => void issues.push({ campo: `facturas_sustituidas[${i}]`, motivo })
    if (one === undefined || found === undefined) return refuse("debe ser una factura simplificada emitida")
    if (one.replaced) return refuse("ya está sustituida por otra factura")
    if (references.has(found.factura_id)) return refuse("está repetida")
    const stated = taxesOf(one.invoice, organization)
    taxes ??= stated
    if (stated !== taxes) return refuse("se emitió en otro territorio o régimen fiscal que la primera")
    references.set(found.factura_id, found)
  })
  return [...references.values()]
}

/**
 * A ticket, or the substitution that stands in its place. What only tells differences from it goes with it, unless it was
 * issued after the exchange.
 */
const simplifiedReference = (invoice: Invoice): InvoiceReference | undefined => {
  const { recipient, rectifica } = invoice
  const goesWithAnother = rectifica?.metodo === "diferencias" && !rectifica.afterExchange
  return recipient === null && !goesWithAnother ? invoiceReference(invoice) : undefined
}
