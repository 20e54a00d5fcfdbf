import { Either } from "effect"
import { type Command, loaded, type Supply, unchanged, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { draftInvoice } from "../drafts/draftInvoice.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { isIdentifier } from "../identifiers/uuid7.ts"
import { invoiceResource, type InvoiceResource, withoutLines } from "../invoices/invoiceResource.ts"
import { shownInvoice, shownInvoiceKeys } from "../invoices/shownInvoice.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { conflict, notFound, type Refusal } from "../refusals/refusal.ts"
import { civilDateIn } from "../tax/regions.ts"
import { storeResource } from "./Store.ts"
import { type StoreOrder, type StoreOrderInput, storeOrderKey } from "./StoreOrder.ts"

/** The invoice of an order; `first` is false when the order had been imported before. */
export interface ImportedOrder {
  readonly invoice: InvoiceResource
  readonly first: boolean
}

/**
 * Makes the draft of an order, like `draftInvoice`, and notes it under the order's own id; emits `invoice.created` and
 * `store.order.imported` (decisions, section 2). For an order that was imported before it writes nothing and results in its
 * invoice as it stands, whatever else was sent. Refuses what `draftInvoice` refuses, a new order for a paused store, and an
 * order whose draft was deleted.
 */
export const importStoreOrder = (
  organizationId: OrganizationId,
  storeId: string,
  { referencia_externa, ...contents }: StoreOrderInput,
): Command<ImportedOrder> => {
  const draft = draftInvoice(organizationId, contents)
  const own = storeOrderKey(organizationId, storeId, referencia_externa)
  return {
    organizationId,
    reads: (view) => [
      organizationKey(organizationId),
      key("store", organizationId, storeId),
      // Text in the place of an id may contain characters that no key can be made of.
      ...(isIdentifier(storeId) ? [own] : []),
      ...invoiceKeys(view, loaded(view, "storeOrder", organizationId, own.id)),
      ...draft.reads(view),
    ],
    decide: (view, supply) => {
      const store = view.get("store", organizationId, storeId)
      if (store === undefined) return Either.left(notFound("la tienda"))
      const order = view.get("storeOrder", organizationId, own.id)
      if (order !== undefined) {
        return Either.map(presentInvoice(view, order, supply), (invoice) => unchanged({ invoice, first: false }))
      }
      if (store.estado === "paused") return Either.left(pausedStore)

      return Either.map(draft.decide(view, supply), (decision) => {
        const { result: invoice } = decision
        const row: StoreOrder = { organizationId, id: own.id, factura_id: invoice.id }
        return {
          ...decision,
          result: { invoice, first: true },
          rows: [...decision.rows, { table: "storeOrder", row }],
          events: [
            ...decision.events,
            { suceso: "store.order.imported", datos: { tienda: storeResource(store), factura: withoutLines(invoice) } },
          ],
        }
      })
    },
  }
}

const pausedStore = conflict("tienda_pausada", "La tienda está pausada y no admite pedidos.")

/** The rows that show the invoice of an order that was imported before. */
const invoiceKeys = (view: View, order: StoreOrder | undefined) =>
  order === undefined ? [] : shownInvoiceKeys(view, order.organizationId, order.factura_id)

/** The invoice of an order as it is now. */
const presentInvoice = (
  view: View,
  { factura_id, organizationId }: StoreOrder,
  supply: Supply,
): Either.Either<InvoiceResource, Refusal> => {
  const invoice = shownInvoice(view, organizationId, factura_id)
  if (invoice === undefined) {
    return Either.left(conflict("pedido_importado", "El pedido ya se importó, y el borrador de su factura se borró."))
  }
  const today = civilDateIn(presentOrganization(view, organizationId).region_fiscal, supply.clock)
  return Either.right(invoiceResource(invoice, today))
}
