import { Schema } from "effect"
import { key } from "../commit/tables.ts"
import { InvoiceInput, LineInput } from "../drafts/invoiceInput.ts"
import { list, text } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { invoiceLinesMax } from "../invoices/roomForLines.ts"

/** An order of a store that became an invoice. It stays when its store or its invoice go: it is imported once, for good. */
export interface StoreOrder {
  readonly organizationId: OrganizationId
  /** Of the store and, after a blank, of the order in it: identifiers of stores hold no blank. */
  readonly id: string
  readonly factura_id: string
}

/** Names the order of a store by the id that the store gave it. */
export const storeOrderKey = (organizationId: OrganizationId, storeId: string, external: string) =>
  key("storeOrder", organizationId, `${storeId} ${external}`)

/** What a store may say of the draft of its order: all but what makes it another document, and its number. */
const drafted = InvoiceInput.from.omit("tipo_documento", "numero", "facturas_sustituidas", "lineas")

/** An order as it is sent (decisions, section 2): the id that its store gave it, and what a draft is made of. */
export const StoreOrderInput = Schema.Struct({
  referencia_externa: text({ min: 1, max: 120 }),
  ...drafted.fields,
  lineas: list(LineInput, invoiceLinesMax, 1),
}).annotations({ identifier: "PedidoDeTiendaNuevo" })
export type StoreOrderInput = typeof StoreOrderInput.Type
