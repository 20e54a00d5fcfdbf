import type { TableName, Tables } from "./tables.ts"

/** Rows of one table under a name made of their key. */
export type RowMap<T extends TableName> = Map<string, Tables[T]>

/** Rows of every table. */
export type RowMaps = { readonly [T in TableName]: RowMap<T> }

/** No rows of any table. */
export const emptyRowMaps = (): RowMaps => ({
  organization: new Map(),
  head: new Map(),
  logo: new Map(),
  letterhead: new Map(),
  accessKey: new Map(),
  contact: new Map(),
  contactUse: new Map(),
  product: new Map(),
  productSku: new Map(),
  expense: new Map(),
  series: new Map(),
  invoice: new Map(),
  invoiceCorrections: new Map(),
  payment: new Map(),
  chainHead: new Map(),
  registryRecord: new Map(),
  recordVerdict: new Map(),
  submissionState: new Map(),
  registryVerification: new Map(),
  certificate: new Map(),
  webhook: new Map(),
  webhookCount: new Map(),
  delivery: new Map(),
  outgoingMail: new Map(),
  outboxEvent: new Map(),
  activityEntry: new Map(),
  idempotencyRecord: new Map(),
})
