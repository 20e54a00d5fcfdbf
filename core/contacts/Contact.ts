import { Schema } from "effect"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import { addressInput, addressResource, type PostalAddress } from "../fields/addressFields.ts"
import { currency, decimal6, email, labels, name, nullableText, optional, text, wholeNumber } from "../fields/fieldSchemas.ts"
import { iban, nif, nifIva } from "../fields/identifierFields.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Decimal6, decimal6ToNumber } from "../money/decimal.ts"

/** A customer or supplier (contract, section 2.2). */
export interface Contact extends PostalAddress {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly nombre: string
  readonly nif: string | null
  readonly email: string | null
  readonly telefono: string | null
  readonly movil: string | null
  readonly tipo: ContactKind
  readonly nif_iva: string | null
  readonly web: string | null
  readonly persona_contacto: string | null
  readonly iban: string | null
  readonly dias_pago: number | null
  readonly forma_pago: string | null
  /** Withholding that its invoices start with, in whole percent. */
  readonly irpf: number
  /** Discount that its invoices' lines start with, in percent. */
  readonly descuento: Decimal6
  readonly moneda: string | null
  readonly idioma: string | null
  readonly referencia: string | null
  readonly etiquetas: ReadonlyArray<string>
  readonly notas: string | null
  readonly creado: Instant
  /** Place in the company's order of creation. */
  readonly createdSequence: number
  /** Place in the company's order of changes. */
  readonly modifiedSequence: number
}

/** `tipo` of a contact (contract, section 2.2). */
export const ContactKind = Schema.Literal("customer", "supplier")
export type ContactKind = typeof ContactKind.Type

/** What a new contact is made of (contract, section 2.2); only `nombre` is required. */
export const ContactInput = Schema.Struct({
  nombre: name,
  nif: optional(nif),
  email: optional(email),
  telefono: optional(text({ max: 40 })),
  movil: optional(text({ max: 40 })),
  tipo: optional(ContactKind),
  ...addressInput,
  nif_iva: optional(nifIva),
  web: optional(text({ max: 200 })),
  persona_contacto: optional(text({ max: 200 })),
  iban: optional(iban),
  dias_pago: optional(wholeNumber(0, 365)),
  forma_pago: optional(text({ max: 80 })),
  irpf: optional(wholeNumber(0, 100)),
  descuento: optional(decimal6({ min: 0, max: 100 })),
  moneda: optional(currency),
  idioma: optional(text({ max: 10 })),
  referencia: optional(text({ max: 60 })),
  etiquetas: optional(labels(30)),
  notas: optional(text({ max: 5000 })),
}).annotations({ identifier: "ContactoNuevo" })
export type ContactInput = typeof ContactInput.Type

/** What may be changed of a contact: everything, each property on its own. */
export const ContactPatch = Schema.partialWith(ContactInput, { exact: true }).annotations({
  identifier: "ContactoCambios",
})
export type ContactPatch = typeof ContactPatch.Type

/** The contact as the contract shows it; every key always present. */
export const ContactResource = Schema.Struct({
  id: Schema.String,
  nombre: Schema.String,
  nif: nullableText,
  email: nullableText,
  telefono: nullableText,
  movil: nullableText,
  tipo: ContactKind,
  ...addressResource,
  nif_iva: nullableText,
  web: nullableText,
  persona_contacto: nullableText,
  iban: nullableText,
  dias_pago: Schema.NullOr(Schema.Int),
  forma_pago: nullableText,
  irpf: Schema.Int,
  descuento: Schema.Number,
  moneda: nullableText,
  idioma: nullableText,
  referencia: nullableText,
  etiquetas: Schema.Array(Schema.String),
  notas: nullableText,
  creado: Schema.String,
}).annotations({ identifier: "Contacto" })
export type ContactResource = typeof ContactResource.Type

/** Writes the contact as the contract shows it. */
export const contactResource = (contact: Contact): ContactResource => ({
  id: contact.id,
  nombre: contact.nombre,
  nif: contact.nif,
  email: contact.email,
  telefono: contact.telefono,
  movil: contact.movil,
  tipo: contact.tipo,
  direccion: contact.direccion,
  ciudad: contact.ciudad,
  cp: contact.cp,
  provincia: contact.provincia,
  pais: contact.pais,
  nif_iva: contact.nif_iva,
  web: contact.web,
  persona_contacto: contact.persona_contacto,
  iban: contact.iban,
  dias_pago: contact.dias_pago,
  forma_pago: contact.forma_pago,
  irpf: contact.irpf,
  descuento: decimal6ToNumber(contact.descuento),
  moneda: contact.moneda,
  idioma: contact.idioma,
  referencia: contact.referencia,
  etiquetas: contact.etiquetas,
  notas: contact.notas,
  creado: isoInstant(contact.creado),
})
