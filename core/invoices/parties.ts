import type { View } from "../commit/Command.ts"
import type { Contact } from "../contacts/Contact.ts"
import { contactKeys, namedContact } from "../contacts/namedContact.ts"
import { legalName, type Organization } from "../organizations/Organization.ts"
import { placeOf } from "../tax/place.ts"
import type { Invoice, Issuer, Recipient } from "./Invoice.ts"

/** The customer of a document, once that is known. */
export const customerKeys = (invoice: Invoice | undefined) =>
  invoice === undefined ? [] : contactKeys(invoice.organizationId, invoice.contacto_id)

/** What an invoice keeps of its customer. */
export const recipientOf = (contact: Contact): Recipient => ({
  id: contact.id,
  nombre: contact.nombre,
  nif: contact.nif,
  nif_iva: contact.nif_iva,
  email: contact.email,
  direccion: contact.direccion,
  ciudad: contact.ciudad,
  cp: contact.cp,
  provincia: contact.provincia,
  pais: contact.pais,
  idioma: contact.idioma,
})

/** The contact of a document (`customerKeys`). */
export const presentContact = (
  view: View,
  { contacto_id, organizationId }: Pick<Invoice, "contacto_id" | "organizationId">,
): Contact | null => namedContact(view, organizationId, contacto_id) ?? null

/** The customer of a document as the contact is now (`customerKeys`). */
export const presentRecipient = (
  view: View,
  document: Pick<Invoice, "contacto_id" | "organizationId" | "recipient">,
): Recipient | null => {
  const contact = presentContact(view, document)
  return contact === null ? document.recipient : recipientOf(contact)
}

/**
 * The customer that a document names at its issue: as it is at `present`. What tells differences at rate zero names one that has
 * moved since as its original does: the place decided what the operation was (an export, a supply to that intra-EU VAT id),
 * and the differences are of the same one.
 */
export const namedRecipient = (
  { contacto_id, lineas, rectifica }: Invoice,
  present: Recipient | null,
  original: Invoice | null,
): Recipient | null => {
  const before = rectifica?.metodo === "diferencias" && contacto_id === original?.contacto_id ? original.recipient : null
  if (present === null || before === null) return present
  const placeTells = lineas.some(({ tipo_iva }) => tipo_iva === 0)
  return placeTells && placeOf(before) !== placeOf(present) ? before : present
}

/** Whether the customer is still what was kept, or a part, of them. */
export const isSameRecipient = (present: Recipient, kept: Partial<Recipient> | null): boolean =>
  kept !== null && Object.entries(kept).every(([name, value]) => Reflect.get(present, name) === value)

/** What an issued invoice keeps of the company that issued it. */
export const issuerOf = (organization: Organization): Issuer => ({
  region_fiscal: organization.region_fiscal,
  regimen_igic: organization.regimen_igic,
  nombre: legalName(organization),
  nif: organization.nif,
  direccion: organization.direccion,
  ciudad: organization.ciudad,
  cp: organization.cp,
  provincia: organization.provincia,
  pais: organization.pais,
  email: organization.email,
  telefono: organization.telefono,
  web: organization.web,
})
