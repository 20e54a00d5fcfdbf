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
  letters = 0
  /** How often each event has to be told, by its name and the id of what it is about. */
  readonly events = new Map<string, number>()

  happened(suceso: string, id: string): void {
    const event = `${suceso} ${id}`
    this.events.set(event, (this.events.get(event) ?? 0) + 1)
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
