import type { Condition } from "../../core/pagination/listConditions.ts"

/**
 * The documents of a company are counted by their totals at three scales: with all digits of the amount, with its first
 * three and with its first alone (table invoice_amount). Whatever the range, and however many documents: it adds up what
 * begins with a digit, at its ends what begins with three, and at the ends of these the amounts themselves.
 */

/** So many first digits are told apart; amounts have no more than the finest. */
const scales = [1, 3, 15] as const

/** No amount is greater. */
const amountMax = 10 ** 15 - 1

/** What documents are counted under. */
export interface CountedAmount {
  readonly digits: number
  /** The least, sign apart, of those that begin alike. */
  readonly amount: number
}

/** How an amount is counted, at each scale. */
export const amountsOf = (total: number): ReadonlyArray<CountedAmount> =>
  scales.map((digits) => ({ digits, amount: total - total % widthAt(digits, total) }))

/** How many amounts begin as this one does. */
const widthAt = (digits: number, amount: number): number => 10 ** Math.max(0, String(Math.abs(amount)).length - digits)

/** Amounts from `from` to `to`, both included. */
interface AmountRange {
  readonly from: number
  readonly to: number
}

/** The counted amounts of one scale that lie in a range. */
interface AmountPiece extends AmountRange {
  readonly digits: number
}

/** What makes up a range: no amount lies in two pieces. */
export const amountPieces = (range: AmountRange): ReadonlyArray<AmountPiece> => piecesOf(range, scales)

const piecesOf = ({ from, to }: AmountRange, [digits, ...finer]: ReadonlyArray<number>): ReadonlyArray<AmountPiece> => {
  if (digits === undefined || from > to) return []
  const [lowest, highest] = [alike(digits, from), alike(digits, to)]
  const first = lowest.from === from ? from : lowest.to + 1
  const last = highest.to === to ? to : highest.from - 1
  if (first > last) return piecesOf({ from, to }, finer)
  const ends = [{ from, to: first - 1 }, { from: last + 1, to }].flatMap((end) => piecesOf(end, finer))
  return [{ digits, from: first, to: last }, ...ends]
}

/** The amounts that begin as this one does. */
const alike = (digits: number, amount: number): AmountRange => {
  const width = widthAt(digits, amount)
  const least = amount - amount % width
  return amount < 0 ? { from: least - width + 1, to: least } : { from: least, to: least + width - 1 }
}

/** Conditions on the total of a document. */
export const isAmount = (condition: Condition<string>): condition is AmountCondition =>
  (condition.kind === "from" || condition.kind === "to") && condition.field === "total"

interface AmountCondition {
  readonly kind: "from" | "to"
  readonly field: string
  readonly value: string | number
}

/** The range that conditions let through. */
export const amountRange = (conditions: ReadonlyArray<AmountCondition>): AmountRange => {
  const bounds = (kind: "from" | "to") => conditions.filter((one) => one.kind === kind).map(({ value }) => Number(value))
  return { from: Math.max(-amountMax, ...bounds("from")), to: Math.min(amountMax, ...bounds("to")) }
}
