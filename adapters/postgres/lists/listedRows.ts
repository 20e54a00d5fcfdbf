import type { ListedRows, ListedTable } from "../../../core/ports/Storage.ts"
import { layoutOf } from "../tables/fields.ts"
import { listedInvoice } from "../tables/invoiceColumns.ts"
import { snakeCase } from "../tables/StoredTable.ts"
import { storedTables } from "../tables/storedTables.ts"
import { type Packing, packing } from "./packing.ts"

/** The fields of an invoice that lists show. */
export const listedInvoiceLayout = layoutOf(listedInvoice, snakeCase)

/** How lists read the rows of each table: all fields, but of invoices. */
export const listedRows: { readonly [T in ListedTable]: Packing<ListedRows[T]> } = {
  contact: packing(storedTables.contact.layout),
  product: packing(storedTables.product.layout),
  expense: packing(storedTables.expense.layout),
  deal: packing(storedTables.deal.layout),
  store: packing(storedTables.store.layout),
  purchaseOrder: packing(storedTables.purchaseOrder.layout),
  member: packing(storedTables.member.layout),
  donation: packing(storedTables.donation.layout),
  subscription: packing(storedTables.subscription.layout),
  invoice: packing(listedInvoiceLayout),
  payment: packing(storedTables.payment.layout),
  webhook: packing(storedTables.webhook.layout),
  delivery: packing(storedTables.delivery.layout),
  activityEntry: packing(storedTables.activityEntry.layout),
  registryRecord: packing(storedTables.registryRecord.layout),
}
