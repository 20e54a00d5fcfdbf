import type { CivilDate } from "../calendar/civilDate.ts"
import type { Instant } from "../calendar/instant.ts"
import type { LineClass } from "../invoices/Invoice.ts"
import type { Cents } from "../money/cents.ts"
import type { Decimal6 } from "../money/decimal.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { ApprovalState } from "./approval.ts"

/** An invoice received (contract, section 2.4). Amounts in cents. */
export interface Expense {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly proveedor_id: string | null
  /** Name of the supplier when it was last chosen. */
  readonly proveedor: string | null
  readonly referencia: string | null
  readonly categoria: string | null
  readonly clase: LineClass | null
  readonly fecha: CivilDate
  readonly base: Cents
  /** Percent. */
  readonly tipo_iva: Decimal6
  readonly cuota_iva: Cents
  /** Withholding: whole percent. */
  readonly irpf: number
  readonly total: Cents
  readonly pagado: boolean
  readonly notas: string | null
  readonly estado_aprobacion: ApprovalState
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}
