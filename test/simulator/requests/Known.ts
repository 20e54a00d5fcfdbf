import type { Chance } from "../Chance.ts"
import type { Ask } from "./Ask.ts"
import { type Fields, fieldsOf, itemsOf, textOr } from "./Fields.ts"

/** A resource as a client last saw it. */
export interface Seen {
  readonly id: string
  /** What it belongs to: the webhook of a delivery. */
  readonly under: string
  readonly facts: Fields
}

/** The resources of one kind that clients know of. */
class Pool {
  private readonly seen = new Map<string, Seen>()
  /** The ids of deleted resources. */
  readonly gone: Array<string> = []

  note(seen: Seen): void {
    this.seen.set(seen.id, { ...seen, facts: { ...this.seen.get(seen.id)?.facts, ...seen.facts } })
  }

  drop(id: string): void {
    if (this.seen.delete(id)) this.gone.push(id)
  }

  /** One of the newest that fit, so that clients often mean the same one; now and then any. */
  pick(chance: Chance, fits: (facts: Fields) => boolean = () => true): Seen | undefined {
    const fitting = [...this.seen.values()].filter(({ facts }) => fits(facts))
    return chance.among(chance.odds(80) ? fitting.slice(-6) : fitting)
  }

  get all(): ReadonlyArray<Seen> {
    return [...this.seen.values()]
  }
}

/** The properties by which the resources of a kind are recognized. */
const marks = {
  contacts: ["dias_pago"],
  products: ["stock_minimo"],
  expenses: ["estado_aprobacion"],
  documents: ["tipo_documento"],
  payments: ["factura_id", "importe"],
  webhooks: ["fallos_seguidos"],
  deliveries: ["proximo_intento"],
  deals: ["etapa"],
  purchases: ["lineas", "proveedor_id"],
  members: ["cuota"],
  donations: ["anonimo"],
  stores: ["plataforma"],
  subscriptions: ["proxima"],
} as const
export type Kind = keyof typeof marks

/** What the clients of a company have learnt from answers, and what they have sent. */
export class Known {
  readonly contacts = new Pool()
  readonly products = new Pool()
  readonly expenses = new Pool()
  readonly documents = new Pool()
  readonly payments = new Pool()
  readonly webhooks = new Pool()
  readonly deliveries = new Pool()
  readonly deals = new Pool()
  readonly purchases = new Pool()
  readonly members = new Pool()
  readonly donations = new Pool()
  readonly stores = new Pool()
  readonly subscriptions = new Pool()
  /** Writes that were sent under an Idempotency-Key, to be repeated later. */
  readonly sent: Array<Ask> = []

  /** Takes in a successful answer. */
  learn({ method, path }: Ask, status: number, json: unknown): void {
    const [, , id = ""] = path.split(/[/?]/)
    if (method === "DELETE" && status === 204) return pools.forEach((kind) => this[kind].drop(id))
    const answer = fieldsOf(json)
    for (const facts of [answer, ...itemsOf(answer["datos"])]) this.note(facts, id)
  }

  private note(facts: Fields, under: string): void {
    const id = textOr(facts["id"])
    if (id === null) return
    for (const kind of pools) if (marks[kind].every((mark) => mark in facts)) this[kind].note({ id, under, facts })
  }
}

const pools: ReadonlyArray<Kind> = [
  "contacts", "products", "expenses", "documents", "payments", "webhooks", "deliveries", "deals", "purchases",
  "members", "donations", "stores", "subscriptions",
]
