import { Context, Data, type Effect, type Option } from "effect"
import type { AccessKey } from "../access/AccessKey.ts"
import type { Instant } from "../calendar/instant.ts"
import type { ChangeSet, Key, RowSet, StoredTableName, Tables } from "../commit/tables.ts"
import type { ListedInvoice } from "../invoices/Invoice.ts"
import type { Organization, OrganizationId } from "../organizations/Organization.ts"
import type { Condition } from "../pagination/listConditions.ts"
import type { ListOrder } from "../pagination/listOrder.ts"

/** Another writer won the race (serialization failure, deadlock, lock timeout). Nothing was written; try again. */
export class StorageConflict extends Data.TaggedError("StorageConflict") {}

/** The store does not answer. Nothing was written. The driver's error is in the log. */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable") {}

/** The store went away while committing and could not be asked afterwards: written or not, nobody knows. */
export class StorageOutcomeUnknown extends Data.TaggedError("StorageOutcomeUnknown") {}

export type TransactionFailure = StorageConflict | StorageUnavailable | StorageOutcomeUnknown

/** What a transaction starts with: the companies it holds and the rows it needs at once. */
export interface Opening {
  readonly organizationIds: ReadonlyArray<OrganizationId>
  readonly keys: ReadonlyArray<Key>
}

/** Reads further rows inside the transaction; rows that do not exist are simply not among the answer. */
export type Load = (keys: ReadonlyArray<Key>) => Effect.Effect<RowSet, TransactionFailure>

/** What the body of a transaction wants written, and what it answers once that is committed. */
export interface Outcome<A> {
  readonly changes: ChangeSet
  readonly value: A
}

/** The tables whose rows are listed, each row with its place in the company's order. */
export interface ListedRows {
  readonly contact: Tables["contact"]
  readonly product: Tables["product"]
  readonly expense: Tables["expense"]
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

/** The tables whose rows wait for something to be done, each until its `proximo_intento`. */
export interface DueRows {
  readonly outgoingMail: Tables["outgoingMail"]
  readonly delivery: Tables["delivery"]
}

/** A table whose rows fall due. */
export type DueTable = keyof DueRows

/** One page of a list, rows in the asked order. */
export interface PageQuery<T extends ListedTable> {
  readonly organizationId: OrganizationId
  readonly orden: ListOrder
  /** Place of the last row already seen, or null from the start. */
  readonly after: number | null
  readonly limit: number
  readonly conditions: ReadonlyArray<Condition<keyof ListedRows[T] & string>>
}

export interface Page<R> {
  readonly rows: ReadonlyArray<R>
  /** Exact count of all rows that the conditions let through. */
  readonly total: number
}

/**
 * Where everything is kept. Promises: a transaction holds its companies against every other writer, in every
 * process, from before its first read until its end; it is written whole or not at all; what was acknowledged
 * stays. Reads outside transactions see committed data only. A method that is given an organization reaches no other's
 * rows; `accessKeyByFingerprint`, `accessKeyById`, `organizations` and `due` are given none and look through all.
 */
export class Storage extends Context.Tag("talonario/Storage")<
  Storage,
  {
    /**
     * Locks the companies (in the order of their ids), loads the opening keys, runs the body, applies its changes
     * and commits. The body must not wait for anything but `load`. It runs once per call: retrying is the caller's.
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
    /** A page of a list. What never changes is in the order of its creation also by `modificado`. */
    readonly page: <T extends ListedTable>(
      table: T,
      query: PageQuery<T>,
    ) => Effect.Effect<Page<ListedRows[T]>, StorageUnavailable>
    /** Waiting rows of every company that are due, the longest waiting first: only for workers. */
    readonly due: <T extends DueTable>(
      table: T,
      now: Instant,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<DueRows[T]>, StorageUnavailable>
    /** Succeeds when the store answers. */
    readonly ping: Effect.Effect<void, StorageUnavailable>
  }
>() {}
