import type { AccessKey } from "../access/AccessKey.ts"
import type { ActivityEntry } from "../activity/ActivityEntry.ts"
import type { Contact } from "../contacts/Contact.ts"
import type { OutboxEvent } from "../events/OutboxEvent.ts"
import type { IdempotencyRecord } from "../idempotency/IdempotencyRecord.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import type { SeriesCounter } from "../numbering/seriesCounter.ts"
import type { Organization, OrganizationId } from "../organizations/Organization.ts"
import type { ChainHead } from "../registry/ChainHead.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import type { CompanyHead } from "./CompanyHead.ts"

/**
 * Everything that is stored, by table. A row is an immutable value with `organizationId` and `id`,
 * which together are its key in every adapter.
 */
export interface Tables {
  /** The row that makes one company one serial writer; written by the commit itself. */
  readonly head: CompanyHead
  readonly organization: Organization
  readonly accessKey: AccessKey
  readonly contact: Contact
  readonly invoice: Invoice
  readonly series: SeriesCounter
  readonly chainHead: ChainHead
  /** Append-only: rows are never changed or removed. */
  readonly registryRecord: RegistryRecord
  /** Append-only until fanned out. */
  readonly outboxEvent: OutboxEvent
  /** Append-only. */
  readonly activityEntry: ActivityEntry
  readonly idempotencyRecord: IdempotencyRecord
}

export type TableName = keyof Tables

/** Every table, in the order in which rows are written: what is referred to comes first. */
export const tableNames = [
  "organization",
  "head",
  "accessKey",
  "contact",
  "series",
  "invoice",
  "chainHead",
  "registryRecord",
  "outboxEvent",
  "activityEntry",
  "idempotencyRecord",
] as const satisfies ReadonlyArray<TableName>

/** Names one row, present or not. */
export interface Key {
  readonly table: TableName
  readonly organizationId: OrganizationId
  readonly id: string
}

/** Names a row by table, organization and id. */
export const key = (table: TableName, organizationId: OrganizationId, id: string): Key => ({ table, organizationId, id })

/** A row together with the name of its table. */
export type TableRow<T extends TableName = TableName> = {
  readonly [K in T]: { readonly table: K; readonly row: Tables[K] }
}[T]

/** Rows by table; a table without rows may be left out. */
export type RowSet = { readonly [T in TableName]?: ReadonlyArray<Tables[T]> }

/**
 * What a commit does to one row: `before` is the stored version (undefined when there is none), `after` the
 * new one. Adapters tell insert from update by `before`.
 */
export interface Change<Row> {
  readonly before: Row | undefined
  readonly after: Row
}

/** What a commit does, by table. */
export type ChangeSet = { readonly [T in TableName]: ReadonlyArray<Change<Tables[T]>> }
