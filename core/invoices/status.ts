import { Schema } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { type Cents, cents } from "../money/cents.ts"
import { civilDateIn } from "../tax/regions.ts"
import type { Invoice, Issuer } from "./Invoice.ts"

/** `estado` of the contract (section 3.1), plus `cancelled` (decisions, section 2). */
export const InvoiceStatus = Schema.Literal("draft", "sent", "paid", "overdue", "cancelled")
export type InvoiceStatus = typeof InvoiceStatus.Type

/** What the status of a document depends on, besides today. Dates are civil days in the company's zone. */
export interface StatusFacts extends
  Pick<Invoice, "lifecycle" | "tipo_documento" | "fecha_emision" | "fecha_vencimiento" | "emitida" | "total" | "cobrado"> {
  readonly issuer: Pick<Issuer, "region_fiscal"> | null
}

/** What is still to be collected: total minus cobrado, never negative (contract, section 2.5). */
export const outstanding = (facts: Pick<StatusFacts, "total" | "cobrado">): Cents =>
  cents(Math.max(0, facts.total - facts.cobrado))

/**
 * The part of the status that does not depend on today. `due` is an issued invoice with something still to collect: it is
 * sent until `lastDay`, which is included, and overdue afterwards; if that is null it is never overdue.
 */
export type Standing =
  | { readonly kind: "draft" | "cancelled" | "paid" | "sent" }
  | { readonly kind: "due"; readonly lastDay: CivilDate | null }

/**
 * An invoice is paid once payments have brought the outstanding amount to zero; one with a total of zero or less therefore
 * stays sent. So do other documents, as nothing is collected for them.
 */
export const standingOf = (facts: StatusFacts): Standing => {
  if (facts.lifecycle !== "issued") return { kind: facts.lifecycle }
  if (facts.tipo_documento !== "invoice") return { kind: "sent" }
  if (outstanding(facts) === 0) return { kind: facts.total > 0 ? "paid" : "sent" }
  return { kind: "due", lastDay: lastDayInTime(facts) }
}

/** The due date or the day of issue, whichever is later, so that an invoice is never overdue when it is issued. */
const lastDayInTime = (facts: StatusFacts): CivilDate | null => {
  const { fecha_vencimiento } = facts
  if (fecha_vencimiento === null) return null
  const issued = dayOfIssue(facts)
  return fecha_vencimiento > issued ? fecha_vencimiento : issued
}

/** The day on which the number was given. `fecha_emision` is only what is printed, and may be earlier. */
const dayOfIssue = ({ emitida, fecha_emision, issuer }: StatusFacts): CivilDate =>
  emitida === null || issuer === null
    ? fecha_emision
    : civilDateIn(issuer.region_fiscal, emitida)

/** The status as of today. It is always derived and never stored (decisions, section 2). */
export const statusOf = (facts: StatusFacts, today: CivilDate): InvoiceStatus => {
  const standing = standingOf(facts)
  if (standing.kind !== "due") return standing.kind
  return standing.lastDay !== null && standing.lastDay < today ? "overdue" : "sent"
}
