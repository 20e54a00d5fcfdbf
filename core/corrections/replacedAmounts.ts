import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { replacedDifferences, type Replacement } from "../invoices/InvoiceCorrections.ts"
import { companyThen } from "../invoices/taxedCompany.ts"
import { decimal6 } from "../money/decimal.ts"
import type { Organization } from "../organizations/Organization.ts"
import { invalidField, type InvalidInput } from "../refusals/refusal.ts"
import { statedFigures } from "../registry/invoiceStatement.ts"
import { recordFigures } from "../registry/recordFigures.ts"
import type { LineAmounts } from "../tax/totals.ts"

const euro = decimal6(1_000_000)

/**
 * What is replaced with an invoice, in EUR: what its record states, and those of the rectifications by differences that go
 * with it. Refused beyond the 12 digits of a record's amounts.
 */
export const replacedAmounts = (
  original: Invoice,
  organization: Organization,
  view: View,
  by: Replacement,
): Either.Either<LineAmounts, InvalidInput> => {
  const replaced = [original, ...replacedDifferences(view, original.organizationId, original.id, by)]
  const sums = recordFigures(replaced.map((one) => statedAmounts(one, organization)), euro)
  return sums === undefined
    ? Either.left(invalidField("metodo", "en euros lo que se sustituye no puede pasar de 12 cifras enteras"))
    : Either.right(amountsOf(sums))
}

/** The amounts of an issued invoice's record: in another currency their cents fall otherwise than those of its rates. */
export const statedAmounts = (invoice: Invoice, organization: Organization): LineAmounts => {
  const figures = statedFigures(invoice, companyThen(invoice, organization))
  if (figures === undefined) throw new Error("an issued invoice without record figures")
  return amountsOf(figures)
}

const amountsOf = ({ base, cuota, cuota_recargo }: LineAmounts): LineAmounts => ({ base, cuota, cuota_recargo })
