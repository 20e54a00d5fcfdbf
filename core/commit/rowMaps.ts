import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { TableName, Tables } from "./tables.ts"

/**
 * The rows of one table by company and then by id. With one map, by a name made of both, that name would have to be put
 * together and hashed at each look.
 */
export class RowMap<T extends TableName> {
  private readonly companies = new Map<OrganizationId, Map<string, Tables[T]>>()

  get(organizationId: OrganizationId, id: string): Tables[T] | undefined {
    return this.companies.get(organizationId)?.get(id)
  }

  has(organizationId: OrganizationId, id: string): boolean {
    return this.companies.get(organizationId)?.has(id) ?? false
  }

  /** Adds the row, or replaces the one with the same key. */
  set(row: Tables[T]): void {
    const { id, organizationId } = row
    const rows = this.companies.get(organizationId)
    if (rows === undefined) this.companies.set(organizationId, new Map([[id, row]]))
    else rows.set(id, row)
  }

  delete(organizationId: OrganizationId, id: string): void {
    this.companies.get(organizationId)?.delete(id)
  }

  /** The rows of a company, in the order in which they were added. */
  of(organizationId: OrganizationId): Iterable<Tables[T]> {
    return this.companies.get(organizationId)?.values() ?? []
  }

  /** All rows, company by company. */
  *[Symbol.iterator](): Iterator<Tables[T]> {
    for (const rows of this.companies.values()) yield* rows.values()
  }
}

/** Rows of every table. */
export type RowMaps = { readonly [T in TableName]: RowMap<T> }

/** No rows of any table. */
export const emptyRowMaps = (): RowMaps => ({
  organization: new RowMap(),
  head: new RowMap(),
  logo: new RowMap(),
  letterhead: new RowMap(),
  accessKey: new RowMap(),
  contact: new RowMap(),
  contactUse: new RowMap(),
  product: new RowMap(),
  productSku: new RowMap(),
  expense: new RowMap(),
  deal: new RowMap(),
  store: new RowMap(),
  storeOrder: new RowMap(),
  purchaseOrder: new RowMap(),
  member: new RowMap(),
  memberNumber: new RowMap(),
  memberBook: new RowMap(),
  donation: new RowMap(),
  subscription: new RowMap(),
  series: new RowMap(),
  invoice: new RowMap(),
  invoiceCorrections: new RowMap(),
  payment: new RowMap(),
  chainHead: new RowMap(),
  registryRecord: new RowMap(),
  recordVerdict: new RowMap(),
  submissionState: new RowMap(),
  registryVerification: new RowMap(),
  certificate: new RowMap(),
  webhook: new RowMap(),
  webhookCount: new RowMap(),
  delivery: new RowMap(),
  outgoingMail: new RowMap(),
  outboxEvent: new RowMap(),
  activityEntry: new RowMap(),
  idempotencyRecord: new RowMap(),
})
