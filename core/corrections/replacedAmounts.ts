import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { replacedDifferences, type Replacement } from "../invoices/InvoiceCorrections.ts"
import { companyThen } from "../invoices/taxedCompany.ts"
import { euroRate } from "../money/currency.ts"
import type { Organization } from "../organizations/Organization.ts"
import { invalidField, type InvalidInput } from "../refusals/refusal.ts"
import { statedFigures } from "../registry/invoiceStatement.ts"
import { recordFigures } from "../registry/recordFigures.ts"
import type { LineAmounts } from "../tax/totals.ts"

/**
 * The amounts that are replaced together with an invoice, in EUR: what its record states, plus what the records of its
 * rectifications by differences state (`replacedDifferences`). Refuses a sum beyond the 12 integer digits of a record's amounts.
 */
export const replacedAmounts = (
  original: Invoice,
  organization: Organization,
  view: View,
  by: Replacement,
): Either.Either<LineAmounts, InvalidInput> => {
  const replaced = [original, ...replacedDifferences(view, original.organizationId, original.id, by)]
  const sums = recordFigures(replaced.map((one) => statedAmounts(one, organization)), euroRate)
  return sums === undefined
    ? Either.left(invalidField("metodo", "en euros lo que se sustituye no puede pasar de 12 cifras enteras"))
    : Either.right(amountsOf(sums))
}

/**
 * The amounts that the record of an issued invoice states, in EUR. They are made as the record makes them, since converting the
 * invoice's sums instead would round to other cents.
 */
export const statedAmounts = (invoice: Invoice, organization: Organization): LineAmounts => {
  const figures = statedFigures(invoice, companyThen(invoice, organization))
  if (figures === undefined) throw new Error("an issued invoice without record figures")
  return amountsOf(figures)
}

const amountsOf = ({ base, cuota, cuota_recargo }: LineAmounts): LineAmounts => ({ base, cuota, cuota_recargo })
