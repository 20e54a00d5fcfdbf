import { Either } from "effect"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { contactKeys, namedContact } from "../contacts/namedContact.ts"
import type { EventBody } from "../events/OutboxEvent.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"
import { changedDeal, resultEvents } from "./changedDeal.ts"
import { type Deal, type DealPatch, type DealResource, dealResource } from "./Deal.ts"

/**
 * Changes the given properties of a deal; null resets one to null or to its default. Emits `deal.stage_changed` where the
 * stage changed, then `deal.won` or `deal.lost` where that closed it (decisions, section 2). A patch that changes nothing
 * writes nothing. Refuses what `changedDeal` refuses.
 */
export const updateDeal = (organizationId: OrganizationId, id: string, sent: DealPatch): Command<DealResource> => {
  const patch = given(sent)
  const contactId = orNull(patch.contacto_id)
  return {
    organizationId,
    reads: () => [key("deal", organizationId, id), ...contactKeys(organizationId, contactId)],
    decide: (view, supply) => {
      const present = view.get("deal", organizationId, id)
      if (present === undefined) return Either.left(notFound("la oportunidad"))
      return Either.map(changedDeal(present, patch, namedContact(view, organizationId, contactId)), (contents) => {
        const changed: Deal = { ...present, ...contents }
        if (isSameRow(present, changed)) return unchanged(dealResource(present))
        const row = { ...changed, modifiedSequence: supply.sequence() }
        return { result: dealResource(row), rows: [{ table: "deal", row }], events: changeEvents(present, row) }
      })
    },
  }
}

/** The events of a change: that of the stage comes before that of the result. */
const changeEvents = (before: Deal, after: Deal): ReadonlyArray<EventBody> => {
  const result = resultEvents(before, after)
  if (after.etapa === before.etapa) return result
  const datos = { oportunidad: dealResource(after), etapa_anterior: before.etapa, etapa_nueva: after.etapa }
  return [{ suceso: "deal.stage_changed", datos }, ...result]
}
