import { Context, type Effect } from "effect"
import type { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import type { Storage, TransactionFailure } from "../../../core/ports/Storage.ts"

/**
 * A connection of the host's that is inside of a transaction: node-postgres' own clients are such. Of any other driver
 * it takes a function that sends one statement, with its values, over that connection: texts, numbers and booleans, one
 * for each `$1`, `$2`.
 */
export interface HostConnection {
  readonly query: (text: string, values: Array<HostValue>) => PromiseLike<HostRows>
}

/** A value of a statement. */
export type HostValue = string | number | boolean | null

/** Rows as objects by column: the list itself, or under `rows`. */
export type HostRows = ReadonlyArray<unknown> | { readonly rows: ReadonlyArray<unknown> }

/** What takes part in a transaction of the host's: all of it happens when the host commits, or none. */
export interface JoinedTransaction {
  /** Reads see the transaction; `transact` neither begins nor commits. */
  readonly storage: Storage["Type"]
  /** Decides one command at a time, each once: conflicts are the host's to meet, by rolling back and starting anew. */
  readonly commit: GroupCommit["Type"]
  /**
   * Holds companies against every other writer until the host's transaction ends, in the order of their ids: for a
   * transaction that writes to several, before its first command.
   */
  readonly lock: (organizationIds: ReadonlyArray<OrganizationId>) => Effect.Effect<void, TransactionFailure>
}

/** Joins transactions that the host has begun on connections of its own, to the same database. */
export class HostTransactions extends Context.Tag("talonario/HostTransactions")<HostTransactions, {
  readonly join: (connection: HostConnection) => JoinedTransaction
}>() {}
