import type { StoredDelivery } from "../../../core/deliveries/Delivery.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import type { Region } from "../../../core/tax/regions.ts"
import type { Fields } from "../requests/Fields.ts"
import { dayIn } from "./civil.ts"
import type { Document, DocumentKind, Party } from "./Document.ts"
import type { Expected, Judged, Told } from "./Expected.ts"
import { Shelf } from "./Shelf.ts"

/** What is known of a company from the start. */
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

/** Each kind of document counts its series for itself. */
export const seriesName = (kind: DocumentKind, serie: string): string => `${kind} ${serie}`

/** A record of the chain. */
export interface Link {
  readonly id: string
  readonly factura_id: string
  readonly huella: string
  readonly generado: number
}

/** A letter that was queued. */
export interface Letter {
  readonly para: ReadonlyArray<string>
  readonly asunto: string
  readonly total: number
  /** Whether it was given up. */
  readonly failed: boolean
}

/** A subscription that becomes an invoice each period. */
export interface Subscription {
  readonly id: string
  /** What is shown of it but for its next period. */
  readonly terms: Fields
  /** Of the key that made it. */
  readonly modo: "live" | "test"
  /** Periods that are over with: invoiced, or passed over. */
  readonly over: number
  /** What its periods became, one each, in their order. */
  readonly invoices: ReadonlyArray<string>
  /** The last of them, while it is still to be issued. */
  readonly pending: string | null
  /** Whether a worker paused it: what it could not invoice is made up for once it is resumed. */
  readonly isStopped: boolean
  /** Whether nobody ever kept a period from being invoiced: neither by a pause nor by other days. */
  readonly isPlain: boolean
  readonly creado: string
}

/** A webhook, and what it asks for. */
export interface KeptWebhook {
  readonly id: string
  /** What is shown of it but for its health. */
  readonly terms: Fields
  /** What it said before, oldest first, and until which place. */
  readonly former: ReadonlyArray<{ readonly terms: Fields; readonly until: number }>
  readonly activo: boolean
  readonly fallos: number
  /** Places among all that happened in the company. */
  readonly made: number
  /** When it was last switched on, as it is from the start, and off (0: never). */
  readonly on: number
  readonly off: number
}

/** A delivery as it was last written. */
export interface KeptDelivery extends StoredDelivery {
  /** When it was, among all that happened in the company. */
  readonly place: number
}

/** An event that was not turned into deliveries yet. */
export interface Happened extends Told {
  readonly at: number
  /** Place among all that happened in the company. */
  readonly order: number
}

/** A second, dumber set of books of one company, kept by the auditor's own rules. */
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
  /** Documents of orders, by the store and the id that the order has there. */
  readonly storeOrders = new Map<string, string>()
  /** How often an invoice was told to be a subscription's. */
  readonly invoicedTold = new Map<string, number>()
  readonly chain: Array<Link> = []
  readonly letters = new Map<string, Letter>()
  /** By id. */
  readonly deliveries = new Map<string, KeptDelivery>()
  /** By id. */
  readonly outbox = new Map<string, Happened>()
  /** Kinds of all entries of the activity log. */
  readonly entries: Array<string> = []
  /** What was found wrong in what was written. */
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

  /** The next place among all that happens here. */
  nextPlace(): number {
    return ++this.order
  }

  /** Takes over a delivery as it was written. */
  keep(delivery: StoredDelivery): void {
    this.deliveries.set(delivery.id, { ...delivery, place: this.nextPlace() })
  }

  /** The civil day of the company. */
  dayAt(at: number): string {
    return dayIn(this.company.region, at)
  }

  /** What a document shows of its customer: a draft the contact as it is, any other what it was. */
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

/** The rule of one operation: what has to come of it; it also does so in the books. */
export type Judge = (books: Books, judged: Judged) => Expected
