import type { Contact } from "../contacts/Contact.ts"
import { legalName, type Organization } from "../organizations/Organization.ts"
import type { Issuer, Recipient } from "./Invoice.ts"

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

/** What an issued invoice keeps of the company that issued it. */
export const issuerOf = (organization: Organization): Issuer => ({
  region_fiscal: organization.region_fiscal,
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
