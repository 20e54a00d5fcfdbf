import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import type { Contact } from "./Contact.ts"

/** The key of the contact with this id, to be read; none for null, where no contact is named. */
export const contactKeys = (organizationId: OrganizationId, id: string | null) =>
  id === null ? [] : [key("contact", organizationId, id)]

/** The contact with this id, which `contactKeys` had read: undefined for null, and where no contact has that id. */
export const namedContact = (view: View, organizationId: OrganizationId, id: string | null): Contact | undefined =>
  id === null ? undefined : view.get("contact", organizationId, id)

/** What is wrong with a field that holds the id of no contact. */
export const noSuchContact = (campo: string): FieldIssue => ({ campo, motivo: "no existe ese contacto" })

/** Adds to `issues` where the contact named by `proveedor_id` does not exist, or is no supplier (decisions, section 2). */
export const checkSupplier = (named: Contact | undefined, issues: Array<FieldIssue>): void => {
  if (named === undefined) issues.push(noSuchContact("proveedor_id"))
  else if (named.tipo !== "supplier") issues.push({ campo: "proveedor_id", motivo: "ese contacto no es un proveedor" })
}
