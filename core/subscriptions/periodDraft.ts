import { Either } from "effect"
import type { Command, Supply, View } from "../commit/Command.ts"
import { draftInvoice } from "../drafts/draftInvoice.ts"
import type { InvoiceResource } from "../invoices/invoiceResource.ts"
import type { FieldIssue, Refusal } from "../refusals/refusal.ts"
import type { Subscription } from "./Subscription.ts"

/** The part of a subscription that its invoices are made of. */
export type Drafted = Pick<Subscription, "organizationId" | "contacto_id" | "serie" | "lineas" | "precios_con_iva">

/** Makes the draft of a period. Like any draft it is dated on the day on which it is made and, later, issued. */
export const periodDraft = (
  { contacto_id, lineas, organizationId, precios_con_iva, serie }: Drafted,
): Command<InvoiceResource> =>
  draftInvoice(organizationId, { contacto_id, serie, lineas, precios_con_iva })

/** Why no draft of these contents could be made now, by the subscription's fields; empty when one could. */
export const draftIssues = (drafted: Drafted, view: View, supply: Supply): ReadonlyArray<FieldIssue> => {
  // This draft is only a trial, so it must not use up identifiers or places.
  const tried = periodDraft(drafted).decide(view, { ...supply, id: () => "", sequence: () => 0 })
  return Either.isRight(tried) ? [] : issuesOf(tried.left)
}

/**
 * The reasons for which a draft was refused, by the subscription's fields. A draft that lacks a rate of exchange is refused
 * because of its contact: that one's currency is not the euro, and a subscription has no rate of exchange.
 */
const issuesOf = (refusal: Refusal): ReadonlyArray<FieldIssue> => {
  if (refusal._tag !== "InvalidInput") return [{ campo: "lineas", motivo: reasonOf(refusal) }]
  return refusal.campos.map((issue) =>
    issue.campo === "tipo_cambio"
      ? { campo: "contacto_id", motivo: "sus facturas no van en euros, y una suscripción no tiene tipo de cambio" }
      : issue)
}

/** Why the draft of a period was refused, in Spanish, for the activity log. */
export const draftReason = (refusal: Refusal): string => textOf(issuesOf(refusal))

/** Why something was refused, in Spanish, without a full stop. */
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
