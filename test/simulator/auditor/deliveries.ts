import type { Key } from "../../../core/commit/tables.ts"
import type { StoredDelivery } from "../../../core/deliveries/Delivery.ts"
import type { Webhook } from "../../../core/webhooks/Webhook.ts"
import { textsOf } from "../requests/Fields.ts"
import type { Books, Happened, KeptDelivery, KeptWebhook } from "./Books.ts"
import { moment } from "./civil.ts"
import { difference } from "./difference.ts"
import { type Facts, written } from "./Expected.ts"
import { revised } from "./webhooks.ts"

/**
 * Whether the event belongs in the log of the webhook. The webhook must have asked for it when it happened, and must have been
 * on then; one that was switched off since gets the delivery all the same, as abandoned.
 */
const wants = ({ activo, former, made, off, on, terms }: KeptWebhook, { order, suceso }: Happened): boolean => {
  const { sucesos: asked } = former.find(({ until }) => order < until)?.terms ?? terms
  const sucesos = textsOf(asked)
  if (!sucesos.includes("*") && !sucesos.includes(suceso)) return false
  return made < order && (off > order || (activo && on < order))
}

/** Takes over deliveries made of events: one for each webhook that wants the event, and no others. */
export const fannedOut = (books: Books, facts: Facts, removed: ReadonlyArray<Key>): void => {
  const rows = [...written(facts, "delivery")]
  for (const { id } of removed) {
    const event = books.outbox.get(id)
    if (event === undefined) {
      books.faults.push(`event ${id} was fanned out, and is none that waited`)
      continue
    }
    books.outbox.delete(id)
    for (const [, webhook] of books.webhooks.all.filter(([, one]) => wants(one, event))) {
      made(books, webhook, event, rows)
    }
  }
  for (const { suceso, webhook_id } of rows) books.faults.push(`${webhook_id} gets ${suceso}, which it did not want`)
}

/** Finds the delivery of the event to the webhook among the rows, and removes it from them. */
const made = (books: Books, { id, off }: KeptWebhook, event: Happened, rows: Array<StoredDelivery>): void => {
  const place = rows.findIndex(({ cuerpo, webhook_id }) => webhook_id === id && saysOf(cuerpo, event))
  const [row] = place === -1 ? [] : rows.splice(place, 1)
  if (row === undefined || books.deliveries.has(row.id)) {
    books.faults.push(`${event.suceso} was lost on its way to ${id}`)
    return
  }
  if (row.estado !== (off > event.order ? "abandoned" : "pending")) books.faults.push(`a new delivery is ${row.estado}`)
  books.keep(row)
}

const saysOf = (cuerpo: string, { at, datos, suceso }: Happened): boolean => {
  const said: unknown = JSON.parse(cuerpo)
  const expected = { suceso, creado: moment(at), datos }
  return difference(expected, { ...Object(said), id: undefined }) === undefined
}

const minute = 60_000
const waits = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 1440 * minute]

/** The ids of deliveries that a receiver accepted. */
export type Succeeded = ReadonlySet<string>

/** Takes over what workers noted about deliveries and webhooks; returns the kinds of activity log entries due for it. */
export const noted = (books: Books, facts: Facts, succeeded: Succeeded): ReadonlyArray<string> => {
  const webhooks = written(facts, "webhook")
  const attempts: Array<boolean> = []
  for (const row of written(facts, "delivery")) {
    const before = books.deliveries.get(row.id)
    const fault = before === undefined ? ": unknown" : noteFault(books, before, row, facts, succeeded)
    if (fault !== undefined) books.faults.push(`delivery ${row.id}${fault}`)
    const isAttempt = row.estado === "delivered" || row.intentos > (before?.intentos ?? 0)
    if (isAttempt) attempts.push(row.estado === "delivered")
    books.keep(row)
  }
  return webhooks.flatMap((row) => healthNoted(books, row, attempts))
}

const noteFault = (
  books: Books,
  before: KeptDelivery,
  after: StoredDelivery,
  { clock }: Facts,
  succeeded: Succeeded,
): string | undefined => {
  if (after.cuerpo !== before.cuerpo) return ": its content was changed"
  if (after.estado === "delivered") return succeeded.has(after.id) ? undefined : ": delivered, and nobody took it"
  const webhook = books.webhooks.get(after.webhook_id)
  const isInVain = webhook?.activo !== true || webhook.off > before.place
  if (after.intentos === before.intentos) {
    return after.estado === "abandoned" && before.estado === "pending" && isInVain ? undefined : ": changed without an attempt"
  }
  if (before.estado === "abandoned") return after.estado === "abandoned" ? undefined : ": no longer abandoned"
  const wait = waits[after.intentos - after.roundStart - 1]
  if (after.roundStart !== before.roundStart) return ": another round"
  const expected = isInVain || wait === undefined ? ["abandoned", null] : ["pending", clock + wait]
  return difference(expected, [after.estado, after.proximo_intento])
}

/** Counts consecutive failures: the fifteenth switches the webhook off. */
const healthNoted = (
  books: Books,
  { activo, fallos_seguidos, id }: Webhook,
  attempts: ReadonlyArray<boolean>,
): ReadonlyArray<string> => {
  const before = books.webhooks.get(id)
  const [isSuccess] = attempts
  if (before === undefined || isSuccess === undefined) {
    books.faults.push(`webhook ${id} changed by itself`)
    return []
  }
  const fallos = isSuccess ? 0 : before.fallos + 1
  const isOn = fallos < 15
  const fault = difference([before.activo && isOn, fallos], [activo, fallos_seguidos])
  if (fault !== undefined) books.faults.push(`health of ${id}${fault}`)
  const after = { ...before, activo, fallos: fallos_seguidos }
  if (activo) {
    books.webhooks.amend(id, after)
    return []
  }
  books.webhooks.put(id, revised(books, before, after))
  return ["webhook_deactivated"]
}
