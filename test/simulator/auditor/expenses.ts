import { type Fields, numberOr, textOr } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { moment } from "./civil.ts"
import { supplierOf } from "./contacts.ts"
import { defaultRate } from "./defaultRate.ts"
import { difference } from "./difference.ts"
import { nearest, scaled } from "./exact.ts"
import { conflict, done, invalid, madeId, missing } from "./Expected.ts"
import { merged } from "./merged.ts"

const noExpense = (books: Books): Fields => ({
  proveedor_id: null, referencia: null, categoria: null, clase: null, fecha: null, base: 0,
  tipo_iva: defaultRate(books), irpf: 0, pagado: false, notas: null,
})

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
