import { Either } from "effect"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { invalidField, notFound } from "../refusals/refusal.ts"
import { type ContactPatch, type ContactResource, contactResource } from "./Contact.ts"
import { contactOf } from "./contactOf.ts"

/**
 * Changes the given properties of a contact; null resets one to null or to its default. Emits `contact.updated`; a
 * patch that changes nothing writes nothing. A supplier that an invoice or expense names stays one.
 */
export const updateContact = (
  organizationId: OrganizationId,
  id: string,
  patch: ContactPatch,
): Command<ContactResource> => ({
  organizationId,
  reads: () => [
    key("contact", organizationId, id),
    // Whether it is named is looked up only where that may matter.
    ...(patch.tipo === undefined || patch.tipo === "supplier" ? [] : [key("contactUse", organizationId, id)]),
  ],
  decide: (view, supply) => {
    const present = view.get("contact", organizationId, id)
    if (present === undefined) return Either.left(notFound("el contacto"))
    const changed = contactOf({ ...present, ...given(patch) }, present)
    if (isSameRow(present, changed)) {
      return Either.right(unchanged(contactResource(present)))
    }
    const leavesSuppliers = present.tipo === "supplier" && changed.tipo !== "supplier"
    if (leavesSuppliers && view.get("contactUse", organizationId, id)?.used === true) {
      return Either.left(invalidField("tipo", "no puede dejar de ser proveedor: tiene facturas o gastos"))
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
