import { Either } from "effect"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { invalidField, notFound } from "../refusals/refusal.ts"
import { type Contact, type ContactPatch, type ContactResource, contactResource } from "./Contact.ts"
import { contactContents } from "./contactContents.ts"

/**
 * Changes the given properties of a contact; null resets one to null or to its default. Emits `contact.updated`; a
 * patch that changes nothing writes nothing. Refuses to make a customer of a supplier that an invoice or expense names.
 */
export const updateContact = (
  organizationId: OrganizationId,
  id: string,
  patch: ContactPatch,
): Command<ContactResource> => ({
  organizationId,
  reads: () => [
    key("contact", organizationId, id),
    // Whether anything names the contact matters only where it may cease to be a supplier.
    ...(patch.tipo === undefined || patch.tipo === "supplier" ? [] : [key("contactUse", organizationId, id)]),
  ],
  decide: (view, supply) => {
    const present = view.get("contact", organizationId, id)
    if (present === undefined) return Either.left(notFound("el contacto"))
    const changed: Contact = { ...present, ...contactContents({ ...present, ...given(patch) }) }
    if (isSameRow(present, changed)) return Either.right(unchanged(contactResource(present)))
    const leavesSuppliers = present.tipo === "supplier" && changed.tipo !== "supplier"
    if (leavesSuppliers && view.get("contactUse", organizationId, id)?.used === true) {
      return Either.left(invalidField("tipo", "no puede dejar de ser proveedor: tiene facturas o gastos"))
    }
    const row = { ...changed, modifiedSequence: supply.sequence() }
    const contacto = contactResource(row)
    return Either.right({
      result: contacto,
      rows: [{ table: "contact", row }],
      events: [{ suceso: "contact.updated", datos: { contacto } }],
    })
  },
})
