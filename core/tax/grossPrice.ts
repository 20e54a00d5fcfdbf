import { type Decimal6, type Decimal8, isDecimal8 } from "../money/decimal.ts"
import { roundedBigQuotient } from "../money/rounding.ts"

/** A unit price with its tax (percent): price × (100 + rate) / 100 to eight decimals; undefined beyond the bound. */
export const grossPrice = (price: Decimal8, rate: Decimal6): Decimal8 | undefined => {
  const gross = roundedBigQuotient(price * (wholePercent + BigInt(rate)), wholePercent)
  return isDecimal8(gross) ? gross : undefined
}

const wholePercent = 100_000_000n
