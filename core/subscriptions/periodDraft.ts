import { Either } from "effect"
import type { Command, Supply, View } from "../commit/Command.ts"
import { draftInvoice } from "../drafts/draftInvoice.ts"
import type { InvoiceResource } from "../invoices/invoiceResource.ts"
import type { FieldIssue, Refusal } from "../refusals/refusal.ts"
import type { Subscription } from "./Subscription.ts"

/** What of a subscription its invoices are made of. */
export type Drafted = Pick<Subscription, "organizationId" | "contacto_id" | "serie" | "lineas" | "precios_con_iva">

/** Makes the draft of a period, as any other: dated on the day on which it is made, or issued. */
export const periodDraft = (
  { contacto_id, lineas, organizationId, precios_con_iva, serie }: Drafted,
): Command<InvoiceResource> =>
  draftInvoice(organizationId, { contacto_id, serie, lineas, precios_con_iva })

/** Why a draft of these contents would be refused now, by the fields of a subscription; empty when it would be made. */
export const draftIssues = (drafted: Drafted, view: View, supply: Supply): ReadonlyArray<FieldIssue> => {
  // Nothing is made: it takes neither identifiers nor places.
  const tried = periodDraft(drafted).decide(view, { ...supply, id: () => "", sequence: () => 0 })
  return Either.isRight(tried) ? [] : issuesOf(tried.left)
}

/** A draft is refused by its fields only. A subscription has no rate of exchange: who is invoiced wants another currency. */
const issuesOf = (refusal: Refusal): ReadonlyArray<FieldIssue> => {
  if (refusal._tag !== "InvalidInput") return [{ campo: "lineas", motivo: reasonOf(refusal) }]
  return refusal.campos.map((issue) =>
    issue.campo === "tipo_cambio"
      ? { campo: "contacto_id", motivo: "sus facturas no van en euros, y una suscripción no tiene tipo de cambio" }
      : issue)
}

/** Why the draft of a period was refused, for people. */
export const draftReason = (refusal: Refusal): string => textOf(issuesOf(refusal))

/** Why something was refused, in Spanish for people, without its full stop. */
export const reasonOf = (refusal: Refusal): string => {
  switch (refusal._tag) {
    case "InvalidInput":
      return textOf(refusal.campos)
    case "Conflict":
      return refusal.mensaje.replace(/\.$/, "")
    case "NotFound":
      return `no existe ${refusal.what}`
  }
}

const textOf = (issues: ReadonlyArray<FieldIssue>): string =>
  issues.map(({ campo, motivo }) => `${campo}: ${motivo}`).join("; ")
