import { Effect, HashMap, Option } from "effect"
import { Storage } from "../../../core/ports/Storage.ts"
import { verifyRegistry } from "../../../core/verification/verifyRegistry.ts"
import type { Books } from "../auditor/Books.ts"
import type { Seen } from "../auditor/Call.ts"
import { difference } from "../auditor/difference.ts"
import { whole } from "../auditor/Document.ts"
import { collections } from "../auditor/lists.ts"
import { allOf, listingOf } from "../auditor/readings.ts"
import { begunUntil, nextOf } from "../auditor/subscriptions.ts"
import { shownDelivery } from "../auditor/webhooks.ts"
import { type Fields, fieldsOf, itemsOf, numberOr, textOr } from "../requests/Fields.ts"
import type { Firm } from "./Firm.ts"
import type { World } from "./World.ts"

/** Reads without letting time pass. */
class Reader {
  constructor(private readonly world: World, private readonly firm: Firm) {}

  get(path: string): Fields {
    const { harness } = this.world.process(0)
    const answer = this.world.time.run(harness.request("GET", path, { key: this.firm.keys.live }))
    if (answer.status !== 200) this.problem(`GET ${path}: status ${answer.status}`)
    return fieldsOf(answer.json)
  }

  /** The items of all pages, and the totals that the pages gave. */
  all(path: string): { readonly items: ReadonlyArray<Fields>; readonly totals: ReadonlySet<unknown> } {
    const items: Array<Fields> = []
    const totals = new Set<unknown>()
    for (let next: string | null = path; next !== null;) {
      const page = this.get(next)
      items.push(...itemsOf(page["datos"]))
      totals.add(page["total"])
      next = textOr(page["siguiente"])
    }
    return { items, totals }
  }

  problem(text: string): void {
    this.world.auditor.problem(`at rest, ${text}`)
  }
}

/** Checks everything that can be read, once nothing happens any more and everything that waited is done. */
export const checkAtRest = (world: World): void => {
  for (const firm of world.firms) {
    const reader = new Reader(world, firm)
    checkLists(world, firm, reader)
    checkDocuments(world, firm, reader)
    checkPeriods(world, firm, reader)
    checkRegistry(world, firm, reader)
    checkDeliveries(world, firm, reader)
    checkLetters(world, firm, reader)
    const told = reader.all("/actividad?orden=antiguo&limite=200").items.map(({ tipo }) => tipo)
    const fault = difference(firm.books.entries, told.filter((tipo) => !String(tipo).startsWith("key_")))
    if (fault !== undefined) reader.problem(`/actividad${fault}`)
  }
}

const filters: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [["/facturas", [
  "estado=draft", "estado=sent", "estado=paid", "estado=overdue", "estado=cancelled", "tipo=rectificative", "serie=S",
  "tipo_documento=invoice", "etiqueta=vip", "total_min=50", "numero=1",
]], ["/oportunidades", [
  "estado=open", "estado=won", "estado=lost", "etapa=nueva", "etapa=propuesta", "estado=open&etapa=nueva",
]], ["/pedidos-compra", [
  "estado=ordered", "estado=received", "estado=cancelled",
]], ["/socios", [
  "periodicidad=yearly", "periodicidad=monthly", "de_baja=true", "de_baja=false", "de_baja=true&periodicidad=yearly",
]], ["/donativos", [
  "forma_pago=cash", "forma_pago=card",
]], ["/tiendas", [
  "estado=active", "estado=paused",
]], ["/suscripciones", [
  "estado=active", "estado=paused", "estado=cancelled",
]]]

const checkLists = ({ auditor, time }: World, { books }: Firm, reader: Reader): void => {
  const seen: Seen = { from: auditor.seen, to: auditor.made, days: [books.dayAt(time.now)] }
  const check = (path: string): void => {
    const listing = listingOf(path)
    if (listing === undefined) return
    const { items, totals } = reader.all(path)
    const expected = allOf(books, listing, seen)
    const fault = difference(expected, items) ?? difference([expected.length], [...totals])
    if (fault !== undefined) reader.problem(`${path}${fault}`)
  }
  for (const collection of collections) {
    for (const orden of ["reciente", "antiguo", "modificado"]) check(`/${collection}?orden=${orden}&limite=${7 + orden.length}`)
  }
  for (const [path, those] of filters) for (const filter of those) check(`${path}?${filter}&limite=200`)
}

const checkDocuments = ({ time }: World, { books }: Firm, reader: Reader): void => {
  const today = books.dayAt(time.now)
  for (const [id, document] of books.documents.all) {
    const fault = difference(whole(document, books.partyOf(document), today), reader.get(`/facturas/${id}`))
    if (fault !== undefined) reader.problem(`/facturas/${id}${fault}`)
    const ours = books.payments.all.flatMap(([, payment]) => (payment.factura_id === id ? [payment.shown] : []))
    const shown = document.cobrado === 0 ? [] : reader.all(`/facturas/${id}/cobros?orden=antiguo`).items
    const cobros = difference(ours, shown)
    if (cobros !== undefined) reader.problem(`/facturas/${id}/cobros${cobros}`)
  }
}

/**
 * Every period that has begun must have become one invoice with one event, however long nobody worked, whichever process died
 * and whatever the clocks showed.
 */
const checkPeriods = ({ time }: World, { books }: Firm, reader: Reader): void => {
  const today = books.dayAt(time.now)
  const invoices = new Set<string>()
  for (const [id, subscription] of books.subscriptions.all) {
    const next = nextOf(subscription)
    const isActive = subscription.terms["estado"] === "active"
    const isBehind = isActive && next !== null && next <= today
    if (isBehind || subscription.pending !== null) {
      reader.problem(`/suscripciones/${id}: its period of ${next} or its last invoice waits`)
    }
    // There may be more invoices: a clock that was ahead may have begun a period early.
    const begun = isActive && subscription.isPlain ? begunUntil(subscription, today) : 0
    const { length } = subscription.invoices
    if (length < begun) reader.problem(`/suscripciones/${id}: ${begun} periods, ${length} invoices`)
    for (const invoice of subscription.invoices) {
      const times = books.invoicedTold.get(invoice) ?? 0
      const isGone = books.documents.get(invoice) === undefined
      if (invoices.has(invoice) || times > 1 || (times === 0 && !isGone)) {
        reader.problem(`/suscripciones/${id}: its invoice ${invoice} was told ${times} times`)
      }
      invoices.add(invoice)
    }
  }
}

/** The chain must be whole, and the tax authority must have it if the company sends its records. */
const checkRegistry = (world: World, { books }: Firm, reader: Reader): void => {
  const { organizationId } = books.company
  const { items, totals } = reader.all("/registro?orden=antiguo&limite=200")
  const chain = books.chain.map(({ factura_id, huella, id }, place) => ({ id, factura_id, huella, orden: place + 1 }))
  const found = items.map(({ factura_id, huella, id, orden }) => ({ id, factura_id, huella, orden }))
  const fault = difference(chain, found) ?? (chain.length > 0 ? difference([chain.length], [...totals]) : undefined)
  if (fault !== undefined) reader.problem(`/registro${fault}`)
  const report = world.process(0).run(verifyRegistry(organizationId))
  if (report.primer_error !== null) reader.problem(`the registry: ${JSON.stringify(report.primer_error)}`)
  const sends = Option.isSome(world.process(0).run(
    Effect.flatMap(Storage, ({ find }) => find("certificate", organizationId, organizationId)),
  ))
  if (sends) checkSubmission(world, books, items, reader)
}

const checkSubmission = ({ authority }: World, books: Books, items: ReadonlyArray<Fields>, reader: Reader): void => {
  const waiting = items.filter(({ estado }) => estado === "pending" || estado === "not_sent")
  const pendientes = numberOr(reader.get("/registro/envio")["pendientes"], -1)
  if (waiting.length > 0 || pendientes !== 0) reader.problem(`${waiting.length} records, ${pendientes} told, were not sent`)
  const held = new Set<unknown>()
  for (const { last } of HashMap.values(authority.standIn.ledger().invoices)) held.add(last.campos["Huella"])
  const newest = new Map(items.map((item) => [item["factura_id"], item]))
  for (const { estado, huella, orden } of newest.values()) {
    if (estado !== "rejected" && !held.has(huella)) {
      reader.problem(`record ${String(orden)} of ${books.company.nif} was taken, and is not there`)
    }
  }
}

/** Longer than a delivery is retried. Younger ones may still wait, as workers make invoices until the end. */
const triedMillis = 3 * 24 * 3_600_000

/** Every event must be in the log of each webhook that wanted it, and no delivery may wait for ever. */
const checkDeliveries = ({ time }: World, { books }: Firm, reader: Reader): void => {
  if (books.outbox.size > 0) reader.problem(`${books.outbox.size} events wait to be told`)
  for (const [id] of books.webhooks.all) {
    const ours = [...books.deliveries.values()].filter(({ webhook_id }) => webhook_id === id)
      .toSorted((a, b) => a.createdSequence - b.createdSequence)
    const { items } = reader.all(`/webhooks/${id}/envios?orden=antiguo&limite=200`)
    const fault = difference(ours.map(shownDelivery), items)
    if (fault !== undefined) reader.problem(`/webhooks/${id}/envios${fault}`)
  }
  const waiting = [...books.deliveries.values()]
    .filter(({ creado, estado }) => estado === "pending" && time.now - creado > triedMillis)
  if (waiting.length > 0) reader.problem(`${waiting.length} deliveries are neither made nor given up`)
}

/** Every queued letter must have been sent, with the subject, recipients and document that were asked for. */
const checkLetters = ({ mails }: World, { books }: Firm, reader: Reader): void => {
  for (const [id, { asunto, failed, para, total }] of books.letters) {
    if (failed) continue
    const mail = mails.find((one) => one.id === id)
    const printed = mail === undefined ? {} : fieldsOf(JSON.parse(new TextDecoder().decode(mail.adjunto.contenido)))
    const fault = difference(
      { asunto, para, total },
      { asunto: mail?.asunto, para: mail?.para, total: fieldsOf(printed["totals"])["total"] },
    )
    if (fault !== undefined) reader.problem(`letter ${id}${fault}`)
  }
}
