import { Context, type Effect } from "effect"
import type { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import type { Storage, TransactionFailure } from "../../../core/ports/Storage.ts"

/**
 * A connection of the host's that is inside of a transaction. A client of node-postgres is one as it is; for any other driver
 * the host writes `query`, which sends one statement over that connection, with a value for each `$1`, `$2`.
 */
export interface HostConnection {
  readonly query: (text: string, values: Array<HostValue>) => PromiseLike<HostRows>
}

/** A value of a statement. */
export type HostValue = string | number | boolean | null

/** Rows as objects by column: the list itself, or under `rows`. */
export type HostRows = ReadonlyArray<unknown> | { readonly rows: ReadonlyArray<unknown> }

/** Our part in a transaction of the host's: all of it happens when the host commits, or none. */
export interface JoinedTransaction {
  /** Reads see what the transaction has written; `transact` neither begins nor commits. */
  readonly storage: Storage["Type"]
  /** Decides one command at a time, and each of them once. After a conflict the host rolls back and starts anew. */
  readonly commit: GroupCommit["Type"]
  /**
   * Locks companies against every other writer until the host's transaction ends, in the order of their ids. A transaction
   * that writes to several companies calls it before its first command.
   */
  readonly lock: (organizationIds: ReadonlyArray<OrganizationId>) => Effect.Effect<void, TransactionFailure>
}

/** Joins transactions that the host has begun on connections of its own, to the same database. */
export class HostTransactions extends Context.Tag("talonario/HostTransactions")<HostTransactions, {
  readonly join: (connection: HostConnection) => JoinedTransaction
}>() {}
