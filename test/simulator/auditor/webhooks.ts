import type { StoredDelivery } from "../../../core/deliveries/Delivery.ts"
import { type Fields, textOr } from "../requests/Fields.ts"
import type { Books, Judge, KeptWebhook } from "./Books.ts"
import { moment } from "./civil.ts"
import { anything, difference } from "./difference.ts"
import { conflict, done, type Facts, madeId, missing, written } from "./Expected.ts"
import { merged } from "./merged.ts"

const firma = { cabecera: "x-svc-firma", formato: "t=<unix>,v1=<hex>", se_firma: "<t>.<cuerpo>" }

/** The webhook as it is shown. */
export const shownWebhook = ({ activo, fallos, id, terms }: KeptWebhook): Fields =>
  ({ id, ...terms, activo, fallos_seguidos: fallos, firma, sucesos_disponibles: anything })

const noTerms: Fields = { url: null, sucesos: ["*"], descripcion: "", modo_aviso: "firma" }

export const subscribe: Judge = (books, { body, facts }) => {
  if (books.webhooks.all.length >= 20) return conflict("limite_de_suscripciones")
  const id = madeId(facts, "webhook")
  const made = books.nextPlace()
  const webhook = { id, terms: merged(noTerms, noTerms, body), former: [], activo: true, fallos: 0, made, on: made, off: 0 }
  books.webhooks.put(id, webhook)
  return done(201, { ...shownWebhook(webhook), secreto: anything })
}

/** The webhook after a change, with its earlier terms, and with the place where it was switched on or off. */
export const revised = (books: Books, before: KeptWebhook, after: KeptWebhook): KeptWebhook => {
  const place = books.nextPlace()
  const isSame = difference(before.terms, after.terms) === undefined
  return {
    ...after,
    former: isSame ? before.former : [...before.former, { terms: before.terms, until: place }],
    ...before.activo === after.activo ? {} : { [after.activo ? "on" : "off"]: place },
  }
}

/** The webhook after a change by its owner; switching it off may abandon deliveries that wait. */
const replaced = (books: Books, before: KeptWebhook, after: KeptWebhook, facts: Facts): KeptWebhook => {
  const isSame = difference(before, after) === undefined
  if (!isSame) books.webhooks.put(after.id, revised(books, before, after))
  takeSettled(books, written(facts, "delivery"), after.activo ? "nothing" : "abandoned")
  return after
}

export const changeWebhook: Judge = (books, { body, facts, id }) => {
  const before = books.webhooks.get(id)
  if (before === undefined) return missing
  const terms = merged(noTerms, before.terms, body)
  const { activo } = body
  const health = activo === true ? { activo, fallos: 0 } : activo === false ? { activo } : {}
  return done(200, shownWebhook(replaced(books, before, { ...before, terms, ...health }, facts)))
}

export const reactivate: Judge = (books, { facts, id }) => {
  const before = books.webhooks.get(id)
  if (before === undefined) return missing
  return done(200, shownWebhook(replaced(books, before, { ...before, activo: true, fallos: 0 }, facts)))
}

export const rotate: Judge = (books, { id }) => {
  const before = books.webhooks.get(id)
  if (before === undefined) return missing
  books.webhooks.put(id, before)
  return done(200, { ...shownWebhook(before), secreto: anything })
}

export const unsubscribe: Judge = (books, { facts, id }) => {
  if (books.webhooks.get(id) === undefined) return missing
  books.webhooks.drop(id)
  takeSettled(books, written(facts, "delivery"), "abandoned")
  return done(204, undefined)
}

/** The delivery as the log shows it. */
export const shownDelivery = (delivery: StoredDelivery): Fields => ({
  id: delivery.id,
  suceso: delivery.suceso,
  creado: moment(delivery.creado),
  estado: delivery.estado,
  intentos: delivery.intentos,
  proximo_intento: delivery.proximo_intento === null ? null : moment(delivery.proximo_intento),
  ultimo_codigo: delivery.ultimo_codigo,
  ultimo_error: delivery.ultimo_error,
})

export const testWebhook: Judge = (books, { facts, id }) => {
  const webhook = books.webhooks.get(id)
  if (webhook === undefined) return missing
  if (!webhook.activo) return conflict("suscripcion_desactivada")
  const [delivery] = written(facts, "delivery")
  const expected = { id: madeId(facts, "delivery"), suceso: "webhook.test", creado: moment(facts.now), datos: { prueba: true } }
  const fault = difference(expected, delivery === undefined ? undefined : JSON.parse(delivery.cuerpo))
  if (fault !== undefined) books.faults.push(`webhook.test${fault}`)
  if (delivery === undefined) return done(202, anything)
  books.keep(delivery)
  return done(202, { ...shownDelivery(delivery), estado: "pending", intentos: 0, ultimo_codigo: null, ultimo_error: null })
}

const replayMillis = 30 * 24 * 3_600_000

export const replay: Judge = (books, { facts, id, sub }) => {
  const webhook = books.webhooks.get(id)
  if (webhook === undefined) return missing
  if (!webhook.activo) return conflict("suscripcion_desactivada")
  const before = books.deliveries.get(sub)
  if (before?.webhook_id !== id) return missing
  if (before.settled !== null && facts.clock - before.settled > replayMillis) return conflict("envio_caducado")
  takeSettled(books, written(facts, "delivery"), "pending")
  const after = books.deliveries.get(sub) ?? before
  return done(202, { ...shownDelivery(before), estado: "pending", proximo_intento: shownDelivery(after)["proximo_intento"] })
}

/** The deliveries of the range are read before the decision, so they are counted as they were written. */
export const replayRange: Judge = (books, { body, facts, id }) => {
  const webhook = books.webhooks.get(id)
  if (webhook === undefined) return missing
  if (!webhook.activo) return conflict("suscripcion_desactivada")
  const rows = written(facts, "delivery")
  const [desde, hasta] = [textOr(body["desde"]) ?? "", textOr(body["hasta"]) ?? "9999"]
  const isOutside = ({ creado, webhook_id }: StoredDelivery) =>
    webhook_id !== id || moment(creado) < desde || moment(creado) > hasta
  if (rows.some(isOutside)) books.faults.push("a delivery outside of the range was replayed")
  takeSettled(books, rows, "pending")
  return done(202, { reenviados: rows.length, caducados: anything, continuar_tras: anything })
}

/** Takes over deliveries that were abandoned or queued again on request. */
const takeSettled = (books: Books, rows: ReadonlyArray<StoredDelivery>, estado: "pending" | "abandoned" | "nothing"): void => {
  for (const row of rows) {
    const before = books.deliveries.get(row.id)
    const isRight = before !== undefined && row.estado === estado && row.intentos === before.intentos &&
      row.cuerpo === before.cuerpo && (estado === "pending" || before.estado === "pending")
    if (!isRight) books.faults.push(`delivery ${row.id} became ${row.estado}`)
    books.keep(row)
  }
}
