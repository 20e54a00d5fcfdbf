import { Either } from "effect"
import type { Command, Supply } from "../commit/Command.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { normaliseIban } from "../identifiers/iban.ts"
import { normaliseNif } from "../identifiers/nif.ts"
import { normaliseNifIva } from "../identifiers/vatId.ts"
import { decimal6 } from "../money/decimal.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { type Contact, type ContactInput, type ContactResource, contactResource } from "./Contact.ts"

/** Adds a contact; emits `contact.created`. */
export const createContact = (organizationId: OrganizationId, input: ContactInput): Command<ContactResource> => ({
  organizationId,
  reads: () => [],
  decide: (_, supply) => {
    const row = contactOf(organizationId, input, supply)
    const result = contactResource(row)
    return Either.right({
      result,
      rows: [{ table: "contact", row }],
      events: [{ suceso: "contact.created", datos: { contacto: result } }],
    })
  },
})

const contactOf = (organizationId: OrganizationId, input: ContactInput, supply: Supply): Contact => {
  const place = supply.sequence()
  return {
    organizationId,
    id: supply.id(),
    nombre: input.nombre,
    nif: normalised(input.nif, normaliseNif),
    email: orNull(input.email),
    telefono: orNull(input.telefono),
    movil: orNull(input.movil),
    tipo: input.tipo ?? "customer",
    direccion: orNull(input.direccion),
    ciudad: orNull(input.ciudad),
    cp: orNull(input.cp),
    provincia: orNull(input.provincia),
    pais: orNull(input.pais),
    nif_iva: normalised(input.nif_iva, normaliseNifIva),
    web: orNull(input.web),
    persona_contacto: orNull(input.persona_contacto),
    iban: normalised(input.iban, normaliseIban),
    dias_pago: input.dias_pago ?? null,
    forma_pago: orNull(input.forma_pago),
    irpf: input.irpf ?? 0,
    descuento: input.descuento ?? decimal6(0),
    moneda: input.moneda ?? null,
    idioma: orNull(input.idioma),
    referencia: orNull(input.referencia),
    etiquetas: input.etiquetas ?? [],
    notas: orNull(input.notas),
    creado: supply.now,
    createdSequence: place,
    modifiedSequence: place,
  }
}

const normalised = (value: string | null | undefined, normalise: (text: string) => string): string | null => {
  const given = orNull(value)
  return given === null ? null : orNull(normalise(given))
}
