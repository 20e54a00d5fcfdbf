import { type Fields, textOr } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { moment } from "./civil.ts"
import { difference } from "./difference.ts"
import { conflict, done, invalid, madeId, missing, type Told } from "./Expected.ts"
import { merged } from "./merged.ts"

const noDeal: Fields = { titulo: null, contacto_id: null, importe: 0, etapa: "nueva" }

export const openDeal: Judge = (books, { body, facts }) => {
  const estado = body["estado"] ?? "open"
  const campos = wrongIn(books, noDeal, body, estado)
  if (campos.length > 0) return invalid(...campos)
  const id = madeId(facts, "deal")
  const motivo = estado === "lost" ? textOr(body["motivo"]) : null
  const oportunidad = { id, ...merged(noDeal, noDeal, body), estado, motivo, creado: moment(facts.now) }
  books.deals.put(id, oportunidad)
  return done(201, oportunidad, [
    { suceso: "deal.created", datos: { oportunidad } },
    ...toldOf({ ...oportunidad, estado: "open" }, oportunidad),
  ])
}

/** The wrong fields: a newly named contact that does not exist, and a reason where the deal is not lost. */
const wrongIn = (books: Books, before: Fields, body: Fields, estado: unknown): ReadonlyArray<string> => {
  const contact = textOr(body["contacto_id"])
  const isNew = contact !== null && contact !== before["contacto_id"]
  return [
    ...isNew && books.contacts.get(contact) === undefined ? ["contacto_id"] : [],
    ...estado !== "lost" && textOr(body["motivo"]) !== null ? ["motivo"] : [],
  ]
}

/** The events of a change: the stage before the result. Reopening a deal makes none. */
const toldOf = (before: Fields, oportunidad: Fields): ReadonlyArray<Told> => {
  const told: Array<Told> = []
  const [etapa_anterior, etapa_nueva] = [before["etapa"], oportunidad["etapa"]]
  if (etapa_anterior !== etapa_nueva) {
    told.push({ suceso: "deal.stage_changed", datos: { oportunidad, etapa_anterior, etapa_nueva } })
  }
  const { estado } = oportunidad
  if (estado !== before["estado"] && estado === "won") told.push({ suceso: "deal.won", datos: { oportunidad } })
  if (estado !== before["estado"] && estado === "lost") told.push({ suceso: "deal.lost", datos: { oportunidad } })
  return told
}

const settled = ["estado", "etapa", "importe"]

export const changeDeal: Judge = (books, { body, id }) => {
  const present = books.deals.get(id)
  if (present === undefined) return missing
  const estado = body["estado"] ?? present["estado"]
  const after: Fields = { ...present, ...merged(noDeal, present, body), estado }
  const isClosed = present["estado"] !== "open" && estado !== "open"
  if (isClosed && settled.some((name) => after[name] !== present[name])) return conflict("oportunidad_cerrada")
  const campos = wrongIn(books, present, body, estado)
  if (campos.length > 0) return invalid(...campos)
  const motivo = body["motivo"] === undefined ? present["motivo"] : textOr(body["motivo"])
  const oportunidad = { ...after, motivo: estado === "lost" ? motivo : null }
  if (difference(present, oportunidad) === undefined) return done(200, present)
  books.deals.put(id, oportunidad)
  return done(200, oportunidad, toldOf(present, oportunidad))
}

export const removeDeal: Judge = (books, { id }) => {
  if (books.deals.get(id) === undefined) return missing
  books.deals.drop(id)
  return done(204, undefined)
}
