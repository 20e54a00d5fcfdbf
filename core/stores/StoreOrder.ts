import { Schema } from "effect"
import { key } from "../commit/tables.ts"
import { InvoiceInput, LineInput, rateIssues } from "../drafts/invoiceInput.ts"
import { besideItsParts, list, text } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { invoiceLinesMax } from "../invoices/roomForLines.ts"

/** An order of a store that was imported. It outlives its store and its invoice, as an order is imported only once. */
export interface StoreOrder {
  readonly organizationId: OrganizationId
  /** The store's id, a blank, and the store's own id for the order. Ids of stores contain no blank. */
  readonly id: string
  readonly factura_id: string
}

/** The key of an order, by the store's own id for it. */
export const storeOrderKey = (organizationId: OrganizationId, storeId: string, external: string) =>
  key("storeOrder", organizationId, `${storeId} ${external}`)

/** What may be sent of an order's draft: everything but its number, and what would make it another kind of document. */
const drafted = InvoiceInput.from.omit("tipo_documento", "numero", "facturas_sustituidas", "lineas")

/** The body that imports an order (decisions, section 2): the store's own id for it, and the contents of a draft. */
export const StoreOrderInput = Schema.Struct({
  referencia_externa: text({ min: 1, max: 120 }),
  ...drafted.fields,
  lineas: list(LineInput, invoiceLinesMax, 1),
}).pipe(Schema.filter(rateIssues, besideItsParts)).annotations({ identifier: "PedidoDeTiendaNuevo" })
export type StoreOrderInput = typeof StoreOrderInput.Type
