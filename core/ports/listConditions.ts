import type { CivilDate } from "../calendar/civilDate.ts"
import type { InvoiceStatus } from "../invoices/status.ts"

/** A value with which a field is compared: a text (dates are texts), a number or a boolean. */
export type ListValue = string | number | boolean

/** One condition of a list. A row is listed if it meets all of them. Fields are those of the stored row. */
export type Condition<Field extends string> =
  | { readonly kind: "equals"; readonly field: Field; readonly value: ListValue }
  /** The field is at least (`from`) or at most (`to`) the value. A field that is null is neither. */
  | { readonly kind: "from" | "to"; readonly field: Field; readonly value: string | number }
  /** The field is a list that has the value. */
  | { readonly kind: "holds"; readonly field: Field; readonly value: string }
  /** Every word is part of a word of the row's search text (`searchTexts`, `matchesWords`). */
  | { readonly kind: "search"; readonly words: ReadonlyArray<string> }
  /** The document has this status as of today (`statusOf`). */
  | { readonly kind: "status"; readonly estado: InvoiceStatus; readonly today: CivilDate }
  /** The product's `stock` is below its `stock_minimo`. */
  | { readonly kind: "below_minimum" }
  /** The member has a `baja`, or has none. */
  | { readonly kind: "leaves"; readonly has: boolean }
  /** The document is a rectification of this invoice. */
  | { readonly kind: "rectifies"; readonly factura_id: string }
  /** No row meets it. */
  | { readonly kind: "nothing" }
