import type { AccessKey } from "../access/AccessKey.ts"
import type { ActivityEntry } from "../activity/ActivityEntry.ts"
import type { StoredCertificate } from "../certificates/StoredCertificate.ts"
import type { Contact } from "../contacts/Contact.ts"
import type { ContactUse } from "../contacts/ContactUse.ts"
import type { Deal } from "../deals/Deal.ts"
import type { StoredDelivery } from "../deliveries/Delivery.ts"
import type { Donation } from "../donations/Donation.ts"
import type { OutboxEvent } from "../events/OutboxEvent.ts"
import type { Expense } from "../expenses/Expense.ts"
import type { IdempotencyRecord } from "../idempotency/IdempotencyRecord.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import type { InvoiceCorrections } from "../invoices/InvoiceCorrections.ts"
import type { OutgoingMail } from "../mail/OutgoingMail.ts"
import type { Member, MemberBook, MemberNumber } from "../members/Member.ts"
import type { SeriesCounter } from "../numbering/seriesCounter.ts"
import type { Letterhead, Logo } from "../organizations/Letterhead.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { Payment } from "../payments/Payment.ts"
import type { Product, ProductSku } from "../products/Product.ts"
import type { PurchaseOrder } from "../purchases/PurchaseOrder.ts"
import type { ChainHead } from "../registry/ChainHead.ts"
import type { RecordVerdict } from "../registry/RecordVerdict.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import type { Store } from "../stores/Store.ts"
import type { StoreOrder } from "../stores/StoreOrder.ts"
import type { SubmissionState } from "../submission/SubmissionState.ts"
import type { Subscription } from "../subscriptions/Subscription.ts"
import type { RegistryVerification } from "../verification/RegistryVerification.ts"
import type { Webhook, WebhookCount } from "../webhooks/Webhook.ts"
import type { CompanyHead } from "./CompanyHead.ts"

/**
 * Everything that is stored, by table. A row is an immutable value with `organizationId` and `id`,
 * which together are its key in every adapter. It is plain data: JSON's, with bigints (`Decimal8`) and bytes (of a logo).
 */
export interface StoredRows {
  /** The row that makes one company one serial writer; written by the commit itself. */
  readonly head: CompanyHead
  readonly organization: Organization
  /** Logo files, each under the hash of its content: rows are never changed or removed. */
  readonly logo: Logo
  readonly letterhead: Letterhead
  readonly accessKey: AccessKey
  readonly contact: Contact
  readonly product: Product
  readonly productSku: ProductSku
  readonly expense: Expense
  readonly deal: Deal
  readonly store: Store
  /** Which orders became which invoices: rows are never changed or removed. */
  readonly storeOrder: StoreOrder
  readonly purchaseOrder: PurchaseOrder
  readonly member: Member
  readonly memberNumber: MemberNumber
  readonly memberBook: MemberBook
  readonly donation: Donation
  readonly subscription: Subscription
  readonly invoice: Invoice
  readonly payment: Payment
  readonly series: SeriesCounter
  readonly chainHead: ChainHead
  /** Append-only: rows are never changed or removed. */
  readonly registryRecord: RegistryRecord
  /** What the tax authority said of a record, which itself is never changed. */
  readonly recordVerdict: RecordVerdict
  readonly submissionState: SubmissionState
  readonly registryVerification: RegistryVerification
  readonly certificate: StoredCertificate
  readonly webhook: Webhook
  readonly webhookCount: WebhookCount
  readonly delivery: StoredDelivery
  readonly outgoingMail: OutgoingMail
  /** Append-only until fanned out. */
  readonly outboxEvent: OutboxEvent
  /** Append-only. */
  readonly activityEntry: ActivityEntry
  readonly idempotencyRecord: IdempotencyRecord
}

/** What commands can read: the stored rows, and two kinds of answers that adapters work out from them when they are loaded. */
export interface Tables extends StoredRows {
  readonly contactUse: ContactUse
  readonly invoiceCorrections: InvoiceCorrections
}

/** Any table that commands can read. */
export type TableName = keyof Tables

/** A table that is stored. */
export type StoredTableName = keyof StoredRows

/** A list of all stored tables; one that leaves any out does not compile. */
const everyTable = <const T extends ReadonlyArray<StoredTableName>>(names: StoredTableName extends T[number] ? T : never) => names

/** Every stored table, in the order in which rows are written: what is referred to comes first. */
export const tableNames = everyTable([
  "organization",
  "head",
  "logo",
  "letterhead",
  "accessKey",
  "contact",
  "product",
  "productSku",
  "expense",
  "deal",
  "store",
  "storeOrder",
  "purchaseOrder",
  "member",
  "memberNumber",
  "memberBook",
  "donation",
  "subscription",
  "series",
  "invoice",
  "payment",
  "chainHead",
  "registryRecord",
  "recordVerdict",
  "submissionState",
  "registryVerification",
  "certificate",
  "webhook",
  "webhookCount",
  "delivery",
  "outgoingMail",
  "outboxEvent",
  "activityEntry",
  "idempotencyRecord",
])

/** Names one row, whether or not it exists. */
export interface Key {
  readonly table: TableName
  readonly organizationId: OrganizationId
  readonly id: string
}

/** The key of a row. */
export const key = <T extends TableName>(table: T, organizationId: OrganizationId, id: string) =>
  ({ table, organizationId, id })

/** Names one row of a stored table. */
export interface StoredKey extends Key {
  readonly table: StoredTableName
}

/** A row together with the name of its table. */
export type TableRow<T extends TableName = TableName> = {
  readonly [K in T]: { readonly table: K; readonly row: Tables[K] }
}[T]

/** Rows by table; a table without rows may be left out. */
export type RowSet = { readonly [T in TableName]?: ReadonlyArray<Tables[T]> }

/**
 * What a commit does to one row. `before` is the stored version, undefined when there is none; `after` is the new one,
 * undefined when the row is removed (there is a stored one then). So adapters can tell inserts, updates and deletes apart.
 */
export interface Change<Row> {
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** What a commit does, by table. */
export type ChangeSet = { readonly [T in StoredTableName]: ReadonlyArray<Change<Tables[T]>> }
