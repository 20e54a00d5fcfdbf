import { type Fields, numberOr, textOr } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { moment } from "./civil.ts"
import { difference } from "./difference.ts"
import { nearest, scaled } from "./exact.ts"
import { conflict, done, type Facts, invalid, madeId, missing } from "./Expected.ts"

/** What the body says of each property, null being its default; the rest stays. */
export const merged = (defaults: Fields, present: Fields, body: Fields): Fields =>
  Object.fromEntries(Object.keys(defaults).map((name) =>
    [name, body[name] === undefined ? present[name] : body[name] ?? defaults[name]]))

const noContact: Fields = {
  nombre: null, nif: null, email: null, telefono: null, movil: null, tipo: "customer", direccion: null, ciudad: null,
  cp: null, provincia: null, pais: null, nif_iva: null, web: null, persona_contacto: null, iban: null, dias_pago: null,
  forma_pago: null, irpf: 0, descuento: 0, moneda: null, idioma: null, referencia: null, etiquetas: [], notas: null,
}

/** A tax id as it is kept. */
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
 * Whether the refusal of a used contact is right. One that was used until something else in the same transaction may be
 * refused too: to whoever asked, it was still used at that time.
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

const defaultRates = { peninsula: 21, canarias: 7, ceuta: 4, melilla: 4 }

/** The rate of what says none. */
export const defaultRate = ({ company: { region } }: Books): number => defaultRates[region]

const noExpense = (books: Books): Fields => ({
  proveedor_id: null, referencia: null, categoria: null, clase: null, fecha: null, base: 0,
  tipo_iva: defaultRate(books), irpf: 0, pagado: false, notas: null,
})

/** The supplier that is chosen; undefined: there is none such. */
export const supplierOf = (books: Books, id: unknown): Fields | undefined => {
  const found = typeof id === "string" ? books.contacts.get(id) : undefined
  return found?.["tipo"] === "supplier" ? found : undefined
}

const withAmounts = (fields: Fields): Fields => {
  const base = scaled(numberOr(fields["base"], 0), 2)
  const cuota = nearest(base * scaled(numberOr(fields["tipo_iva"], 0), 6), 100_000_000n)
  return { ...fields, cuota_iva: Number(cuota) / 100, total: Number(base + cuota) / 100 }
}

const midnight = (day: unknown): unknown => (typeof day === "string" && day.length === 10 ? `${day}T00:00:00.000Z` : day)

export const addExpense: Judge = (books, { body, facts }) => {
  const supplier = supplierOf(books, body["proveedor_id"])
  if (textOr(body["proveedor_id"]) !== null && supplier === undefined) return invalid("proveedor_id")
  const none = { ...noExpense(books), irpf: supplier?.["irpf"] ?? 0 }
  const fields = merged(none, none, body)
  const id = madeId(facts, "expense")
  const gasto = {
    id,
    ...withAmounts(fields),
    fecha: midnight(fields["fecha"] ?? books.dayAt(facts.clock)),
    proveedor: supplier?.["nombre"] ?? null,
    estado_aprobacion: "none",
    creado: moment(facts.now),
  }
  books.expenses.put(id, gasto)
  return done(201, gasto, [{ suceso: "expense.created", datos: { gasto } }])
}

const open = new Set(["pagado", "notas", "categoria"])

export const changeExpense: Judge = (books, { body, id }) => {
  const present = books.expenses.get(id)
  if (present === undefined) return missing
  const isApproved = present["estado_aprobacion"] === "approved"
  const named = Object.keys(body).filter((name) => body[name] !== undefined)
  if (isApproved && named.some((name) => !open.has(name))) return conflict("gasto_aprobado")
  const chooses = body["proveedor_id"] !== undefined
  const supplier = supplierOf(books, body["proveedor_id"])
  if (textOr(body["proveedor_id"]) !== null && supplier === undefined) return invalid("proveedor_id")
  const fields = withAmounts(merged(noExpense(books), present, body))
  const proveedor = chooses ? supplier?.["nombre"] ?? null : present["proveedor"]
  const gasto = { ...present, ...fields, fecha: midnight(fields["fecha"]), proveedor }
  if (difference(present, gasto) === undefined) return done(200, present)
  books.expenses.put(id, gasto)
  return done(200, gasto)
}

export const removeExpense: Judge = (books, { id }) => {
  const present = books.expenses.get(id)
  if (present === undefined) return missing
  if (present["estado_aprobacion"] === "approved") return conflict("gasto_aprobado")
  books.expenses.drop(id)
  return done(204, undefined)
}

const steps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: { "solicitar-aprobacion": "pending", aprobar: "approved" },
  pending: { aprobar: "approved", rechazar: "rejected" },
  rejected: { "solicitar-aprobacion": "pending" },
}

const slugs: Readonly<Record<string, string>> = {
  none: "aprobacion_no_solicitada",
  pending: "aprobacion_pendiente",
  approved: "gasto_aprobado",
  rejected: "gasto_rechazado",
}

export const judgeExpense = (deed: string): Judge => (books, { id }) => {
  const present = books.expenses.get(id)
  if (present === undefined) return missing
  const before = String(present["estado_aprobacion"])
  const estado_aprobacion = steps[before]?.[deed]
  if (estado_aprobacion === undefined) return conflict(slugs[before] ?? "")
  const gasto = { ...present, estado_aprobacion }
  books.expenses.put(id, gasto)
  const isTold = estado_aprobacion === "approved"
  return done(200, gasto, isTold ? [{ suceso: "expense.approved", datos: { gasto } }] : [])
}
