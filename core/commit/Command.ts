import { Either } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { EventBody } from "../events/OutboxEvent.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Job } from "../jobs/Job.ts"
import type { Refusal } from "../refusals/refusal.ts"
import type { Key, StoredKey, TableName, TableRow, Tables } from "./tables.ts"

/** The rows that a command declared, as they stand when it is its turn. */
export interface View {
  /** The row, or undefined when there is none. Throws when the command did not declare the key: that is a bug. */
  readonly get: <T extends TableName>(table: T, organizationId: OrganizationId, id: string) => Tables[T] | undefined
  /** True when the row has been loaded, present or not: `reads` may then look at it to name further rows. */
  readonly has: (table: TableName, organizationId: OrganizationId, id: string) => boolean
}

/** For `reads`: the row, once it has been loaded; undefined before that, and when there is none. */
export const loaded = <T extends TableName>(
  view: View,
  table: T,
  organizationId: OrganizationId,
  id: string,
): Tables[T] | undefined => (view.has(table, organizationId, id) ? view.get(table, organizationId, id) : undefined)

/** What a decision may use besides its input and the view: time, identifiers and order, all given. */
export interface Supply {
  /** The instant of the decision; never earlier than that of the company's previous write. */
  readonly now: Instant
  /**
   * What the clock says, even when that is earlier than `now`. Civil days come from it, so that a single write under a wrong
   * clock does not shift the days of all later ones.
   */
  readonly clock: Instant
  /** A fresh identifier: 32 lower-case hex digits. */
  readonly id: () => string
  /** The next place in the company's order of creations and changes. */
  readonly sequence: () => number
}

/** What a command answers and changes when it is carried out. All of it happens, or nothing does. */
export interface Decision<A> {
  readonly result: A
  /** New versions of rows; a later one of the same key replaces an earlier one. */
  readonly rows: ReadonlyArray<TableRow>
  /** Rows to be deleted. They go first: a row with the same key among `rows` is then written anew. */
  readonly removed?: ReadonlyArray<StoredKey>
  readonly events: ReadonlyArray<EventBody>
  /** What workers are to look at, and when by the clock. Events need no job here: the commit adds one for them. */
  readonly jobs?: ReadonlyArray<Job>
}

/** A decision that changes nothing. */
export const unchanged = <A>(result: A): Decision<A> => ({ result, rows: [], events: [] })

/**
 * A write, as a value: what it reads, and a pure, synchronous function that decides. After a conflict it is decided
 * again on fresh rows; only the last decision counts.
 */
export interface Command<A> {
  /** The company whose rows it writes; every row of the decision belongs to it. */
  readonly organizationId: OrganizationId
  /**
   * The rows it needs, as far as it can name them yet. It is called again after each load until it names nothing new, so
   * one row may lead to the next (an invoice, then its contact).
   */
  readonly reads: (view: View) => ReadonlyArray<Key>
  readonly decide: (view: View, supply: Supply) => Either.Either<Decision<A>, Refusal>
}

/** The same command with another result, made from its own. */
export const mapResult = <A, B>(command: Command<A>, make: (result: A) => B): Command<B> => ({
  ...command,
  decide: (view, supply) =>
    Either.map(command.decide(view, supply), (decision) => ({ ...decision, result: make(decision.result) })),
})
