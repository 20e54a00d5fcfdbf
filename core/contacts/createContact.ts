import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Contact, type ContactInput, type ContactResource, contactResource } from "./Contact.ts"
import { contactContents } from "./contactContents.ts"

/** Adds a contact; emits `contact.created`. */
export const createContact = (organizationId: OrganizationId, input: ContactInput): Command<ContactResource> => ({
  organizationId,
  reads: () => [],
  decide: (_, supply) => {
    const row: Contact = { ...newRow(organizationId, supply), ...contactContents(input) }
    const contacto = contactResource(row)
    return Either.right({
      result: contacto,
      rows: [{ table: "contact", row }],
      events: [{ suceso: "contact.created", datos: { contacto } }],
    })
  },
})
