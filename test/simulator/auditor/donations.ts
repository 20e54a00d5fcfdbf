import { type Fields, textOr } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { dayOf, moment } from "./civil.ts"
import { difference } from "./difference.ts"
import { done, invalid, madeId, missing } from "./Expected.ts"
import { merged } from "./merged.ts"

const noDonation: Fields =
  { importe: null, fecha: null, forma_pago: null, socio_id: null, contacto_id: null, anonimo: false }

/** The donation after the body, and the wrong fields: two donors, or a newly named one that does not exist. */
const donationOf = (books: Books, present: Fields, body: Fields, usualDay: string) => {
  const donation = merged(noDonation, present, body)
  const fecha = dayOf(books.company.region, textOr(donation["fecha"])) ?? usualDay
  const [member, contact] = [textOr(donation["socio_id"]), textOr(donation["contacto_id"])]
  const isMissing = (name: string, id: string | null, shelf: Books["contacts"]) =>
    id !== null && id !== present[name] && shelf.get(id) === undefined
  const campos = [
    ...member !== null && contact !== null ? ["contacto_id"] : [],
    ...isMissing("socio_id", member, books.members) ? ["socio_id"] : [],
    ...isMissing("contacto_id", contact, books.contacts) ? ["contacto_id"] : [],
  ]
  return { donation: { ...donation, fecha }, campos }
}

export const donate: Judge = (books, { body, facts }) => {
  const { campos, donation } = donationOf(books, noDonation, body, books.dayAt(facts.clock))
  if (campos.length > 0) return invalid(...campos)
  const id = madeId(facts, "donation")
  const donativo = { id, ...donation, creado: moment(facts.now) }
  books.donations.put(id, donativo)
  return done(201, donativo, [{ suceso: "donation.received", datos: { donativo } }])
}

export const changeDonation: Judge = (books, { body, id }) => {
  const present = books.donations.get(id)
  if (present === undefined) return missing
  const usualDay = books.dayAt(Date.parse(String(present["creado"])))
  const { campos, donation } = donationOf(books, present, body, usualDay)
  if (campos.length > 0) return invalid(...campos)
  const donativo = { ...present, ...donation }
  if (difference(present, donativo) === undefined) return done(200, present)
  books.donations.put(id, donativo)
  return done(200, donativo)
}

export const removeDonation: Judge = (books, { id }) => {
  if (books.donations.get(id) === undefined) return missing
  books.donations.drop(id)
  return done(204, undefined)
}
