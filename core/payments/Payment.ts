import type { CivilDate } from "../calendar/civilDate.ts"
import type { Instant } from "../calendar/instant.ts"
import type { PaymentForm } from "../invoices/Invoice.ts"
import type { Cents } from "../money/cents.ts"
import type { OrganizationId } from "../organizations/Organization.ts"

/** An amount collected against an invoice (decisions, "Payments"), in cents of the invoice's currency. */
export interface Payment {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly factura_id: string
  readonly importe: Cents
  readonly fecha: CivilDate
  readonly forma_pago: PaymentForm | null
  readonly referencia: string | null
  readonly notas: string | null
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}
