import type { Schema } from "effect"
import { PaymentForm } from "../invoices/Invoice.ts"
import { choiceFilter, dateFilter, textFilter } from "../pagination/filterKinds.ts"

/** The filters of the list of payments (decisions, "Payments"); bounds are included. */
export const paymentFilters = {
  factura_id: textFilter("De esa factura, por su id."),
  fecha_desde: dateFilter("De ese día o posteriores."),
  fecha_hasta: dateFilter("De ese día o anteriores."),
  forma_pago: choiceFilter(PaymentForm, "Cobrados de esa forma."),
}
export type PaymentFilters = Schema.Struct.Type<typeof paymentFilters>
