import { Either } from "effect"
import { activityEntry } from "../activity/ActivityEntry.ts"
import type { Supply, View } from "../commit/Command.ts"
import type { TableRow } from "../commit/tables.ts"
import { replacedAmounts, statedAmounts } from "../corrections/replacedAmounts.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { referenceOf } from "../invoices/invoiceResource.ts"
import { type Cents, sumOfCents } from "../money/cents.ts"
import { spanishEuros } from "../money/spanishFormat.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { LineAmounts } from "../tax/totals.ts"

/**
 * Warns in the activity log of an invoice, issued in exchange for tickets (F3), whose amounts are not theirs. It documents the
 * sales of the tickets once more, and VAT returns leave it out (AEAT, developer answers 27): so nobody declares what it states
 * beyond them. A difference of a cent for each ticket, and one more, passes as rounding.
 */
export const exchangeWarning = (
  issued: Invoice,
  organization: Organization,
  view: View,
  supply: Supply,
): ReadonlyArray<TableRow<"activityEntry">> => {
  const { id: recurso_id, organizationId, sustituye } = issued
  if (sustituye.length === 0) return []
  const sold = sumOf(sustituye.flatMap(({ factura_id }) => {
    const ticket = view.get("invoice", organizationId, factura_id)
    if (ticket === undefined) throw new Error("an exchange without its ticket")
    // Sums that have more than the 12 digits of a record's amounts are left out.
    return Either.getOrElse(replacedAmounts(ticket, organization, view, "canje"), () => [])
  }))
  const stated = sumOf([statedAmounts(issued, organization)])
  const tolerated = sustituye.length + 1
  if (Math.abs(stated.base - sold.base) <= tolerated && Math.abs(stated.taxes - sold.taxes) <= tolerated) return []
  const inWords = ({ base, taxes }: Sums) => `base ${spanishEuros(base)} y cuota ${spanishEuros(taxes)}`
  const mensaje = `La factura ${referenceOf(issued) ?? ""} se emitió en canje de facturas simplificadas con ${inWords(sold)}, pero `
    + `tiene ${inWords(stated)}: una factura de canje documenta las mismas ventas, y no se declara.`
  return [activityEntry(supply, { organizationId, tipo: "exchange_differs", mensaje, recurso: "factura", recurso_id })]
}

/** Amounts in EUR; the taxes include the surcharges. */
interface Sums {
  readonly base: Cents
  readonly taxes: Cents
}

const sumOf = (amounts: ReadonlyArray<LineAmounts>): Sums => ({
  base: sumOfCents(amounts.map(({ base }) => base)),
  taxes: sumOfCents(amounts.flatMap(({ cuota, cuota_recargo }) => [cuota, cuota_recargo])),
})
