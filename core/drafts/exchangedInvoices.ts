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

// A customer who was given simplified invoices (tickets) may ask for a full invoice in exchange (AEAT, TipoFactura F3). It
// names them in `facturas_sustituidas`, and stands in their place from its issue on.

/** An invoice that is named for exchange, and whether another one stands in its place already. */
interface NamedForExchange {
  readonly invoice: Invoice
  readonly replaced: boolean
}

/**
 * All invoices that are named for exchange, undefined for each that does not exist; "too long" where together they have more
 * lines than one document may replace (`replacedLinesMax`).
 */
export type AllForExchange = ReadonlyArray<NamedForExchange | undefined> | "too long"

/** The keys that `namedForExchange` needs, as far as they are known and there is room. */
export const exchangeKeys = (view: View, organizationId: OrganizationId, ids: ReadonlyArray<string>) =>
  withinRoom(view, organizationId, ids, replacedLinesMax).flatMap((id) => correctableKeys(view, organizationId, id))

/** The invoices with these ids, which `exchangeKeys` had read. */
export const namedForExchange = (view: View, organizationId: OrganizationId, ids: ReadonlyArray<string>): AllForExchange => {
  if (!areAllRead(view, organizationId, ids)) return "too long"
  return ids.map((id) => {
    const invoice = view.get("invoice", organizationId, id)
    return invoice && { invoice, replaced: isReplaced(view, invoice) }
  })
}

/**
 * References to the simplified invoices for which a full one is issued in exchange. Adds to `issues`: each that is no issued
 * simplified invoice, is replaced already, goes with its original, is repeated, or is taxed otherwise than the first; a document
 * that is no invoice or has no recipient; too many lines in all.
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
    if (goesWithItsOriginal(one.invoice)) {
      return refuse("rectifica por diferencias otra factura simplificada y se sustituye junto con ella")
    }
    if (references.has(found.factura_id)) return refuse("está repetida")
    const stated = taxesOf(one.invoice, organization)
    taxes ??= stated
    if (stated !== taxes) return refuse("se emitió en otro territorio o régimen fiscal que la primera")
    references.set(found.factura_id, found)
  })
  return [...references.values()]
}

/** The reference to an issued simplified invoice, or to a rectification of one; undefined for any other document. */
const simplifiedReference = (invoice: Invoice): InvoiceReference | undefined =>
  invoice.recipient === null ? invoiceReference(invoice) : undefined

/** A rectification by differences is exchanged together with its original, unless it was issued after an exchange. */
const goesWithItsOriginal = ({ rectifica }: Invoice): boolean => rectifica?.metodo === "diferencias" && !rectifica.afterExchange
