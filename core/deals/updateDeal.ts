import { Either } from "effect"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { Contact } from "../contacts/Contact.ts"
import { contactKeys, namedContact } from "../contacts/namedContact.ts"
import type { EventBody } from "../events/OutboxEvent.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type FieldIssue, invalidInput, notFound, type Refusal } from "../refusals/refusal.ts"
import { type Deal, type DealPatch, type DealResource, dealResource } from "./Deal.ts"
import { checkContact, dealContents } from "./dealContents.ts"
import { closedRefusal } from "./dealState.ts"

/**
 * Changes the given properties of a deal; null resets one to null or to its default. Emits `deal.stage_changed`, then
 * `deal.won` or `deal.lost`; reopening it tells nobody, and what changes nothing writes nothing. Refuses another result,
 * stage or amount of a closed deal that the patch does not reopen, a contact that does not exist, and a reason where the
 * deal is not lost (decisions, section 2).
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
      return Either.map(patched(present, patch, namedContact(view, organizationId, contactId)), (changed) => {
        if (isSameRow(present, changed)) return unchanged(dealResource(present))
        const row = { ...changed, modifiedSequence: supply.sequence() }
        return { result: dealResource(row), rows: [{ table: "deal", row }], events: changeEvents(present, row) }
      })
    },
  }
}

const patched = (present: Deal, patch: DealPatch, contact: Contact | undefined): Either.Either<Deal, Refusal> => {
  const estado = patch.estado ?? present.estado
  const changed = { ...present, ...dealContents({ ...present, ...patch }), estado }
  const refusal = closedRefusal(present, changed)
  if (refusal !== undefined) return Either.left(refusal)

  const issues: Array<FieldIssue> = []
  if (changed.contacto_id !== present.contacto_id) checkContact(changed.contacto_id, contact, issues)
  const isLost = estado === "lost"
  if (!isLost && orNull(patch.motivo) !== null) {
    issues.push({ campo: "motivo", motivo: "solo lo tiene una oportunidad perdida: va con estado lost" })
  }
  if (issues.length > 0) return Either.left(invalidInput(issues))
  const motivo = patch.motivo === undefined ? present.motivo : orNull(patch.motivo)
  return Either.right({ ...changed, motivo: isLost ? motivo : null })
}

/** What the change is told by: the stage first, whichever way the deal was closed with it. */
const changeEvents = (before: Deal, after: Deal): ReadonlyArray<EventBody> => {
  const oportunidad = dealResource(after)
  const events: Array<EventBody> = []
  if (after.etapa !== before.etapa) {
    const datos = { oportunidad, etapa_anterior: before.etapa, etapa_nueva: after.etapa }
    events.push({ suceso: "deal.stage_changed", datos })
  }
  if (after.estado !== before.estado && after.estado !== "open") {
    events.push({ suceso: `deal.${after.estado}`, datos: { oportunidad } })
  }
  return events
}
