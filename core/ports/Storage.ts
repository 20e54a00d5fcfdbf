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

/** The store does not answer. Nothing was written. The driver's error is in the log. */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable") {
  override readonly message = "the storage does not answer; nothing was written (why is in the log)"
}

/** The store went away while committing and could not be asked afterwards: written or not, nobody knows. */
export class StorageOutcomeUnknown extends Data.TaggedError("StorageOutcomeUnknown") {
  override readonly message = "the storage went away while committing; whether it was written is not known"
}

/** How a transaction fails; after `StorageOutcomeUnknown` it may have been committed. */
export type TransactionFailure = StorageConflict | StorageUnavailable | StorageOutcomeUnknown

/** What a transaction starts with: the companies it holds and the rows it needs at once. */
export interface Opening {
  readonly organizationIds: ReadonlyArray<OrganizationId>
  readonly keys: ReadonlyArray<Key>
  /** Told, once or more, when its answer is waited for: time to do something else. */
  readonly asked?: () => void
}

/** Reads further rows inside the transaction; rows that do not exist are simply not among the answer. */
export type Load = (keys: ReadonlyArray<Key>) => Effect.Effect<RowSet, TransactionFailure>

/** What the body of a transaction wants written, and what it answers once that is committed. */
export interface Outcome<A> {
  readonly changes: ChangeSet
  /** Put into the queue by the same commit (core/ports/Queue.ts). */
  readonly jobs?: ReadonlyArray<Job>
  readonly value: A
}

/** The tables whose rows are listed, each row with its place in the company's order. */
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
  /** In the order of the chain. */
  readonly registryRecord: Tables["registryRecord"]
}

/** A table whose rows are listed. */
export type ListedTable = keyof ListedRows

/**
 * A table whose rows are kept for some time only: deliveries and letters from when they were settled, answers from
 * `creado`.
 */
export type PrunedTable = "delivery" | "outgoingMail" | "idempotencyRecord"

/** One page of a list, rows in the asked order. */
export interface PageQuery<T extends ListedTable> {
  readonly organizationId: OrganizationId
  readonly orden: ListOrder
  /** Place (`placeIn`) of the last row already seen, or null from the start. */
  readonly after: number | null
  readonly limit: number
  readonly conditions: ReadonlyArray<Condition<keyof ListedRows[T] & string>>
  /** Nobody asks for the total, which may be 0 then: it would cost a look at every row that the conditions let through. */
  readonly uncounted?: true
}

/** Some rows of a list, in its order. */
export interface Page<R> {
  readonly rows: ReadonlyArray<R>
  /** Exact count of all rows that the conditions let through. */
  readonly total: number
  /** Whether the very same rows may come again, so that what is made of them is worth keeping. */
  readonly recurring?: boolean
}

/** A stored row that is none of ours any more: somebody else wrote in it. */
export interface UnreadableRow {
  /** Its place in the chain; null where even that cannot be read, or it has none. */
  readonly orden: number | null
  /** Empty where it has none. */
  readonly huella: string
}

/** What the check of a company's registry reads, all as of one moment, whatever is written meanwhile. */
export interface RegistrySnapshot {
  /** The next records of the chain after a place in it, by `orden`, then `id`. */
  readonly records: (
    after: Pick<RegistryRecord, "orden" | "id"> | null,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<Either.Either<RegistryRecord, UnreadableRow>>, StorageUnavailable>
  /** Null before the first record. */
  readonly chainHead: Effect.Effect<Either.Either<ChainHead | null, UnreadableRow>, StorageUnavailable>
  /** Invoices by their ids; missing ones are left out. */
  readonly invoices: (
    ids: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyMap<string, Either.Either<Invoice, UnreadableRow>>, StorageUnavailable>
  /** How many invoices say that they have a record. */
  readonly registeredInvoices: Effect.Effect<number, StorageUnavailable>
  /** The first invoice that names as its own the huella of no alta of it; null for none. Looks at every invoice. */
  readonly unrecordedInvoice: Effect.Effect<Pick<RegistryRecord, "id" | "huella"> | null, StorageUnavailable>
  /** `orden` of the last record that left for the tax authority, or was answered; 0 for none. */
  readonly sentThrough: Effect.Effect<number, StorageUnavailable>
  /** The company itself; null where it is gone. */
  readonly organization: Effect.Effect<Either.Either<Organization | null, UnreadableRow>, StorageUnavailable>
}

/**
 * Where everything is kept. Promises: a transaction holds its companies against every other writer, in every
 * process, from before its first read until its end; it is written whole or not at all; what was acknowledged
 * stays. Reads outside transactions see committed data only. A method that is given an organization reaches no other's
 * rows; `accessKeyByFingerprint`, `accessKeyById`, `organizations`, `companies` and `expired` are given none and look
 * through all. Time limits are the adapter's: what never answers holds up every write of its companies.
 */
export class Storage extends Context.Tag("talonario/Storage")<
  Storage,
  {
    /**
     * Locks the companies (in the order of their ids), also one of which there is no row yet, loads the opening keys,
     * runs the body, applies its changes and commits. The body must not wait for anything but `load`. It runs once per
     * call: retrying is the caller's.
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
    /** Several rows by their keys; missing ones are left out. */
    readonly findMany: (keys: ReadonlyArray<Key>) => Effect.Effect<RowSet, StorageUnavailable>
    /** The access key with the fingerprint (SHA-256, lower-case hex), of any organization. */
    readonly accessKeyByFingerprint: (fingerprint: string) => Effect.Effect<Option.Option<AccessKey>, StorageUnavailable>
    /** An access key by its id, of any organization: only for the account owner's own administration. */
    readonly accessKeyById: (id: string) => Effect.Effect<Option.Option<AccessKey>, StorageUnavailable>
    /** Every access key of a company, oldest first. */
    readonly accessKeys: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<AccessKey>, StorageUnavailable>
    /** Every company, oldest first: only for administration. */
    readonly organizations: Effect.Effect<ReadonlyArray<Organization>, StorageUnavailable>
    /** Ids, in their order, of which there is an organization, the head of a chain or a record: only for verification. */
    readonly companies: Effect.Effect<ReadonlyArray<OrganizationId>, StorageUnavailable>
    /** A page of a list. What never changes is in the order of its creation also by `modificado`. */
    readonly page: <T extends ListedTable>(
      table: T,
      query: PageQuery<T>,
    ) => Effect.Effect<Page<ListedRows[T]>, StorageUnavailable>
    /** Events of a company that were not fanned out yet: the first by their identifiers, in the order of `sequence`. */
    readonly outbox: (
      organizationId: OrganizationId,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<OutboxEvent>, StorageUnavailable>
    /** Pending deliveries of a webhook, due or not, in the order of their `proximo_intento`. */
    readonly waiting: (
      organizationId: OrganizationId,
      webhookId: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<StoredDelivery>, StorageUnavailable>
    /** Reads as of one moment; nothing is locked. */
    readonly snapshot: <A, E, R>(
      organizationId: OrganizationId,
      read: (snapshot: RegistrySnapshot) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /** Rows of every company that were finished before `before`, oldest first: only for pruning. */
    readonly expired: (
      table: PrunedTable,
      before: Instant,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<StoredKey>, StorageUnavailable>
    /** Succeeds when the store answers. */
    readonly ping: Effect.Effect<void, StorageUnavailable>
  }
>() {}
