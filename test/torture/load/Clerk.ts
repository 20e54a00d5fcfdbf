import { Effect, Stream } from "effect"
import type { Client } from "../../../adapters/client/makeClient.ts"
import type { Dice } from "../dice.ts"
import { type Accuse, type Deed, type Hand, someUnits } from "./Hand.ts"
import { centsOf, type Drafted, type KnownInvoice, type Ledger } from "./Ledger.ts"
import { findSupplier, orderGoods } from "./purchaseOrders.ts"
import { answered, settled } from "./settling.ts"
import { connectStore, importOrder } from "./storeOrders.ts"
import { subscribe } from "./subscriptions.ts"

/**
 * A client of a company. It does one thing after another, with its own contacts and invoices, and with products and series that
 * it shares with others. It enters every answer in the ledger, after comparing it with what it knows.
 */
export class Clerk {
  private readonly contacts: Array<string> = []
  private readonly invoices: Array<string> = []
  private webhook: string | undefined
  private supplier: string | undefined
  private store: string | undefined
  private readonly hand: Hand

  constructor(
    private readonly client: Client,
    private readonly ledger: Ledger,
    private readonly isLive: boolean,
    /** The address of its own webhooks. */
    private readonly noticesUrl: string,
    private readonly dice: Dice,
    private readonly accuse: Accuse,
  ) {
    this.hand = { client, ledger, dice, accuse }
  }

  /** Does the next thing, which is always chosen so that it cannot rightly be refused: a refusal is a fault. */
  readonly deed: Effect.Effect<void> = Effect.suspend(() => this.choose()).pipe(
    Effect.catchAll((error) =>
      Effect.sync(() => this.accuse(`refused: ${error._tag} ${error.message} ${JSON.stringify(error.detalles)}`))),
  )

  private choose(): Deed {
    const { dice } = this
    const draft = this.invoice(({ estado }) => estado === "draft")
    const open = this.invoice(({ estado, total }) => estado === "sent" && total > 0)
    const issued = this.invoice(({ estado }) => estado === "sent" || estado === "paid")
    const way = dice.next()
    if (this.contacts.length < 2 || way < 0.08) return this.createContact()
    if (way < 0.14) return this.patchContact()
    if (way < 0.17) return this.deleteContact()
    if (way < 0.29) return this.draft()
    if (way < 0.34) return this.importOrder()
    if (way < 0.38 && draft !== undefined) return this.patchDraft(draft)
    if (way < 0.4 && draft !== undefined) return this.trash(draft)
    if (way < 0.62 && draft !== undefined) return this.issue(draft)
    if (way < 0.76 && open !== undefined) return this.pay(open)
    if (way < 0.79) return this.deletePayment()
    if (way < 0.83 && open !== undefined) return this.annul(open)
    if (way < 0.86 && issued !== undefined) return this.rectify(issued)
    if (way < 0.9) return this.spend()
    if (way < 0.92) return this.listen()
    if (way < 0.922) return this.walk()
    if (way < 0.927 && issued !== undefined) return this.send(issued)
    if (way < 0.945) return this.subscribe()
    if (way < 0.97) return this.order()
    return issued === undefined ? this.draft() : this.look(issued)
  }

  private invoice(fits: (invoice: KnownInvoice) => boolean): string | undefined {
    return this.dice.one(this.invoices.filter((id) => fits(this.known(id))))
  }

  private known(id: string): KnownInvoice {
    const invoice = this.ledger.invoices.get(id)
    if (invoice === undefined) throw new Error(`an invoice that nobody made: ${id}`)
    return invoice
  }

  private createContact(): Deed {
    const nombre = `Cliente ${this.dice.between(1, 9_999_999)}`
    const body = { nombre, nif: "B58818501", email: "compras@example.org", dias_pago: 30 }
    const create = settled(this.dice, (options) => this.client.contactos.createContact(body, options))
    return Effect.map(create, ({ id, nombre: answered }) => {
      if (answered !== nombre) this.accuse(`the contact ${nombre} was answered as ${answered}`)
      this.contacts.push(id)
      this.ledger.contacts.set(id, { telefono: null, isUsed: false })
      this.ledger.happened("contact.created", id)
    })
  }

  private patchContact(): Deed {
    const id = this.dice.one(this.contacts) ?? ""
    const telefono = String(this.dice.between(600_000_000, 799_999_999))
    const patch = settled(this.dice, (options) => this.client.contactos.updateContact({ id, telefono }, options))
    return Effect.map(patch, (contact) => {
      if (contact.telefono !== telefono) this.accuse(`the contact ${id} was answered with ${contact.telefono}`)
      const known = this.ledger.contacts.get(id)
      if (known !== undefined) known.telefono = telefono
      this.ledger.happened("contact.updated", id)
    })
  }

  private deleteContact(): Deed {
    const id = this.dice.one(this.contacts.filter((one) => this.ledger.contacts.get(one)?.isUsed === false))
    if (id === undefined) return this.createContact()
    return Effect.map(settled(this.dice, (options) => this.client.contactos.deleteContact({ id }, options)), () => {
      this.contacts.splice(this.contacts.indexOf(id), 1)
      this.ledger.contacts.delete(id)
      this.ledger.happened("contact.deleted", id)
    })
  }

  private draft(): Deed {
    const contacto_id = this.usedContact()
    const units = someUnits(this.hand, () => this.dice.between(1, 3))
    const lineas = [
      { descripcion: "Revisión", cantidad: 1.5, precio: this.dice.between(1, 9_999) / 100 },
      ...[...units].map(([producto_id, cantidad]) => ({ producto_id, cantidad })),
    ]
    const create = settled(this.dice, (options) => this.client.facturas.createInvoice({ contacto_id, lineas }, options))
    return Effect.map(create, (invoice) => this.enter(invoice, contacto_id, units))
  }

  /** A contact to be named by a document; from now on it counts as one that cannot be deleted. */
  private usedContact(): string {
    const id = this.dice.one(this.contacts) ?? ""
    const contact = this.ledger.contacts.get(id)
    if (contact !== undefined) contact.isUsed = true
    return id
  }

  private enter(draft: Drafted, contacto: string | null, units: ReadonlyMap<string, number>): void {
    this.invoices.push(draft.id)
    this.ledger.enter(draft, contacto, units)
  }

  private subscribe(): Deed {
    return subscribe(this.hand, this.usedContact())
  }

  private order(): Deed {
    return Effect.gen(this, function*() {
      this.supplier ??= yield* findSupplier(this.hand)
      yield* orderGoods(this.hand, this.supplier)
    })
  }

  private importOrder(): Deed {
    return Effect.gen(this, function*() {
      this.store ??= yield* connectStore(this.hand)
      const contacto = this.usedContact()
      const { invoice, units } = yield* importOrder(this.hand, this.store, contacto)
      this.enter(invoice, contacto, units)
    })
  }

  private patchDraft(id: string): Deed {
    const notas = `Nota ${this.dice.between(1, 999_999)}`
    const patch = settled(this.dice, (options) => this.client.facturas.updateInvoice({ id, notas }, options))
    return Effect.map(patch, (invoice) => {
      if (invoice.notas !== notas) this.accuse(`the draft ${id} was answered with ${invoice.notas}`)
      this.known(id).notas = notas
    })
  }

  private trash(id: string): Deed {
    return Effect.map(settled(this.dice, (options) => this.client.facturas.deleteInvoice({ id }, options)), () => {
      this.invoices.splice(this.invoices.indexOf(id), 1)
      this.ledger.invoices.delete(id)
      this.ledger.happened("invoice.cancelled", id)
    })
  }

  /** Issues a draft, sometimes by two simultaneous requests under one key, which have to get the same answer. */
  private issue(id: string): Deed {
    const known = this.known(id)
    const issue = settled(this.dice, (options) => {
      const once = this.client.facturas.issueInvoice({ id }, options)
      if (!this.dice.chance(0.15)) return once
      return Effect.map(Effect.all([once, once], { concurrency: 2 }), ([first, second]) => {
        if (JSON.stringify(first) !== JSON.stringify(second)) this.accuse(`two answers to one issue of ${id}`)
        return first
      })
    })
    return Effect.map(issue, ({ estado, numero, total, verifactu }) => {
      if (estado !== "sent" || numero === null) this.accuse(`the issue of ${id} was answered ${estado} ${numero}`)
      const { huella, registrada } = verifactu
      if (registrada !== this.isLive) this.accuse(`the issue of ${id} was answered registrada ${registrada}`)
      if (centsOf(total) !== known.total) this.accuse(`the issue of ${id} changed its total`)
      this.ledger.issued(id, known, numero, huella)
    })
  }

  private pay(id: string): Deed {
    const known = this.known(id)
    const left = known.total - known.cobrado
    const cents = this.dice.chance(0.5) ? left : Math.max(1, Math.floor(left * this.dice.next()))
    const pay = settled(this.dice, (options) => this.client.cobros.recordPayment({ id, importe: cents / 100 }, options))
    return Effect.map(pay, (payment) => {
      if (centsOf(payment.importe) !== cents || payment.factura_id !== id) {
        this.accuse(`the payment of ${id} was answered otherwise`)
      }
      known.cobrado += cents
      this.ledger.payments.set(payment.id, { invoice: id, cents })
      this.ledger.happened("payment.recorded", payment.id)
      if (known.cobrado < known.total) return
      known.estado = "paid"
      this.ledger.happened("invoice.paid", id)
    })
  }

  private deletePayment(): Deed {
    const ours = [...this.ledger.payments].filter(([, { invoice }]) => this.invoices.includes(invoice))
    const chosen = this.dice.one(ours)
    if (chosen === undefined) return this.draft()
    const [id, { cents, invoice }] = chosen
    return Effect.map(settled(this.dice, (options) => this.client.cobros.deletePayment({ id }, options)), () => {
      const known = this.known(invoice)
      known.cobrado -= cents
      if (known.cobrado < known.total) known.estado = "sent"
      this.ledger.payments.delete(id)
    })
  }

  private annul(id: string): Deed {
    const known = this.known(id)
    if (known.cobrado !== 0 || known.isRectified) return this.look(id)
    const body = { id, motivo: "Emitida por error" }
    return Effect.map(settled(this.dice, (options) => this.client.facturas.annulInvoice(body, options)), ({ estado }) => {
      if (estado !== "cancelled") this.accuse(`the annulment of ${id} was answered ${estado}`)
      known.estado = "cancelled"
      this.ledger.happened("invoice.cancelled", id)
      this.ledger.move(known.units, 1)
    })
  }

  /** Rectifies an invoice in full, by differences; when the draft is issued, its goods come back. */
  private rectify(id: string): Deed {
    const known = this.known(id)
    if (known.tipo === "rectificative" || known.isRectified) return this.look(id)
    known.isRectified = true
    const body = { id, motivo: "Error en el precio" }
    return Effect.map(settled(this.dice, (options) => this.client.facturas.rectifyInvoice(body, options)), (draft) => {
      if (centsOf(draft.total) !== -known.total) this.accuse(`the rectification of ${id} does not undo it`)
      this.enter(draft, known.contacto, new Map([...known.units].map(([product, units]) => [product, -units])))
    })
  }

  private spend(): Deed {
    const expenses = this.client.gastos
    return Effect.gen(this, function*() {
      const body = { base: this.dice.between(1, 99_999) / 100, referencia: `G-${this.dice.between(1, 99_999)}` }
      const { id } = yield* settled(this.dice, (options) => expenses.createExpense(body, options))
      this.ledger.expenses.set(id, { estado: "none" })
      this.ledger.happened("expense.created", id)
      if (this.dice.chance(0.5)) return
      yield* settled(this.dice, (options) => expenses.approveExpense({ id }, options))
      this.ledger.expenses.set(id, { estado: "approved" })
      this.ledger.happened("expense.approved", id)
    })
  }

  /** Creates a webhook for an event that never happens, rotates its secret, or deletes it. */
  private listen(): Deed {
    const { webhooks } = this.client
    const id = this.webhook
    if (id === undefined) {
      const body = { url: this.noticesUrl, sucesos: ["donation.received"] as const }
      return Effect.map(settled(this.dice, (options) => webhooks.createWebhook(body, options)), (made) => {
        if (!made.secreto.startsWith("whsec_")) this.accuse(`the webhook ${made.id} was answered without its secret`)
        this.webhook = made.id
        this.ledger.webhooks.add(made.id)
      })
    }
    if (this.dice.chance(0.6)) {
      return Effect.asVoid(settled(this.dice, (options) => webhooks.rotateWebhookSecret({ id }, options)))
    }
    return Effect.map(settled(this.dice, (options) => webhooks.deleteWebhook({ id }, options)), () => {
      this.webhook = undefined
      this.ledger.webhooks.delete(id)
    })
  }

  private send(id: string): Deed {
    const body = { id, para: ["compras@example.org"] }
    return Effect.map(settled(this.dice, (options) => this.client.correo.sendInvoice(body, options)), ({ encolado }) => {
      if (encolado !== this.isLive) this.accuse(`the letter of ${id} was answered encolado ${encolado}`)
      if (encolado) this.ledger.letters++
    })
  }

  /** Walks through the contacts: whatever is written meanwhile, none may be missed that exists from beginning to end. */
  private walk(): Deed {
    const before = [...this.ledger.contacts.keys()]
    const all = answered(() => Stream.runCollect(this.client.contactos.listContacts.all({ limite: 20 })))
    return Effect.map(all, (contacts) => {
      const seen = new Set([...contacts].map(({ id }) => id))
      if (seen.size !== contacts.length) this.accuse("a walk showed a contact twice")
      const missed = before.filter((id) => this.ledger.contacts.has(id) && !seen.has(id))
      if (missed.length > 0) this.accuse(`a walk missed ${missed.length} contacts, such as ${missed[0]}`)
    })
  }

  /** Reads an invoice: whatever was acknowledged has to be visible at once, in every process. */
  private look(id: string): Deed {
    const known = this.known(id)
    return Effect.map(answered(() => this.client.facturas.readInvoice({ id })), (invoice) => {
      const difference = differenceOf(invoice, known)
      if (difference !== undefined) this.accuse(`the invoice ${id} reads otherwise: ${difference}`)
    })
  }
}

/** The part of an invoice that the ledger knows. */
export interface ShownInvoice extends Drafted {
  readonly estado: string
  readonly numero: number | null
  readonly cobrado: number
  readonly verifactu: { readonly huella: string | null }
}

/** How an invoice differs from what was acknowledged; undefined when it does not. */
export const differenceOf = (shown: ShownInvoice, known: KnownInvoice): string | undefined => {
  const told = {
    estado: shown.estado,
    tipo: shown.tipo,
    serie: shown.serie,
    numero: shown.numero,
    huella: shown.verifactu.huella,
    total: centsOf(shown.total),
    cobrado: centsOf(shown.cobrado),
    notas: shown.notas,
  }
  const { cobrado, estado, huella, notas, numero, serie, tipo, total } = known
  const expected = { estado, tipo, serie, numero, huella, total, cobrado, notas }
  const [read, written] = [JSON.stringify(told), JSON.stringify(expected)]
  return read === written ? undefined : `${read} instead of ${written}`
}
