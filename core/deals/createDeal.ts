import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import { contactKeys, namedContact } from "../contacts/namedContact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { given } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { changedDeal, resultEvents } from "./changedDeal.ts"
import { type Deal, type DealInput, type DealResource, dealResource } from "./Deal.ts"
import { dealContents } from "./dealContents.ts"

/**
 * Opens a deal; emits `deal.created` (decisions, section 2). What is said beyond its title comes to it as by a patch, with the
 * same refusals: made `won` or `lost`, it tells of that too.
 */
export const createDeal = (organizationId: OrganizationId, input: DealInput): Command<DealResource> => {
  const contactId = orNull(input.contacto_id)
  const opened = dealContents({ titulo: input.titulo })
  return {
    organizationId,
    reads: () => contactKeys(organizationId, contactId),
    decide: (view, supply) =>
      Either.map(changedDeal(opened, given(input), namedContact(view, organizationId, contactId)), (contents) => {
        const row: Deal = { ...newRow(organizationId, supply), ...contents }
        const oportunidad = dealResource(row)
        return {
          result: oportunidad,
          rows: [{ table: "deal", row }],
          events: [{ suceso: "deal.created", datos: { oportunidad } }, ...resultEvents(opened, row)],
        }
      }),
  }
}
