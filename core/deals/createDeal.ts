import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import { contactKeys, namedContact } from "../contacts/namedContact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type FieldIssue, invalidInput } from "../refusals/refusal.ts"
import { type Deal, type DealInput, type DealResource, dealResource } from "./Deal.ts"
import { checkContact, dealContents } from "./dealContents.ts"

/** Opens a deal; emits `deal.created` (decisions, section 2). Refuses a contact that does not exist. */
export const createDeal = (organizationId: OrganizationId, input: DealInput): Command<DealResource> => {
  const contactId = orNull(input.contacto_id)
  return {
    organizationId,
    reads: () => contactKeys(organizationId, contactId),
    decide: (view, supply) => {
      const issues: Array<FieldIssue> = []
      checkContact(contactId, namedContact(view, organizationId, contactId), issues)
      if (issues.length > 0) return Either.left(invalidInput(issues))

      const row: Deal = {
        ...newRow(organizationId, supply),
        ...dealContents(input),
        estado: "open",
        motivo: null,
      }
      const oportunidad = dealResource(row)
      return Either.right({
        result: oportunidad,
        rows: [{ table: "deal", row }],
        events: [{ suceso: "deal.created", datos: { oportunidad } }],
      })
    },
  }
}
