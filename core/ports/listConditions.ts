import type { CivilDate } from "../calendar/civilDate.ts"
import type { InvoiceStatus } from "../invoices/status.ts"

/** A value that a field is held against: text (dates are texts), number or boolean. */
export type ListValue = string | number | boolean

/**
 * One filter of a list; a row is listed when all hold. Fields are those of the stored row. `from` and `to` include
 * their bound; what is null is on neither side of it. `holds`: the list has the value. `search`: every word is part of a
 * word of the row's search text (`searchTexts`, `matchesWords`). `status`: `statusOf` says so. `below_minimum`: `stock` is
 * below `stock_minimo`. `leaves`: whether there is a `baja`. `rectifies`: the original of `rectifica`. `nothing` lists nothing.
 */
export type Condition<Field extends string> =
  | { readonly kind: "equals"; readonly field: Field; readonly value: ListValue }
  | { readonly kind: "from" | "to"; readonly field: Field; readonly value: string | number }
  | { readonly kind: "holds"; readonly field: Field; readonly value: string }
  | { readonly kind: "search"; readonly words: ReadonlyArray<string> }
  | { readonly kind: "status"; readonly estado: InvoiceStatus; readonly today: CivilDate }
  | { readonly kind: "below_minimum" }
  | { readonly kind: "leaves"; readonly has: boolean }
  | { readonly kind: "rectifies"; readonly factura_id: string }
  | { readonly kind: "nothing" }
