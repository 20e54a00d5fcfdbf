import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { notFound } from "../refusals/refusal.ts"
import { type ContactPatch, type ContactResource, contactResource } from "./Contact.ts"
import { contactOf } from "./contactOf.ts"

/**
 * Changes the given properties of a contact; null resets one to null or to its default. Emits `contact.updated`; a
 * patch that changes nothing writes nothing.
 */
export const updateContact = (
  organizationId: OrganizationId,
  id: string,
  patch: ContactPatch,
): Command<ContactResource> => ({
  organizationId,
  reads: () => [key("contact", organizationId, id)],
  decide: (view, supply) => {
    const present = view.get("contact", organizationId, id)
    if (present === undefined) return Either.left(notFound("el contacto"))
    const changed = contactOf({ ...present, ...given(patch) }, present)
    if (isSameRow(present, changed)) {
      return Either.right({ result: contactResource(present), rows: [], events: [] })
    }
    const row = { ...changed, modifiedSequence: supply.sequence() }
    const result = contactResource(row)
    return Either.right({
      result,
      rows: [{ table: "contact", row }],
      events: [{ suceso: "contact.updated", datos: { contacto: result } }],
    })
  },
})
