import type { Job } from "../jobs/Job.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
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
 * The rows of one batch as they evolve: loaded once, then replaced by each decision, so that a command
 * sees the effects of those before it. Mutable and short-lived: it belongs to a single transaction.
 */
export class Snapshot implements View {
  private readonly stored = emptyRowMaps()
  private readonly written = emptyRowMaps()
  /** Keys that have been loaded, with or without a row. */
  private readonly loaded = new Set<string>()
  /** Keys of rows that are no more. */
  private readonly removed = new Set<string>()
  private readonly jobs = new Map<string, Job>()

  /** Takes in the answer to a load: keys without a row are thereby known to have none. */
  add(keys: ReadonlyArray<Key>, rows: RowSet): void {
    for (const { id, organizationId, table } of keys) this.loaded.add(`${table}/${nameOf(organizationId, id)}`)
    for (const table of tableNames) this.addRows(table, rows[table])
    this.addRows("contactUse", rows.contactUse)
    this.addRows("invoiceCorrections", rows.invoiceCorrections)
  }

  private addRows<T extends TableName>(table: T, rows: ReadonlyArray<Tables[T]> | undefined): void {
    const stored: RowMap<T> = this.stored[table]
    for (const row of rows ?? []) stored.set(nameOf(row.organizationId, row.id), row)
  }

  has(table: TableName, organizationId: OrganizationId, id: string): boolean {
    const name = nameOf(organizationId, id)
    return this.loaded.has(`${table}/${name}`) || this.written[table].has(name)
  }

  /** The keys among these that have not been loaded. */
  missing(keys: ReadonlyArray<Key>): ReadonlyArray<Key> {
    return keys.filter((key) => !this.has(key.table, key.organizationId, key.id))
  }

  get<T extends TableName>(table: T, organizationId: OrganizationId, id: string): Tables[T] | undefined {
    const name = nameOf(organizationId, id)
    const written: RowMap<T> = this.written[table]
    const found = written.get(name)
    if (found !== undefined) return found
    if (this.removed.has(`${table}/${name}`)) return undefined
    const stored: RowMap<T> = this.stored[table]
    const loaded = stored.get(name)
    if (loaded === undefined && !this.loaded.has(`${table}/${name}`)) {
      throw new Error(`read without being declared: ${table}/${name}`)
    }
    return loaded
  }

  /** Replaces a row by the version that a decision made of it. */
  put<T extends TableName>({ row, table }: TableRow<T>): void {
    this.set(table, row)
  }

  /** The same, table and row apart. */
  set<T extends TableName>(table: T, row: Tables[T]): void {
    const written: RowMap<T> = this.written[table]
    const name = nameOf(row.organizationId, row.id)
    written.set(name, row)
    this.removed.delete(`${table}/${name}`)
  }

  /** Takes a row away; it must have been loaded, or written before. */
  remove({ id, organizationId, table }: StoredKey): void {
    if (!this.has(table, organizationId, id)) throw new Error(`removed without being declared: ${table}/${id}`)
    const name = nameOf(organizationId, id)
    this.written[table].delete(name)
    this.loaded.add(`${table}/${name}`)
    this.removed.add(`${table}/${name}`)
  }

  /** Adds a job; of those of one kind and id the earliest stands for all. */
  putJob(job: Job): void {
    const name = `${job.kind}/${nameOf(job.organizationId, job.id)}`
    const present = this.jobs.get(name)
    if (present === undefined || job.due < present.due) this.jobs.set(name, job)
  }

  /** The jobs that all decisions together put. */
  jobsPut(): ReadonlyArray<Job> {
    return [...this.jobs.values()]
  }

  /** What all decisions together did: one change per row. */
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
    for (const [name, after] of written) changes.push({ before: stored.get(name), after })
    if (this.removed.size === 0) return changes
    for (const [name, before] of stored) {
      if (this.removed.has(`${table}/${name}`)) changes.push({ before, after: undefined })
    }
    return changes
  }
}

const nameOf = (organizationId: OrganizationId, id: string): string => `${organizationId}/${id}`
