/** What was acknowledged about a contact. */
export interface KnownContact {
  telefono: string | null
  /** Whether documents name it, so that it cannot be deleted. */
  isUsed: boolean
}

/** What was acknowledged about an invoice; amounts in cents. */
export interface KnownInvoice {
  estado: "draft" | "sent" | "paid" | "cancelled"
  tipo: "invoice" | "rectificative"
  serie: string
  numero: number | null
  huella: string | null
  total: number
  cobrado: number
  notas: string | null
  readonly contacto: string | null
  /** Units of each product on its lines. */
  units: ReadonlyMap<string, number>
  isRectified: boolean
}

/** The part of a draft that the ledger keeps. */
export interface Drafted {
  readonly id: string
  readonly notas: string | null
  readonly serie: string
  readonly tipo: "invoice" | "rectificative"
  readonly total: number
}

/** What was acknowledged about a subscription: what its invoices, all of them due, have to be. */
export interface KnownSubscription {
  /** A series that no other invoices have. */
  readonly serie: string
  readonly periods: number
  readonly emitir: boolean
  readonly cents: number
  readonly contacto: string
  readonly units: ReadonlyMap<string, number>
}

/** The price of each product without tax, in euros. */
export const productPrice = 12.5

/** What the clients of one company were told: exactly what its books must hold. */
export class Ledger {
  readonly contacts = new Map<string, KnownContact>()
  readonly invoices = new Map<string, KnownInvoice>()
  /** By id; amounts in cents. */
  readonly payments = new Map<string, { readonly invoice: string; readonly cents: number }>()
  /** By id. */
  readonly products = new Map<string, { stock: number }>()
  readonly expenses = new Map<string, { estado: "none" | "approved" }>()
  readonly webhooks = new Set<string>()
  readonly subscriptions = new Map<string, KnownSubscription>()
  readonly purchaseOrders = new Map<string, { readonly estado: "ordered" | "received" }>()
  readonly stores = new Set<string>()
  /** The draft that each order became, by the store and the order's own id. */
  readonly storeOrders = new Map<string, string>()
  letters = 0
  /** How often each event has to be delivered, by its name and the id of what it is about. */
  readonly events = new Map<string, number>()

  happened(suceso: string, id: string): void {
    const event = `${suceso} ${id}`
    this.events.set(event, (this.events.get(event) ?? 0) + 1)
  }

  /** Enters a new draft. */
  enter({ id, notas, serie, tipo, total }: Drafted, contacto: string | null, units: ReadonlyMap<string, number>): KnownInvoice {
    const known: KnownInvoice = {
      estado: "draft",
      tipo,
      serie,
      numero: null,
      huella: null,
      total: centsOf(total),
      cobrado: 0,
      notas,
      contacto,
      units,
      isRectified: false,
    }
    this.invoices.set(id, known)
    this.happened("invoice.created", id)
    return known
  }

  /** Notes that a draft was issued, and its goods left. */
  issued(id: string, known: KnownInvoice, numero: number | null, huella: string | null): void {
    known.estado = "sent"
    known.numero = numero
    known.huella = huella
    this.happened("invoice.issued", id)
    this.move(known.units, -1)
  }

  /** Moves goods out or in; each product that is moved makes an event. */
  move(units: ReadonlyMap<string, number>, sign: 1 | -1): void {
    for (const [id, moved] of units) {
      const product = this.products.get(id)
      if (product === undefined || moved === 0) continue
      product.stock += sign * moved
      this.happened("product.updated", id)
    }
  }
}

/** The cents of an amount of the HTTP interface. */
export const centsOf = (amount: number): number => Math.round(amount * 100)
