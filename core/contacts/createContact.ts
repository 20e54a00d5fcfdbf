import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type ContactInput, type ContactResource, contactResource } from "./Contact.ts"
import { contactOf } from "./contactOf.ts"

/** Adds a contact; emits `contact.created`. */
export const createContact = (organizationId: OrganizationId, input: ContactInput): Command<ContactResource> => ({
  organizationId,
  reads: () => [],
  decide: (_, supply) => {
    const row = contactOf(input, newRow(organizationId, supply))
    const result = contactResource(row)
    return Either.right({
      result,
      rows: [{ table: "contact", row }],
      events: [{ suceso: "contact.created", datos: { contacto: result } }],
    })
  },
})
