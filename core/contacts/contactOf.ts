import { orNull } from "../fields/fieldSchemas.ts"
import { normalisedOrNull } from "../fields/identifierFields.ts"
import { normaliseIban } from "../identifiers/iban.ts"
import { normaliseNif } from "../identifiers/nif.ts"
import { normaliseNifIva } from "../identifiers/vatId.ts"
import { decimal6 } from "../money/decimal.ts"
import type { Contact, ContactInput } from "./Contact.ts"

/** What a contact does not get from its input. */
type ContactOrigin = Pick<Contact, "organizationId" | "id" | "creado" | "createdSequence" | "modifiedSequence">

/** The contact that the input makes, its identifiers normalised; what it omits is null or the default. */
export const contactOf = (input: ContactInput, origin: ContactOrigin): Contact => ({
  organizationId: origin.organizationId,
  id: origin.id,
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
  creado: origin.creado,
  createdSequence: origin.createdSequence,
  modifiedSequence: origin.modifiedSequence,
})
