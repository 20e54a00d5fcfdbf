import { Either, Schema } from "effect"
import { civilDateAt } from "../calendar/civilZone.ts"
import { type Command, type Decision, type Supply, type View } from "../commit/Command.ts"
import { reason } from "../fields/reason.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import { correctedKeys, correctionRows, correctionsKey } from "../invoices/InvoiceCorrections.ts"
import { invoiceReference } from "../invoices/invoiceReference.ts"
import { invoiceResource, type InvoiceResource, invoiceSummary } from "../invoices/invoiceResource.ts"
import { notIssuedInvoiceRefusal, registeredRefusal } from "../invoices/lifecycleRefusals.ts"
import type { Organization } from "../organizations/Organization.ts"
import { moveStock, stockKeys } from "../products/moveStock.ts"
import { conflict, type Refusal } from "../refusals/refusal.ts"
import { anulacion } from "../registry/anulacion.ts"
import { chainHeadIn, chainHeadKey, chainRows, sendingJobs } from "../registry/chainRows.ts"
import type { RecordingTerms } from "../registry/RecordingTerms.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import { correctedRefusal } from "./correctionRefusals.ts"

/** The body of `anular`: the reason is required. */
export const AnnulmentInput = Schema.Struct({ motivo: reason({ min: 1 }) }).annotations({
  identifier: "AnulacionNueva",
})
export type AnnulmentInput = typeof AnnulmentInput.Type

/**
 * Annuls an issued invoice that should never have existed (decisions, section 2). It becomes cancelled but keeps its number;
 * where it has a record, one that annuls that joins the chain; goods go back into stock. Emits `invoice.cancelled`. Refuses
 * anything but an issued invoice, one with payments, one that another issued invoice corrects, and a test key for an invoice
 * that has a record.
 */
export const annulInvoice = (
  organizationId: OrganizationId,
  id: string,
  { motivo }: AnnulmentInput,
  terms: Pick<RecordingTerms, "modo" | "software" | "hash">,
): Command<InvoiceResource> =>
  invoiceCommand(organizationId, id, {
    reads: (view, invoice) => [
      chainHeadKey(organizationId),
      correctionsKey(organizationId, id),
      ...issuedKeys(view, invoice),
    ],
    decide: ({ invoice, organization }, view, supply) => {
      const refusal = annulmentRefusal(invoice, view, terms)
      if (refusal !== undefined) return Either.left(refusal)
      return decideAnnulment(invoice, motivo, organization, view, supply, terms)
    },
  })

/** The keys that annulling an issued invoice needs beside it, as far as they are known. */
const issuedKeys = (view: View, invoice: Invoice | undefined) => {
  if (invoice?.lifecycle !== "issued") return []
  // Without a limit: what it corrects was limited when it was issued.
  return [...correctedKeys(view, invoice, Number.POSITIVE_INFINITY), ...stockKeys(view, invoice)]
}

const whenUnfit = { others: "Solo se anulan facturas.", drafts: "se borra, no se anula" }

const annulmentRefusal = (
  invoice: Invoice,
  view: View,
  { modo }: Pick<RecordingTerms, "modo">,
): Refusal | undefined => {
  const unfit = notIssuedInvoiceRefusal(invoice, whenUnfit)
  if (unfit !== undefined) return unfit
  if (invoice.cobrado !== 0) return conflict("factura_con_cobros", "La factura tiene cobros registrados.")
  if (invoice.registry !== null && modo === "test") {
    return registeredRefusal("Una factura registrada solo se anula con una clave real.")
  }
  return correctedRefusal(invoice, view)
}

const decideAnnulment = (
  invoice: Invoice,
  motivo: string,
  organization: Organization,
  view: View,
  supply: Supply,
  { hash, software }: Pick<RecordingTerms, "software" | "hash">,
): Either.Either<Decision<InvoiceResource>, Refusal> => {
  const { organizationId } = invoice
  const zone = zoneOfRegion(organization.region_fiscal)
  const today = civilDateAt(zone, supply.clock)
  const stock = moveStock(invoice, "in", view, supply)
  if (Either.isLeft(stock)) return Either.left(stock.left)
  const reference = invoice.registry === null ? undefined : invoiceReference(invoice)
  const previous = chainHeadIn(view, organizationId)
  const annulled = reference === undefined
    ? undefined
    : anulacion({ organizationId, ...reference }, zone, { id: supply.id(), previous, now: supply.now, software, hash }, {
      // Only once the last record was answered: one that waits may yet be accepted, and SinRegistroPrevio would then be wrong.
      neverHeld: invoice.registry?.held === false && invoice.registry.aeat !== null,
      refused: false,
    })
  const row: Invoice = {
    ...invoice,
    lifecycle: "cancelled",
    motivo_anulacion: motivo,
    registry: annulled === undefined || invoice.registry === null
      ? invoice.registry
      : { ...invoice.registry, lastRecord: annulled.record.id },
    modifiedSequence: supply.sequence(),
  }
  return Either.right({
    result: invoiceResource(row, today),
    rows: [
      { table: "invoice", row },
      ...correctionRows(invoice, -1, view),
      ...stock.right.rows,
      ...(annulled === undefined ? [] : chainRows(annulled)),
    ],
    events: [{ suceso: "invoice.cancelled", datos: { factura: invoiceSummary(row, today) } }, ...stock.right.events],
    jobs: annulled === undefined ? [] : sendingJobs(organization, supply),
  })
}
