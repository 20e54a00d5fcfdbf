import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { differencesOf } from "../invoices/InvoiceCorrections.ts"
import { companyThen } from "../invoices/taxedCompany.ts"
import { decimal6 } from "../money/decimal.ts"
import type { Organization } from "../organizations/Organization.ts"
import { invalidField, type InvalidInput } from "../refusals/refusal.ts"
import { statedFigures } from "../registry/invoiceStatement.ts"
import { recordFigures } from "../registry/recordFigures.ts"
import type { LineAmounts } from "../tax/totals.ts"

const euro = decimal6(1_000_000)

/**
 * What the substitution of an invoice replaces, in EUR: what its record states, and those of its rectifications by
 * differences. Refused beyond the 12 digits of a record's amounts.
 */
export const replacedAmounts = (
  original: Invoice,
  organization: Organization,
  view: View,
): Either.Either<LineAmounts, InvalidInput> => {
  const replaced = [original, ...differencesOf(view, original.organizationId, original.id)]
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
