import type { OrganizationId } from "../organizations/Organization.ts"
import type { View } from "./Command.ts"
import type { ChangeSet, Change, Key, RowSet, TableName, TableRow, Tables } from "./tables.ts"
import { tableNames } from "./tables.ts"

/** Rows of one table by key; a key with undefined is known to have no row. */
type RowsByKey<T extends TableName> = Map<string, Tables[T] | undefined>

type RowsByTable = { readonly [T in TableName]: RowsByKey<T> }

/**
 * The rows of one batch as they evolve: loaded once, then replaced by each decision, so that a command
 * sees the effects of those before it. Mutable and short-lived: it belongs to a single transaction.
 */
export class Snapshot implements View {
  private readonly stored = emptyRows()
  private readonly written = emptyRows()

  /** Takes in the answer to a load: keys without a row are thereby known to have none. */
  add(keys: ReadonlyArray<Key>, rows: RowSet): void {
    for (const { id, organizationId, table } of keys) this.stored[table].set(nameOf(organizationId, id), undefined)
    for (const table of tableNames) this.addRows(table, rows[table])
  }

  private addRows<T extends TableName>(table: T, rows: ReadonlyArray<Tables[T]> | undefined): void {
    const stored: RowsByKey<T> = this.stored[table]
    for (const row of rows ?? []) stored.set(nameOf(row.organizationId, row.id), row)
  }

  has(table: TableName, organizationId: OrganizationId, id: string): boolean {
    const name = nameOf(organizationId, id)
    return this.stored[table].has(name) || this.written[table].has(name)
  }

  /** The keys among these that have not been loaded. */
  missing(keys: ReadonlyArray<Key>): ReadonlyArray<Key> {
    return keys.filter((key) => !this.has(key.table, key.organizationId, key.id))
  }

  get<T extends TableName>(table: T, organizationId: OrganizationId, id: string): Tables[T] | undefined {
    const name = nameOf(organizationId, id)
    const written: RowsByKey<T> = this.written[table]
    const stored: RowsByKey<T> = this.stored[table]
    if (!this.has(table, organizationId, id)) throw new Error(`read without being declared: ${table}/${name}`)
    return written.get(name) ?? stored.get(name)
  }

  /** Replaces a row by the version that a decision made of it. */
  put<T extends TableName>({ row, table }: TableRow<T>): void {
    const written: RowsByKey<T> = this.written[table]
    written.set(nameOf(row.organizationId, row.id), row)
  }

  /** What all decisions together did: one change per row. */
  changes(): ChangeSet {
    return {
      organization: this.changesOf("organization"),
      head: this.changesOf("head"),
      accessKey: this.changesOf("accessKey"),
      contact: this.changesOf("contact"),
      series: this.changesOf("series"),
      invoice: this.changesOf("invoice"),
      chainHead: this.changesOf("chainHead"),
      registryRecord: this.changesOf("registryRecord"),
      outboxEvent: this.changesOf("outboxEvent"),
      activityEntry: this.changesOf("activityEntry"),
      idempotencyRecord: this.changesOf("idempotencyRecord"),
    }
  }

  private changesOf<T extends TableName>(table: T): ReadonlyArray<Change<Tables[T]>> {
    const written: RowsByKey<T> = this.written[table]
    const stored: RowsByKey<T> = this.stored[table]
    const changes: Array<Change<Tables[T]>> = []
    for (const [name, after] of written) if (after !== undefined) changes.push({ before: stored.get(name), after })
    return changes
  }
}

const nameOf = (organizationId: OrganizationId, id: string): string => `${organizationId}/${id}`

const emptyRows = (): RowsByTable => ({
  organization: new Map(),
  head: new Map(),
  accessKey: new Map(),
  contact: new Map(),
  series: new Map(),
  invoice: new Map(),
  chainHead: new Map(),
  registryRecord: new Map(),
  outboxEvent: new Map(),
  activityEntry: new Map(),
  idempotencyRecord: new Map(),
})
