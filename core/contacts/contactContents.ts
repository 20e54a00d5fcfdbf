import { orNull } from "../fields/fieldSchemas.ts"
import { normalisedOrNull } from "../fields/identifierFields.ts"
import { normaliseIban } from "../identifiers/iban.ts"
import { normaliseNif } from "../identifiers/nif.ts"
import { normaliseNifIva } from "../identifiers/vatId.ts"
import { decimal6 } from "../money/decimal.ts"
import type { Contact, ContactInput } from "./Contact.ts"

/** What the input says of a contact. */
type ContactContents = Omit<Contact, "organizationId" | "id" | "creado" | "createdSequence" | "modifiedSequence">

/** The contents of a contact, its identifiers normalised; what the input omits is null or the default (contract, section 2.2). */
export const contactContents = (input: ContactInput): ContactContents => ({
  nombre: input.nombre,
  nif: normalisedOrNull(input.nif, normaliseNif),
  email: orNull(input.email),
  telefono: orNull(input.telefono),
  movil: orNull(input.movil),
  tipo: input.tipo ?? "customer",
  direccion: orNull(input.direccion),
  ciudad: orNull(input.ciudad),
  cp: orNull(input.cp),
  provincia: orNull(input.provincia),
  pais: orNull(input.pais),
  nif_iva: normalisedOrNull(input.nif_iva, normaliseNifIva),
  web: orNull(input.web),
  persona_contacto: orNull(input.persona_contacto),
  iban: normalisedOrNull(input.iban, normaliseIban),
  dias_pago: input.dias_pago ?? null,
  forma_pago: orNull(input.forma_pago),
  irpf: input.irpf ?? 0,
  descuento: input.descuento ?? decimal6(0),
  moneda: input.moneda ?? null,
  idioma: orNull(input.idioma),
  referencia: orNull(input.referencia),
  etiquetas: input.etiquetas ?? [],
  notas: orNull(input.notas),
})
