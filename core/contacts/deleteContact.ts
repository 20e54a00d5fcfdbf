import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { conflict, notFound } from "../refusals/refusal.ts"
import { contactResource } from "./Contact.ts"

/**
 * Deletes a contact; emits `contact.deleted` with what it was. Refuses a contact that is named by an expense or by an
 * invoice, even a draft (decisions, section 2).
 */
export const deleteContact = (organizationId: OrganizationId, id: string): Command<void> => {
  const own = key("contact", organizationId, id)
  return {
    organizationId,
    reads: () => [own, key("contactUse", organizationId, id)],
    decide: (view) => {
      const contact = view.get("contact", organizationId, id)
      if (contact === undefined) return Either.left(notFound("el contacto"))
      if (view.get("contactUse", organizationId, id)?.used === true) {
        return Either.left(conflict("contacto_con_facturas", "El contacto tiene facturas o gastos."))
      }
      const event = { suceso: "contact.deleted", datos: { contacto: contactResource(contact) } } as const
      return Either.right({ result: undefined, rows: [], removed: [own], events: [event] })
    },
  }
}
