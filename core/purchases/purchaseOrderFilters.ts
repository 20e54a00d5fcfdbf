import type { Schema } from "effect"
import { choiceFilter, dateFilter, textFilter } from "../pagination/filterKinds.ts"
import { PurchaseOrderState } from "./purchaseOrderState.ts"

/** The filters of the list of purchase orders; bounds are included. */
export const purchaseOrderFilters = {
  estado: choiceFilter(PurchaseOrderState, "En ese estado."),
  proveedor_id: textFilter("A ese proveedor, por su id."),
  fecha_desde: dateFilter("De ese día o posteriores."),
  fecha_hasta: dateFilter("De ese día o anteriores."),
}
export type PurchaseOrderFilters = Schema.Struct.Type<typeof purchaseOrderFilters>
