import { type Fields, textOr } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { moment } from "./civil.ts"
import { difference } from "./difference.ts"
import { conflict, done, type Facts, invalid, madeId, missing } from "./Expected.ts"
import { merged } from "./merged.ts"

const noContact: Fields = {
  nombre: null, nif: null, email: null, telefono: null, movil: null, tipo: "customer", direccion: null, ciudad: null,
  cp: null, provincia: null, pais: null, nif_iva: null, web: null, persona_contacto: null, iban: null, dias_pago: null,
  forma_pago: null, irpf: 0, descuento: 0, moneda: null, idioma: null, referencia: null, etiquetas: [], notas: null,
}

/** A tax id in the form in which it is stored. */
export const plainNif = (sent: unknown): string | null =>
  textOr(sent)?.toUpperCase().replaceAll(/[\s.-]/g, "").replace(/^ES/, "") ?? null

const contactOf = (present: Fields, body: Fields): Fields => {
  const fields = merged(noContact, present, body)
  return { ...fields, nif: plainNif(fields["nif"]) }
}

export const addContact: Judge = (books, { body, facts }) => {
  const id = madeId(facts, "contact")
  const contacto = { id, ...contactOf(noContact, body), creado: moment(facts.now) }
  books.contacts.put(id, contacto)
  return done(201, contacto, [{ suceso: "contact.created", datos: { contacto } }])
}

/** Whether a document or an expense names the contact. */
const isUsed = ({ documents, expenses }: Books, id: string): boolean =>
  documents.all.some(([, { contact }]) => contact === id) ||
  expenses.all.some(([, { proveedor_id }]) => proveedor_id === id)

/**
 * Whether a contact counts as used. A refusal is also right where the last use ended in the same transaction: whoever looked
 * before it still saw the use.
 */
const mayBeUsed = (books: Books, id: string, { refused }: Facts): boolean =>
  isUsed(books, id) || (refused && wasUsed(books, id))

const wasUsed = ({ documents, expenses }: Books, id: string): boolean =>
  [...documents.ids].some((one) => documents.before(one)?.contact === id) ||
  [...expenses.ids].some((one) => expenses.before(one)?.["proveedor_id"] === id)

export const changeContact: Judge = (books, { body, facts, id }) => {
  const present = books.contacts.get(id)
  if (present === undefined) return missing
  const contacto = { ...present, ...contactOf(present, body) }
  if (difference(present, contacto) === undefined) return done(200, present)
  const leavesSuppliers = present["tipo"] === "supplier" && contacto["tipo"] !== "supplier"
  if (leavesSuppliers && mayBeUsed(books, id, facts)) return invalid("tipo")
  books.contacts.put(id, contacto)
  return done(200, contacto, [{ suceso: "contact.updated", datos: { contacto } }])
}

export const removeContact: Judge = (books, { facts, id }) => {
  const contacto = books.contacts.get(id)
  if (contacto === undefined) return missing
  if (mayBeUsed(books, id, facts)) return conflict("contacto_con_facturas")
  books.contacts.drop(id)
  return done(204, undefined, [{ suceso: "contact.deleted", datos: { contacto } }])
}

/** The contact of that id, if there is one and it is a supplier. */
export const supplierOf = (books: Books, id: unknown): Fields | undefined => {
  const found = typeof id === "string" ? books.contacts.get(id) : undefined
  return found?.["tipo"] === "supplier" ? found : undefined
}
