import { textOr, textsOf } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { conflict, done, type Facts, invalid, missing, written } from "./Expected.ts"

const names = { invoice: "Factura", quote: "Presupuesto", delivery: "Albarán", proforma: "Factura proforma" }

export const send: Judge = (books, { body, facts, id }) => {
  const document = books.documents.get(id)
  if (document === undefined) return missing
  if (document.lifecycle === "draft") return conflict("factura_en_borrador")
  if (document.lifecycle === "cancelled") return conflict("factura_anulada")
  const email = textOr(books.present(document.contact)?.email) ?? textOr(document.party?.email)
  const para = body["para"] === undefined ? (email === null ? [] : [email]) : [...new Set(textsOf(body["para"]))]
  if (para.length === 0) return invalid("para")
  const name = document.tipo === "rectificative" ? "Factura rectificativa" : names[document.kind]
  const usual = `${name} ${document.serie}-${document.numero} de ${books.company.nombre}`
  const asunto = (textOr(body["asunto"]) ?? usual).replaceAll("\n", " ")
  const encolado = facts.modo === "live"
  const queued = written(facts, "outgoingMail").map((mail) => mail.id)
  if (queued.length !== (encolado ? 1 : 0)) books.faults.push(`${queued.length} letters were queued by a ${facts.modo} key`)
  for (const mail of queued) books.letters.set(mail, { para, asunto, total: document.total, failed: false })
  return done(202, { factura_id: id, para, asunto, encolado })
}

/**
 * Takes over what workers noted about letters: one is given up after seven attempts, and not before. Returns the kinds of
 * activity log entries that this makes.
 */
export const lettersNoted = ({ faults, letters }: Books, facts: Facts): ReadonlyArray<string> => {
  const entries: Array<string> = []
  for (const { estado, id, intentos } of written(facts, "outgoingMail")) {
    const letter = letters.get(id)
    if (letter === undefined || estado !== "failed") continue
    if (intentos !== 7) faults.push(`letter ${id} was given up after ${intentos} attempts`)
    if (!letter.failed) entries.push("mail_failed")
    letters.set(id, { ...letter, failed: true })
  }
  return entries
}
