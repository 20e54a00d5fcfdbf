import type { StoredDelivery } from "../../../core/deliveries/Delivery.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import type { Region } from "../../../core/tax/regions.ts"
import type { Fields } from "../requests/Fields.ts"
import { dayIn } from "./civil.ts"
import type { Document, DocumentKind, Party } from "./Document.ts"
import type { Expected, Judged, Told } from "./Expected.ts"
import { Shelf } from "./Shelf.ts"

/** What is known about a company from the start. */
export interface CompanyFacts {
  readonly organizationId: OrganizationId
  readonly nif: string
  readonly nombre: string
  readonly region: Region
}

export interface Payment {
  readonly id: string
  readonly factura_id: string
  /** Cents. */
  readonly importe: number
  readonly fecha: string
  readonly shown: Fields
}

/** A series of one kind of document. */
export interface Series {
  readonly last: number
  readonly tipo: Document["tipo"]
  readonly live: boolean
  readonly full: boolean
  readonly simplified: boolean
}

/** The key of a series: each kind of document has its own series, even under the same name. */
export const seriesName = (kind: DocumentKind, serie: string): string => `${kind} ${serie}`

/** A record of the chain. */
export interface Link {
  readonly id: string
  readonly factura_id: string
  readonly huella: string
  readonly generado: number
}

/** An e-mail that was queued. */
export interface Letter {
  readonly para: ReadonlyArray<string>
  readonly asunto: string
  readonly total: number
  /** Whether sending it was given up. */
  readonly failed: boolean
}

/** A subscription that becomes an invoice each period. */
export interface Subscription {
  readonly id: string
  /** What is shown of it, except for its next period. */
  readonly terms: Fields
  /** The mode of the key that created it. */
  readonly modo: "live" | "test"
  /** How many periods are done with: invoiced, or skipped. */
  readonly over: number
  /** The ids of its invoices, one per invoiced period, in order. */
  readonly invoices: ReadonlyArray<string>
  /** The last of them while it still has to be issued. */
  readonly pending: string | null
  /** Whether a worker paused it; then the periods that it missed are invoiced once it is resumed. */
  readonly isStopped: boolean
  /** Whether no pause by its owner, and no change of its dates, can have kept a period from being invoiced. */
  readonly isPlain: boolean
  readonly creado: string
}

/** A webhook subscription. Its places are positions in the order of everything that happened in the company. */
export interface KeptWebhook {
  readonly id: string
  /** What is shown of it, except for its health. */
  readonly terms: Fields
  /** Its earlier terms, oldest first, and the place up to which each held. */
  readonly former: ReadonlyArray<{ readonly terms: Fields; readonly until: number }>
  readonly activo: boolean
  readonly fallos: number
  /** The place of its creation. */
  readonly made: number
  /** The places where it was last switched on, its creation counting as such, and off; 0 for never. */
  readonly on: number
  readonly off: number
}

/** A delivery as it was last written. */
export interface KeptDelivery extends StoredDelivery {
  /** Position in the order of everything that happened in the company. */
  readonly place: number
}

/** An event that was not yet turned into deliveries. */
export interface Happened extends Told {
  readonly at: number
  /** Position in the order of everything that happened in the company. */
  readonly order: number
}

/** A second, simpler set of books of one company, kept by the auditor's own rules. */
export class Books {
  readonly contacts: Shelf<Fields>
  readonly products: Shelf<Fields>
  readonly expenses: Shelf<Fields>
  readonly documents: Shelf<Document>
  readonly payments: Shelf<Payment>
  readonly deals: Shelf<Fields>
  readonly purchases: Shelf<Fields>
  readonly members: Shelf<Fields>
  readonly donations: Shelf<Fields>
  readonly stores: Shelf<Fields>
  readonly subscriptions: Shelf<Subscription>
  readonly webhooks: Shelf<KeptWebhook>
  readonly series = new Map<string, Series>()
  /** Every number that a member ever had. */
  readonly memberNumbers = new Set<number>()
  /** Ids of documents made of orders, by the store and the id of the order there. */
  readonly storeOrders = new Map<string, string>()
  /** How often `subscription.invoiced` was emitted, by the invoice's id. */
  readonly invoicedTold = new Map<string, number>()
  readonly chain: Array<Link> = []
  readonly letters = new Map<string, Letter>()
  /** By id. */
  readonly deliveries = new Map<string, KeptDelivery>()
  /** By id. */
  readonly outbox = new Map<string, Happened>()
  /** The kind of each entry of the activity log, in order. */
  readonly entries: Array<string> = []
  /** What is wrong with the rows that were written. */
  readonly faults: Array<string> = []
  /** The instant of the last write. */
  lastInstant = 0
  private order = 0

  constructor(readonly company: CompanyFacts, commit: () => number) {
    this.contacts = new Shelf(commit)
    this.products = new Shelf(commit)
    this.expenses = new Shelf(commit)
    this.documents = new Shelf(commit)
    this.payments = new Shelf(commit)
    this.deals = new Shelf(commit)
    this.purchases = new Shelf(commit)
    this.members = new Shelf(commit)
    this.donations = new Shelf(commit)
    this.stores = new Shelf(commit)
    this.subscriptions = new Shelf(commit)
    this.webhooks = new Shelf(commit)
  }

  /** The next position in the order of everything that happens here. */
  nextPlace(): number {
    return ++this.order
  }

  /** Takes over a delivery as it was written. */
  keep(delivery: StoredDelivery): void {
    this.deliveries.set(delivery.id, { ...delivery, place: this.nextPlace() })
  }

  /** The civil day in the company's zone. */
  dayAt(at: number): string {
    return dayIn(this.company.region, at)
  }

  /** What a document shows of its customer: a draft shows the contact as it is now, any other as it was at the issue. */
  partyOf({ contact, lifecycle, party }: Document): Party | null {
    return lifecycle === "draft" ? this.present(contact) ?? party : party
  }

  /** The contact as a document shows it. */
  present(contact: string | null): Party | null {
    const facts = contact === null ? undefined : this.contacts.get(contact)
    return contact === null || facts === undefined ? null : partyOf(contact, facts)
  }
}

/** A contact as documents show it. */
export const partyOf = (id: string, { email, nif, nombre }: Fields): Party => ({
  id, nombre, nif: nif ?? null, email: email ?? null,
})

/** The rule of one operation: returns what it has to come to, and carries it out in the books. */
export type Judge = (books: Books, judged: Judged) => Expected
