import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Job, textOfName } from "../jobs/Job.ts"
import type { View } from "./Command.ts"
import { emptyRowMaps, type RowMap } from "./rowMaps.ts"
import type {
  Change,
  ChangeSet,
  Key,
  RowSet,
  StoredKey,
  StoredTableName,
  TableName,
  TableRow,
  Tables,
} from "./tables.ts"
import { tableNames } from "./tables.ts"

/**
 * The rows of one batch. They are loaded once and then replaced by each decision, so that a command sees the effects of
 * those before it. Mutable and short-lived: it belongs to a single transaction.
 */
export class Snapshot implements View {
  private readonly stored = emptyRowMaps()
  private readonly written = emptyRowMaps()
  /** Keys that have been loaded, whether or not there is a row. */
  private readonly loaded = new KeySet()
  /** Keys of rows that a decision has removed. */
  private readonly removed = new KeySet()
  private readonly jobs = new Map<string, Job>()

  /** Adds the answer to a load. A key without a row among `rows` is then known to have none. */
  add(keys: ReadonlyArray<Key>, rows: RowSet): void {
    for (const key of keys) this.loaded.add(key)
    for (const table of tableNames) this.addRows(table, rows[table])
    this.addRows("contactUse", rows.contactUse)
    this.addRows("invoiceCorrections", rows.invoiceCorrections)
  }

  private addRows<T extends TableName>(table: T, rows: ReadonlyArray<Tables[T]> | undefined): void {
    const stored: RowMap<T> = this.stored[table]
    for (const row of rows ?? []) stored.set(row)
  }

  has(table: TableName, organizationId: OrganizationId, id: string): boolean {
    return this.loaded.has(table, organizationId, id) || this.written[table].has(organizationId, id)
  }

  /** The keys among these that have not been loaded. */
  missing(keys: ReadonlyArray<Key>): ReadonlyArray<Key> {
    return keys.filter((key) => !this.has(key.table, key.organizationId, key.id))
  }

  get<T extends TableName>(table: T, organizationId: OrganizationId, id: string): Tables[T] | undefined {
    const written: RowMap<T> = this.written[table]
    const found = written.get(organizationId, id)
    if (found !== undefined) return found
    if (this.removed.has(table, organizationId, id)) return undefined
    const stored: RowMap<T> = this.stored[table]
    const row = stored.get(organizationId, id)
    if (row === undefined && !this.loaded.has(table, organizationId, id)) {
      throw new Error(`read without being declared: ${table}/${organizationId}/${id}`)
    }
    return row
  }

  /** Replaces a row by a new version. */
  put<T extends TableName>({ row, table }: TableRow<T>): void {
    this.set(table, row)
  }

  /** Like `put`, with the table and the row given separately. */
  set<T extends TableName>(table: T, row: Tables[T]): void {
    const written: RowMap<T> = this.written[table]
    written.set(row)
    this.removed.delete(table, row.organizationId, row.id)
  }

  /** Removes a row, which must have been loaded or written before. */
  remove(key: StoredKey): void {
    const { id, organizationId, table } = key
    if (!this.has(table, organizationId, id)) throw new Error(`removed without being declared: ${table}/${id}`)
    this.written[table].delete(organizationId, id)
    this.loaded.add(key)
    this.removed.add(key)
  }

  /** Adds a job; of several with the same kind and id only the earliest is kept. */
  putJob(job: Job): void {
    const name = textOfName(job)
    const present = this.jobs.get(name)
    if (present === undefined || job.due < present.due) this.jobs.set(name, job)
  }

  /** The jobs of all decisions together. */
  jobsPut(): ReadonlyArray<Job> {
    return [...this.jobs.values()]
  }

  /** The changes of all decisions together, one per row. */
  changes(): ChangeSet {
    return {
      organization: this.changesOf("organization"),
      head: this.changesOf("head"),
      logo: this.changesOf("logo"),
      letterhead: this.changesOf("letterhead"),
      accessKey: this.changesOf("accessKey"),
      contact: this.changesOf("contact"),
      product: this.changesOf("product"),
      productSku: this.changesOf("productSku"),
      expense: this.changesOf("expense"),
      deal: this.changesOf("deal"),
      store: this.changesOf("store"),
      storeOrder: this.changesOf("storeOrder"),
      purchaseOrder: this.changesOf("purchaseOrder"),
      member: this.changesOf("member"),
      memberNumber: this.changesOf("memberNumber"),
      memberBook: this.changesOf("memberBook"),
      donation: this.changesOf("donation"),
      subscription: this.changesOf("subscription"),
      series: this.changesOf("series"),
      invoice: this.changesOf("invoice"),
      payment: this.changesOf("payment"),
      chainHead: this.changesOf("chainHead"),
      registryRecord: this.changesOf("registryRecord"),
      recordVerdict: this.changesOf("recordVerdict"),
      submissionState: this.changesOf("submissionState"),
      registryVerification: this.changesOf("registryVerification"),
      certificate: this.changesOf("certificate"),
      webhook: this.changesOf("webhook"),
      webhookCount: this.changesOf("webhookCount"),
      delivery: this.changesOf("delivery"),
      outgoingMail: this.changesOf("outgoingMail"),
      outboxEvent: this.changesOf("outboxEvent"),
      activityEntry: this.changesOf("activityEntry"),
      idempotencyRecord: this.changesOf("idempotencyRecord"),
    }
  }

  private changesOf<T extends StoredTableName>(table: T): ReadonlyArray<Change<Tables[T]>> {
    const written: RowMap<T> = this.written[table]
    const stored: RowMap<T> = this.stored[table]
    const changes: Array<Change<Tables[T]>> = []
    for (const after of written) changes.push({ before: stored.get(after.organizationId, after.id), after })
    for (const before of stored) {
      if (this.removed.has(table, before.organizationId, before.id)) changes.push({ before, after: undefined })
    }
    return changes
  }
}

/** A set of keys, by table, company and id, as RowMap has rows. */
class KeySet {
  private readonly tables = new Map<TableName, Map<OrganizationId, Set<string>>>()

  has(table: TableName, organizationId: OrganizationId, id: string): boolean {
    return this.tables.get(table)?.get(organizationId)?.has(id) ?? false
  }

  add({ id, organizationId, table }: Key): void {
    const companies = this.tables.get(table) ?? new Map<OrganizationId, Set<string>>()
    this.tables.set(table, companies)
    const ids = companies.get(organizationId) ?? new Set()
    companies.set(organizationId, ids.add(id))
  }

  delete(table: TableName, organizationId: OrganizationId, id: string): void {
    this.tables.get(table)?.get(organizationId)?.delete(id)
  }
}
