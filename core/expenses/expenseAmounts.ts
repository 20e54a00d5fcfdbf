import { Either } from "effect"
import { type Cents, cents, exceedsAmounts } from "../money/cents.ts"
import type { Decimal6 } from "../money/decimal.ts"
import { percentOf } from "../money/percent.ts"
import { invalidField, type InvalidInput } from "../refusals/refusal.ts"

/** The computed amounts of an expense (contract, section 2.4). */
interface ExpenseAmounts {
  readonly cuota_iva: Cents
  readonly total: Cents
}

/**
 * cuota_iva = base x tipo_iva, rounded half away from zero; total = base + cuota_iva, whatever is withheld (decisions,
 * section 2, "Expenses"). All may be negative. Refuses a total beyond 12 integer digits.
 */
export const expenseAmounts = ({ base, tipo_iva }: {
  readonly base: Cents
  /** Percent, 0 to 100. */
  readonly tipo_iva: Decimal6
}): Either.Either<ExpenseAmounts, InvalidInput> => {
  const cuota_iva = percentOf(base, tipo_iva)
  const total = base + cuota_iva
  return exceedsAmounts(total)
    ? Either.left(invalidField("base", "el total no puede pasar de 12 cifras enteras"))
    : Either.right({ cuota_iva, total: cents(total) })
}
