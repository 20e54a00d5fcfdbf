import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import type { Contact } from "./Contact.ts"

/** The row of a contact that may be named; none where nobody is. */
export const contactKeys = (organizationId: OrganizationId, id: string | null) =>
  id === null ? [] : [key("contact", organizationId, id)]

/** The contact that may be named (`contactKeys`): undefined where nobody is named, or nobody has that id. */
export const namedContact = (view: View, organizationId: OrganizationId, id: string | null): Contact | undefined =>
  id === null ? undefined : view.get("contact", organizationId, id)

/** What is wrong with a field that names a contact where there is none. */
export const noSuchContact = (campo: string): FieldIssue => ({ campo, motivo: "no existe ese contacto" })

/** Adds to `issues` when the contact that is chosen as supplier does not exist, or is none. */
export const checkSupplier = (chosen: Contact | undefined, issues: Array<FieldIssue>): void => {
  if (chosen === undefined) issues.push(noSuchContact("proveedor_id"))
  else if (chosen.tipo !== "supplier") issues.push({ campo: "proveedor_id", motivo: "ese contacto no es un proveedor" })
}
