import { Context, Data, type Effect, type Either, type Option } from "effect"
import type { AccessKey } from "../access/AccessKey.ts"
import type { Instant } from "../calendar/instant.ts"
import type { ChangeSet, Key, RowSet, StoredKey, StoredTableName, Tables } from "../commit/tables.ts"
import type { StoredDelivery } from "../deliveries/Delivery.ts"
import type { OutboxEvent } from "../events/OutboxEvent.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice, ListedInvoice } from "../invoices/Invoice.ts"
import type { Job } from "../jobs/Job.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { ListOrder } from "../pagination/listOrder.ts"
import type { ChainHead } from "../registry/ChainHead.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import type { Condition } from "./listConditions.ts"

/** Another writer won the race (serialization failure, deadlock, lock timeout). Nothing was written; try again. */
export class StorageConflict extends Data.TaggedError("StorageConflict") {
  override readonly message = "another writer won the race; nothing was written"
}

/** The storage does not answer. Nothing was written. The driver's error is in the log. */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable") {
  override readonly message = "the storage does not answer; nothing was written (why is in the log)"
}

/** The storage went away while committing and could not be asked afterwards, so it is not known whether it wrote. */
export class StorageOutcomeUnknown extends Data.TaggedError("StorageOutcomeUnknown") {
  override readonly message = "the storage went away while committing; whether it was written is not known"
}

/** How a transaction fails. After `StorageOutcomeUnknown` it may have been committed all the same. */
export type TransactionFailure = StorageConflict | StorageUnavailable | StorageOutcomeUnknown

/** Tells a transaction's failure from whatever else a command may fail with, such as a refusal. */
export const isTransactionFailure = <E>(failure: E): failure is Extract<E, TransactionFailure> =>
  failure instanceof StorageConflict || failure instanceof StorageUnavailable || failure instanceof StorageOutcomeUnknown

/** What a transaction starts with: the companies that it locks, and the first rows that it needs. */
export interface Opening {
  readonly organizationIds: ReadonlyArray<OrganizationId>
  readonly keys: ReadonlyArray<Key>
  /** Called, once or more, when the transaction begins to wait for an answer: there is time then to do something else. */
  readonly asked?: () => void
}

/** Reads more rows inside the transaction. Rows that do not exist are missing in the answer. */
export type Load = (keys: ReadonlyArray<Key>) => Effect.Effect<RowSet, TransactionFailure>

/** What the body of a transaction wants to be written, and the value to be answered once that is committed. */
export interface Outcome<A> {
  readonly changes: ChangeSet
  /** Jobs that the same commit puts into the queue (core/ports/Queue.ts). */
  readonly jobs?: ReadonlyArray<Job>
  readonly value: A
}

/** The tables whose rows can be listed, with what a list reads of a row. */
export interface ListedRows {
  readonly contact: Tables["contact"]
  readonly product: Tables["product"]
  readonly expense: Tables["expense"]
  readonly deal: Tables["deal"]
  readonly store: Tables["store"]
  readonly purchaseOrder: Tables["purchaseOrder"]
  readonly member: Tables["member"]
  readonly donation: Tables["donation"]
  readonly subscription: Tables["subscription"]
  readonly invoice: ListedInvoice
  readonly payment: Tables["payment"]
  readonly webhook: Tables["webhook"]
  readonly delivery: Tables["delivery"]
  readonly activityEntry: Tables["activityEntry"]
  /** Listed in the order of the chain. */
  readonly registryRecord: Tables["registryRecord"]
}

/** A table whose rows are listed. */
export type ListedTable = keyof ListedRows

/**
 * A table whose rows are removed after some time (retention/prune.ts), which runs from `settled` for deliveries and letters, and
 * from `creado` for answers kept for their Idempotency-Key.
 */
export type PrunedTable = "delivery" | "outgoingMail" | "idempotencyRecord"

/** The request for a page of rows, in an order. */
export interface PageQuery<T extends ListedTable> {
  readonly organizationId: OrganizationId
  readonly orden: ListOrder
  /** Place (`placeIn`) of the last row of the page before; null for the first page. */
  readonly after: number | null
  readonly limit: number
  readonly conditions: ReadonlyArray<Condition<keyof ListedRows[T] & string>>
  /** The total is not needed and may be 0: to count costs a look at every row that meets the conditions. */
  readonly uncounted?: true
}

/** A page of rows, in the order of the request. */
export interface Page<R> {
  readonly rows: ReadonlyArray<R>
  /** Whether more rows follow although these are fewer than `limit`, since together they would be too long. One comes in any case. */
  readonly cut?: boolean
  /** How many rows meet the conditions; exact, unless `uncounted`. */
  readonly total: number
  /** Whether later pages may hold the very same objects, so that it is worth keeping what was made of them. */
  readonly recurring?: boolean
}

/** A stored row that cannot be read, because somebody other than this software changed it. */
export interface UnreadableRow {
  /** Its place in the chain; null if it has none, or even that cannot be read. */
  readonly orden: number | null
  /** Empty if it has none. */
  readonly huella: string
}

/** What the verification of a company's registry reads, all as of one moment, whatever is written meanwhile. */
export interface RegistrySnapshot {
  /** The next records of the chain after a record, ordered by `orden`, then `id`; null for the first ones. */
  readonly records: (
    after: Pick<RegistryRecord, "orden" | "id"> | null,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<Either.Either<RegistryRecord, UnreadableRow>>, StorageUnavailable>
  /** The head of the chain; null before the first record. */
  readonly chainHead: Effect.Effect<Either.Either<ChainHead | null, UnreadableRow>, StorageUnavailable>
  /** The invoices with these ids; those that do not exist are left out. */
  readonly invoices: (
    ids: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyMap<string, Either.Either<Invoice, UnreadableRow>>, StorageUnavailable>
  /** How many invoices claim to have a record. */
  readonly registeredInvoices: Effect.Effect<number, StorageUnavailable>
  /** The first invoice that claims a huella which no alta of it has; null if there is none. Looks at every invoice. */
  readonly unrecordedInvoice: Effect.Effect<Pick<RegistryRecord, "id" | "huella"> | null, StorageUnavailable>
  /** `orden` of the last record that was sent to the tax authority, or answered by it; 0 for none. */
  readonly sentThrough: Effect.Effect<number, StorageUnavailable>
  /** The company itself; null if it is gone. */
  readonly organization: Effect.Effect<Either.Either<Organization | null, UnreadableRow>, StorageUnavailable>
}

/**
 * Where everything is kept. Promises: a transaction locks its companies against every other writer, in all processes, from
 * before its first read until its end; it is written as a whole or not at all; and what was acknowledged stays. Reads outside
 * transactions see only committed data. A method that takes a company never reaches another's rows;
 * `accessKeyByFingerprint`, `accessKeyById`, `organizations`, `companies` and `expired` take none and look at all of them. Time
 * limits are up to the adapter, and it must have some: a transaction that never ends holds up every write of its companies.
 */
export class Storage extends Context.Tag("talonario/Storage")<
  Storage,
  {
    /**
     * Locks the companies in the order of their ids, even those that have no row yet; loads the keys of the opening, runs the
     * body, applies its changes and commits. The body must wait for nothing but `load`. It runs once for each call: to try
     * again is up to the caller.
     */
    readonly transact: <A, E>(
      opening: Opening,
      body: (rows: RowSet, load: Load) => Effect.Effect<Outcome<A>, E>,
    ) => Effect.Effect<A, E | TransactionFailure>
    /** One row by its key. */
    readonly find: <T extends StoredTableName>(
      table: T,
      organizationId: OrganizationId,
      id: string,
    ) => Effect.Effect<Option.Option<Tables[T]>, StorageUnavailable>
    /** Several rows by their keys; those that do not exist are left out. */
    readonly findMany: (keys: ReadonlyArray<Key>) => Effect.Effect<RowSet, StorageUnavailable>
    /** The access key with the fingerprint (SHA-256, lower-case hex), of any company. */
    readonly accessKeyByFingerprint: (fingerprint: string) => Effect.Effect<Option.Option<AccessKey>, StorageUnavailable>
    /** An access key by its id, of any company: only for the account owner's own administration. */
    readonly accessKeyById: (id: string) => Effect.Effect<Option.Option<AccessKey>, StorageUnavailable>
    /** All access keys of a company, oldest first. */
    readonly accessKeys: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<AccessKey>, StorageUnavailable>
    /** All companies, oldest first: only for administration. */
    readonly organizations: Effect.Effect<ReadonlyArray<Organization>, StorageUnavailable>
    /** All ids, in order, that have an organization, the head of a chain or a record: only for verification. */
    readonly companies: Effect.Effect<ReadonlyArray<OrganizationId>, StorageUnavailable>
    /** A page of a list. For rows that never change, `modificado` is the order of creation, newest first. */
    readonly page: <T extends ListedTable>(
      table: T,
      query: PageQuery<T>,
    ) => Effect.Effect<Page<ListedRows[T]>, StorageUnavailable>
    /** Events of a company for which no deliveries were made yet: those with the lowest ids, in the order of `sequence`. */
    readonly outbox: (
      organizationId: OrganizationId,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<OutboxEvent>, StorageUnavailable>
    /**
     * Pending deliveries of a webhook, due or not, in the order of their `proximo_intento`: fewer than `limit` if together they
     * would be too long, but one in any case.
     */
    readonly waiting: (
      organizationId: OrganizationId,
      webhookId: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<StoredDelivery>, StorageUnavailable>
    /** Reads a company's registry as of one moment, without locking anything. */
    readonly snapshot: <A, E, R>(
      organizationId: OrganizationId,
      read: (snapshot: RegistrySnapshot) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /** Rows of all companies whose time (`PrunedTable`) began before `before`, oldest first: only for pruning. */
    readonly expired: (
      table: PrunedTable,
      before: Instant,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<StoredKey>, StorageUnavailable>
    /** Succeeds if the storage answers. */
    readonly ping: Effect.Effect<void, StorageUnavailable>
  }
>() {}
