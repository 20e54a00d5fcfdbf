import type { Schema } from "effect"
import { booleanFilter, choiceFilter, dateFilter, searchFilter, textFilter } from "../pagination/filterKinds.ts"
import { ApprovalState } from "./approval.ts"

/** The filters of the list of expenses (decisions, section 2, "Expenses"); bounds are included. */
export const expenseFilters = {
  proveedor_id: textFilter("De ese proveedor, por su id."),
  categoria: textFilter("De esa categoría exacta."),
  pagado: booleanFilter("Solo los pagados, o solo los que no lo están."),
  estado_aprobacion: choiceFilter(ApprovalState, "En ese estado de aprobación."),
  fecha_desde: dateFilter("De ese día o posteriores."),
  fecha_hasta: dateFilter("De ese día o anteriores."),
  buscar: searchFilter("referencia, proveedor o categoría"),
}
export type ExpenseFilters = Schema.Struct.Type<typeof expenseFilters>
