import { type Fields, numberOr } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { moment } from "./civil.ts"
import { plainNif } from "./contacts.ts"
import { difference } from "./difference.ts"
import { conflict, done, invalid, madeId, missing } from "./Expected.ts"
import { merged } from "./merged.ts"

const noMember: Fields =
  { nombre: null, nif: null, email: null, cuota: 0, periodicidad: "yearly", alta: null, baja: null }

/** The member after the body, without its number; `day` is the day of its creation. */
const memberOf = (present: Fields, body: Fields, day: string): Fields => {
  const fields = merged({ ...noMember, alta: day }, present, body)
  return { ...fields, nif: plainNif(fields["nif"]) }
}

/** Which of the two dates is reported when a member would leave before joining. */
const datesFault = ({ alta, baja }: Fields, body: Fields): string | undefined => {
  if (baja === null || String(baja) >= String(alta)) return undefined
  return body["baja"] === undefined ? "alta" : "baja"
}

const isTaken = ({ members }: Books, numero: number): boolean => members.all.some(([, one]) => one["numero"] === numero)

const lastNumber = 999_999_999

export const join: Judge = (books, { body, facts }) => {
  const day = books.dayAt(facts.clock)
  const contents = memberOf({ ...noMember, alta: day }, body, day)
  const fault = datesFault(contents, body)
  if (fault !== undefined) return invalid(fault)
  const asked = numberOr(body["numero"], null)
  const numero = asked ?? Math.max(0, ...books.memberNumbers) + 1
  if (numero > lastNumber) return conflict("numeros_de_socio_agotados")
  if (asked !== null && isTaken(books, asked)) return conflict("numero_de_socio_repetido")
  const id = madeId(facts, "member")
  const socio = { id, numero, ...contents, creado: moment(facts.now) }
  books.members.put(id, socio)
  books.memberNumbers.add(numero)
  return done(201, socio, [{ suceso: "member.created", datos: { socio } }])
}

export const changeMember: Judge = (books, { body, id }) => {
  const present = books.members.get(id)
  if (present === undefined) return missing
  const contents = memberOf(present, body, books.dayAt(Date.parse(String(present["creado"]))))
  const fault = datesFault(contents, body)
  if (fault !== undefined) return invalid(fault)
  const before = numberOr(present["numero"], 0)
  const numero = numberOr(body["numero"], before)
  const socio = { ...present, ...contents, numero }
  if (difference(present, socio) === undefined) return done(200, present)
  if (numero !== before && isTaken(books, numero)) return conflict("numero_de_socio_repetido")
  books.members.put(id, socio)
  books.memberNumbers.add(numero)
  return done(200, socio)
}

export const removeMember: Judge = (books, { id }) => {
  if (books.members.get(id) === undefined) return missing
  books.members.drop(id)
  return done(204, undefined)
}
