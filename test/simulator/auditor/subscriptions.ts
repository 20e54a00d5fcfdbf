import { type Fields, itemsOf, textOr } from "../requests/Fields.ts"
import type { Books, Judge, Subscription } from "./Books.ts"
import { dayOf, later, moment, monthsLater } from "./civil.ts"
import { difference } from "./difference.ts"
import { summary } from "./Document.ts"
import { draftOf } from "./drafts.ts"
import { scaled, shownNumber } from "./exact.ts"
import { conflict, done, type Facts, invalid, madeId, missing, type Told } from "./Expected.ts"
import { merged } from "./merged.ts"

const months: Readonly<Record<string, number>> = { monthly: 1, quarterly: 3, yearly: 12 }

/** The first day of a period; the first period is number 0. */
export const startOf = ({ inicio, periodicidad }: Fields, place: number): string =>
  periodicidad === "weekly"
    ? later(String(inicio), 7 * place)
    : monthsLater(String(inicio), (months[String(periodicidad)] ?? 0) * place)

/** The day on which the next period begins; null when there is none. */
export const nextOf = ({ over, terms }: Pick<Subscription, "over" | "terms">): string | null => {
  if (terms["estado"] === "cancelled") return null
  const next = startOf(terms, over)
  return terms["fin"] !== null && next > String(terms["fin"]) ? null : next
}

/** The subscription as it is shown. */
export const shownSubscription = (subscription: Subscription): Fields => {
  const { creado, id, terms } = subscription
  return { id, ...terms, proxima: nextOf(subscription), creado }
}

const numberOrNull = (sent: unknown, places: number): number | null =>
  typeof sent === "number" ? shownNumber(scaled(sent, places), places) : null

/** The lines as they were sent, with null for what they leave out. */
const linesOf = (sent: unknown): ReadonlyArray<Fields> =>
  itemsOf(sent).map((line) => ({
    producto_id: textOr(line["producto_id"]),
    descripcion: textOr(line["descripcion"]),
    cantidad: numberOrNull(line["cantidad"], 6),
    precio: numberOrNull(line["precio"], 8),
    descuento: numberOrNull(line["descuento"], 6),
    tipo_iva: numberOrNull(line["tipo_iva"], 6),
    clase: textOr(line["clase"]),
    unidad: textOr(line["unidad"]),
  }))

const noTerms: Fields = {
  contacto_id: null, nombre: null, periodicidad: null, inicio: null, fin: null, serie: null, lineas: [],
  precios_con_iva: false, emitir: false, estado: "active",
}

const termsOf = ({ company: { region } }: Books, present: Fields, body: Fields, usualDay: string): Fields => {
  const terms = merged(noTerms, present, body)
  const [inicio, fin] = [terms["inicio"], terms["fin"]].map((day) => dayOf(region, textOr(day)))
  return { ...terms, inicio: inicio ?? usualDay, fin: fin ?? null, lineas: linesOf(terms["lineas"]) }
}

/** The contents of a subscription's drafts. */
export const contentsOf = ({ contacto_id, lineas, precios_con_iva, serie }: Fields): Fields =>
  ({ contacto_id, lineas, precios_con_iva, serie })

/** The fields for which a draft would be refused now. */
const draftFaults = (books: Books, terms: Fields, facts: Facts): ReadonlyArray<string> => {
  const made = draftOf(books, contentsOf(terms), facts)
  return "_tag" in made && made._tag === "Refused" ? made.reasons : []
}

const endFaults = ({ fin, inicio }: Fields): ReadonlyArray<string> =>
  fin !== null && String(fin) < String(inicio) ? ["fin"] : []

/** A start may be at most four years ago and ten years ahead. */
const startFaults = ({ inicio }: Fields, today: string): ReadonlyArray<string> =>
  String(inicio) < monthsLater(today, -48) || String(inicio) > monthsLater(today, 120) ? ["inicio"] : []

export const addSubscription: Judge = (books, { body, facts }) => {
  const today = books.dayAt(facts.clock)
  const terms = termsOf(books, noTerms, body, today)
  const campos = [...endFaults(terms), ...startFaults(terms, today), ...draftFaults(books, terms, facts)]
  if (campos.length > 0) return invalid(...campos)
  const id = madeId(facts, "subscription")
  const subscription: Subscription = {
    id, terms, modo: facts.modo, over: 0, invoices: [], pending: null, isStopped: false,
    isPlain: terms["estado"] === "active", creado: moment(facts.now),
  }
  books.subscriptions.put(id, subscription)
  return done(201, shownSubscription(subscription))
}

export const changeSubscription: Judge = (books, { body, facts, id }) => {
  const subscription = books.subscriptions.get(id)
  if (subscription === undefined) return missing
  const before = subscription.terms
  if (before["estado"] === "cancelled") {
    const isChanged = Object.values(body).some((value) => value !== undefined)
    return isChanged ? conflict("suscripcion_cancelada") : done(200, shownSubscription(subscription))
  }
  const today = books.dayAt(facts.clock)
  const terms = termsOf(books, before, body, books.dayAt(Date.parse(subscription.creado)))
  const isMoved = terms["inicio"] !== before["inicio"] || terms["periodicidad"] !== before["periodicidad"]
  if (isMoved && subscription.invoices.length > 0) return conflict("suscripcion_facturada")
  const isResumed = before["estado"] === "paused" && terms["estado"] === "active"
  const isTried = isResumed || difference(contentsOf(before), contentsOf(terms)) !== undefined
  const campos = [
    ...endFaults(terms),
    ...terms["inicio"] === before["inicio"] ? [] : startFaults(terms, today),
    ...isTried ? draftFaults(books, terms, facts) : [],
  ]
  if (campos.length > 0) return invalid(...campos)
  if (difference(before, terms) === undefined) return done(200, shownSubscription(subscription))
  const isStopped = terms["estado"] !== "active" && Object.keys(body).every((name) => name === "estado" || body[name] === undefined)
  if (facts.modo === "test" && subscription.modo === "live" && terms["emitir"] === true && !isStopped) {
    return conflict("suscripcion_real")
  }
  let over = isMoved ? 0 : subscription.over
  // Another periodicity does not bring back periods that were skipped.
  if (isMoved && terms["inicio"] === before["inicio"]) while (startOf(terms, over) < startOf(before, subscription.over)) over++
  // Periods that began while its owner had paused it are skipped, except one that begins today.
  if (isResumed && !subscription.isStopped) while (startOf(terms, over) < today) over++
  const isMadeUpFor = subscription.isStopped && isResumed
  const isPlain = subscription.isPlain && ["inicio", "fin", "periodicidad"].every((name) => terms[name] === before[name]) &&
    (terms["estado"] === before["estado"] || isMadeUpFor)
  const after = { ...subscription, terms, over, isStopped: subscription.isStopped && terms["estado"] === "paused", isPlain }
  books.subscriptions.put(id, after)
  return done(200, shownSubscription(after))
}

/** A draft that still has to be issued stays a draft; its event is emitted now. */
export const removeSubscription: Judge = (books, { facts, id }) => {
  const subscription = books.subscriptions.get(id)
  if (subscription === undefined) return missing
  books.subscriptions.drop(id)
  return done(204, undefined, subscription.pending === null ? [] : told(books, subscription, subscription.pending, facts))
}

/** The event that a period was invoiced; none when the invoice is gone. */
export const told = (books: Books, subscription: Subscription, invoice: string, { clock }: Facts): ReadonlyArray<Told> => {
  const document = books.documents.get(invoice)
  if (document === undefined) return []
  const factura = summary(document, books.partyOf(document), books.dayAt(clock))
  return [{ suceso: "subscription.invoiced", datos: { suscripcion: shownSubscription(subscription), factura } }]
}

/** How many periods have begun by that day, by the present terms. */
export const begunUntil = ({ terms }: Subscription, today: string): number => {
  let begun = 0
  for (let next = nextOf({ over: begun, terms }); next !== null && next <= today; next = nextOf({ over: begun, terms })) begun++
  return begun
}
