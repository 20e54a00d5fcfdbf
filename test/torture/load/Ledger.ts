/** What was acknowledged of a contact. */
export interface KnownContact {
  telefono: string | null
  /** Invoices name it. */
  isUsed: boolean
}

/** What was acknowledged of an invoice; amounts in cents. */
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

/** As much of a draft as is entered. */
export interface Drafted {
  readonly id: string
  readonly notas: string | null
  readonly serie: string
  readonly tipo: "invoice" | "rectificative"
  readonly total: number
}

/** What was acknowledged of a subscription: what its invoices have to be, all of them due. */
export interface KnownSubscription {
  /** Of no other invoices. */
  readonly serie: string
  readonly periods: number
  readonly emitir: boolean
  readonly cents: number
  readonly contacto: string
  readonly units: ReadonlyMap<string, number>
}

/** Without tax, of each product; in euros. */
export const productPrice = 12.5

/** What one company's clients were told, and nothing else: what the books must hold, no more and no less. */
export class Ledger {
  readonly contacts = new Map<string, KnownContact>()
  readonly invoices = new Map<string, KnownInvoice>()
  /** Cents, by id. */
  readonly payments = new Map<string, { readonly invoice: string; readonly cents: number }>()
  /** Stock, by id. */
  readonly products = new Map<string, { stock: number }>()
  readonly expenses = new Map<string, { estado: "none" | "approved" }>()
  readonly webhooks = new Set<string>()
  readonly subscriptions = new Map<string, KnownSubscription>()
  readonly purchaseOrders = new Map<string, { readonly estado: "ordered" | "received" }>()
  readonly stores = new Set<string>()
  /** The draft that each order became, by the store and the order's own id. */
  readonly storeOrders = new Map<string, string>()
  letters = 0
  /** How often each event has to be told, by its name and the id of what it is about. */
  readonly events = new Map<string, number>()

  happened(suceso: string, id: string): void {
    const event = `${suceso} ${id}`
    this.events.set(event, (this.events.get(event) ?? 0) + 1)
  }

  /** A draft that came to be; amounts of it are known by its total. */
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

  /** A draft that was issued, whose goods leave. */
  issued(id: string, known: KnownInvoice, numero: number | null, huella: string | null): void {
    known.estado = "sent"
    known.numero = numero
    known.huella = huella
    this.happened("invoice.issued", id)
    this.move(known.units, -1)
  }

  /** Goods leave, or come back; each product that is moved tells of it. */
  move(units: ReadonlyMap<string, number>, sign: 1 | -1): void {
    for (const [id, moved] of units) {
      const product = this.products.get(id)
      if (product === undefined || moved === 0) continue
      product.stock += sign * moved
      this.happened("product.updated", id)
    }
  }
}

/** Cents of an amount as the interface writes it. */
export const centsOf = (amount: number): number => Math.round(amount * 100)
