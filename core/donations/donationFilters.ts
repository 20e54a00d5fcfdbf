import type { Schema } from "effect"
import { PaymentForm } from "../invoices/Invoice.ts"
import { choiceFilter, dateFilter, textFilter } from "../pagination/filterKinds.ts"

/** The filters of the list of donations; bounds are included. */
export const donationFilters = {
  socio_id: textFilter("De ese socio, por su id."),
  contacto_id: textFilter("De ese contacto, por su id."),
  forma_pago: choiceFilter(PaymentForm, "Recibidos de esa forma."),
  fecha_desde: dateFilter("De ese día o posteriores."),
  fecha_hasta: dateFilter("De ese día o anteriores."),
}
export type DonationFilters = Schema.Struct.Type<typeof donationFilters>
