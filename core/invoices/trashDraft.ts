import { Either } from "effect"
import { civilDateAt, zoneOfRegion } from "../calendar/civilZone.ts"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { conflict, notFound, type Refusal } from "../refusals/refusal.ts"
import type { Invoice } from "./Invoice.ts"
import { invoiceSummary } from "./invoiceResource.ts"

/**
 * Removes a draft; one of an invoice emits `invoice.cancelled` with what it was (contract, section 6.1). What
 * has a number is corrected, never deleted.
 */
export const trashDraft = (organizationId: OrganizationId, id: string): Command<void> => {
  const own = key("invoice", organizationId, id)
  return {
    organizationId,
    reads: () => [key("organization", organizationId, organizationId), own],
    decide: (view, supply) => {
      const organization = view.get("organization", organizationId, organizationId)
      if (organization === undefined) throw new Error("an access key without its organization")
      const draft = view.get("invoice", organizationId, id)
      if (draft === undefined) return Either.left(notFound("la factura"))
      const refusal = trashRefusal(draft)
      if (refusal !== undefined) return Either.left(refusal)
      const today = civilDateAt(zoneOfRegion(organization.region_fiscal), supply.clock)
      return Either.right({
        result: undefined,
        rows: [],
        removed: [own],
        events: draft.tipo_documento === "invoice"
          ? [{ suceso: "invoice.cancelled", datos: { factura: invoiceSummary(draft, today) } }]
          : [],
      })
    },
  }
}

const trashRefusal = ({ lifecycle }: Invoice): Refusal | undefined => {
  switch (lifecycle) {
    case "draft":
      return undefined
    case "issued":
      return conflict("factura_emitida", "Un documento emitido no se borra: una factura se rectifica o se anula.")
    case "cancelled":
      return conflict("factura_anulada", "Una factura anulada no se borra: conserva su número.")
  }
}
