import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type ContactInput, type ContactResource, contactResource } from "./Contact.ts"
import { contactOf } from "./contactOf.ts"

/** Adds a contact; emits `contact.created`. */
export const createContact = (organizationId: OrganizationId, input: ContactInput): Command<ContactResource> => ({
  organizationId,
  reads: () => [],
  decide: (_, supply) => {
    const place = supply.sequence()
    const row = contactOf(input, {
      organizationId,
      id: supply.id(),
      creado: supply.now,
      createdSequence: place,
      modifiedSequence: place,
    })
    const result = contactResource(row)
    return Either.right({
      result,
      rows: [{ table: "contact", row }],
      events: [{ suceso: "contact.created", datos: { contacto: result } }],
    })
  },
})
