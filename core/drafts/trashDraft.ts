import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import { invoiceSummary } from "../invoices/invoiceResource.ts"
import { cancelledRefusal, issuedRefusal } from "../invoices/lifecycleRefusals.ts"
import { customerKeys, presentRecipient } from "../invoices/parties.ts"
import type { Refusal } from "../refusals/refusal.ts"
import { civilDateIn } from "../tax/regions.ts"

/**
 * Deletes a draft; if it is one of an invoice, emits `invoice.cancelled` with what it showed (contract, section 6.1). Refuses a
 * document that was issued: it has a number, and is corrected instead.
 */
export const trashDraft = (organizationId: OrganizationId, id: string): Command<void> =>
  invoiceCommand(organizationId, id, {
    reads: (_, draft) => customerKeys(draft),
    decide: ({ invoice: draft, organization }, view, supply) => {
      const refusal = trashRefusal(draft)
      if (refusal !== undefined) return Either.left(refusal)
      const today = civilDateIn(organization.region_fiscal, supply.clock)
      const shown = { ...draft, recipient: presentRecipient(view, draft) }
      return Either.right({
        result: undefined,
        rows: [],
        removed: [key("invoice", organizationId, id)],
        events: draft.tipo_documento === "invoice"
          ? [{ suceso: "invoice.cancelled", datos: { factura: invoiceSummary(shown, today) } }]
          : [],
      })
    },
  })

const trashRefusal = ({ lifecycle, tipo_documento }: Invoice): Refusal | undefined => {
  switch (lifecycle) {
    case "draft":
      return undefined
    case "issued":
      return issuedRefusal(`Un documento emitido no se borra: ${
        tipo_documento === "invoice" ? "una factura se rectifica o se anula" : "conserva su número"
      }.`)
    case "cancelled":
      return cancelledRefusal
  }
}
