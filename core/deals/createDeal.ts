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
 * Makes a deal; emits `deal.created`, then `deal.won` or `deal.lost` where it is closed from the start (decisions, section 2).
 * All but its title is treated like a patch of an open deal, so it is refused for the same reasons (`changedDeal`).
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
