import type { View } from "../commit/Command.ts"
import type { Contact } from "../contacts/Contact.ts"
import { contactKeys, namedContact } from "../contacts/namedContact.ts"
import { legalName, type Organization } from "../organizations/Organization.ts"
import { placeOf } from "../tax/place.ts"
import type { Invoice, Issuer, Recipient } from "./Invoice.ts"

/** The row of a document's customer; none before the document is loaded. */
export const customerKeys = (invoice: Invoice | undefined) =>
  invoice === undefined ? [] : contactKeys(invoice.organizationId, invoice.contacto_id)

/** What a document keeps of its customer. */
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

/** The contact that a document names (`customerKeys`); null for none, or a deleted one. */
export const presentContact = (
  view: View,
  { contacto_id, organizationId }: Pick<Invoice, "contacto_id" | "organizationId">,
): Contact | null => namedContact(view, organizationId, contacto_id) ?? null

/** The customer of a document with the contact's data of now (`customerKeys`); what the document keeps if that is deleted. */
export const presentRecipient = (
  view: View,
  document: Pick<Invoice, "contacto_id" | "organizationId" | "recipient">,
): Recipient | null => {
  const contact = presentContact(view, document)
  return contact === null ? document.recipient : recipientOf(contact)
}

/**
 * The customer that a document names when it is issued: with the data of now, `present`, but for one exception. A
 * rectification by differences with a line at rate zero names a customer who has moved since as the original does: the place
 * decided what the operation was (an export, say, or a supply within the EU), and the differences belong to that operation.
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

/** Whether the customer's data of now agree with what was kept of them, which may be only a part. */
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
