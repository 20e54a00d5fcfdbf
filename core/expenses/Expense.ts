import { Schema } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import { amount, dateOrDateTime, decimal6, nullableText, optional, text, wholeNumber } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { LineClass } from "../invoices/Invoice.ts"
import { type Cents, centsToNumber } from "../money/cents.ts"
import { type Decimal6, decimal6ToNumber } from "../money/decimal.ts"
import { ApprovalState } from "./approval.ts"

/** An invoice received from a supplier (contract, section 2.4). */
export interface Expense {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly proveedor_id: string | null
  /** The supplier's name, as it was when the supplier was last set. */
  readonly proveedor: string | null
  readonly referencia: string | null
  readonly categoria: string | null
  readonly clase: LineClass | null
  readonly fecha: CivilDate
  readonly base: Cents
  /** Tax rate in percent. */
  readonly tipo_iva: Decimal6
  readonly cuota_iva: Cents
  /** Withholding in whole percent. It does not enter the total (decisions, section 2, "Expenses"). */
  readonly irpf: number
  readonly total: Cents
  readonly pagado: boolean
  readonly notas: string | null
  readonly estado_aprobacion: ApprovalState
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}

const omissible = {
  proveedor_id: optional(text({ max: 40 })),
  referencia: optional(text({ max: 60 })),
  categoria: optional(text({ max: 120 })),
  clase: optional(LineClass),
  fecha: optional(dateOrDateTime),
  tipo_iva: optional(decimal6({ min: 0, max: 100 })),
  irpf: optional(wholeNumber(0, 100)),
  pagado: optional(Schema.Boolean),
  notas: optional(text({ max: 5000 })),
}

/** What a new expense is made of (contract, section 2.4). The base is negative for a supplier's credit note. */
export const ExpenseInput = Schema.Struct({ ...omissible, base: amount() }).annotations({ identifier: "GastoNuevo" })
export type ExpenseInput = typeof ExpenseInput.Type

/** Changes to an expense; null resets a property to null or to its default. `base` has neither and refuses null. */
export const ExpensePatch = Schema.Struct({ ...omissible, base: Schema.optionalWith(amount(), { exact: true }) })
  .annotations({ identifier: "GastoCambios" })
export type ExpensePatch = typeof ExpensePatch.Type

/** The expense as the contract shows it (section 2.4); every key always present, amounts in units of money, not cents. */
export const ExpenseResource = Schema.Struct({
  id: Schema.String,
  proveedor_id: nullableText,
  proveedor: nullableText,
  referencia: nullableText,
  categoria: nullableText,
  clase: Schema.NullOr(LineClass),
  fecha: Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } }),
  base: Schema.Number,
  tipo_iva: Schema.Number,
  cuota_iva: Schema.Number,
  irpf: Schema.Int,
  total: Schema.Number,
  pagado: Schema.Boolean,
  notas: nullableText,
  estado_aprobacion: ApprovalState,
  creado: Schema.String,
}).annotations({ identifier: "Gasto" })
export type ExpenseResource = typeof ExpenseResource.Type

/** The expense as the contract shows it. `fecha` is a date-time there: midnight UTC of the day. */
export const expenseResource = (expense: Expense): ExpenseResource => ({
  id: expense.id,
  proveedor_id: expense.proveedor_id,
  proveedor: expense.proveedor,
  referencia: expense.referencia,
  categoria: expense.categoria,
  clase: expense.clase,
  fecha: `${expense.fecha}T00:00:00.000Z`,
  base: centsToNumber(expense.base),
  tipo_iva: decimal6ToNumber(expense.tipo_iva),
  cuota_iva: centsToNumber(expense.cuota_iva),
  irpf: expense.irpf,
  total: centsToNumber(expense.total),
  pagado: expense.pagado,
  notas: expense.notas,
  estado_aprobacion: expense.estado_aprobacion,
  creado: isoInstant(expense.creado),
})
