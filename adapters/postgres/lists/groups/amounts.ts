import type { Condition } from "../../../../core/ports/listConditions.ts"
import type { Scale } from "./groups.ts"

/**
 * Invoices are counted by their totals (table group_part): all of a company with the first three digits of the amount
 * and with its first alone, those of a large group with the first three, or two. Whatever the range, and however many
 * invoices: it adds up what begins with these digits. At the ends of that, some in a thousand or in a hundred, they are
 * counted one by one.
 */

/** So many first digits are told apart, coarsest first. */
type DigitScales = ReadonlyArray<number>

/** Of all of a company: there may be many groups, with few invoices each. */
export const companyScales: DigitScales = [1, 3]

/**
 * Of a group: one, for they are written whenever an invoice changes its group; of months, which are many, few are added up.
 * As function parts_of_row has them.
 */
export const groupScales = { ever: [3], contact: [3], month: [2] } as const satisfies Partial<Record<Scale, DigitScales>>

/** The kind of parts with so many first digits. */
export const kindOf = (digits: number): string => `amount${digits}`

/** Groups that have their invoices counted by amounts; those of single days are looked through. */
export type CountedScale = keyof typeof groupScales

/** Whether groups of the scale do. */
export const isCounted = (scale: Scale): scale is CountedScale => scale in groupScales

/** No amount is greater. */
const amountMax = 10 ** 15 - 1

/** What invoices are counted under. */
export interface CountedAmount {
  readonly digits: number
  /** The least, sign apart, of those that begin alike. */
  readonly amount: number
}

/** How an amount is counted, at each scale. */
export const amountsOf = (total: number, scales: DigitScales): ReadonlyArray<CountedAmount> =>
  scales.map((digits) => ({ digits, amount: total - total % widthAt(digits, total) }))

/** How many amounts begin as this one does. */
const widthAt = (digits: number, amount: number): number => 10 ** Math.max(0, String(Math.abs(amount)).length - digits)

/** Amounts from `from` to `to`, both included. */
export interface AmountRange {
  readonly from: number
  readonly to: number
}

/** The counted amounts of one scale that lie in a range. */
interface AmountPiece extends AmountRange {
  readonly digits: number
}

/** Ranges of which no amount lies in two. */
interface AmountPieces {
  readonly counted: ReadonlyArray<AmountPiece>
  /** Told apart by no scale: two at most, one at each end. */
  readonly uncounted: ReadonlyArray<AmountRange>
}

/** What makes up a range. */
export const amountPieces = ({ from, to }: AmountRange, [digits, ...finer]: DigitScales): AmountPieces => {
  if (from > to) return { counted: [], uncounted: [] }
  if (digits === undefined) return { counted: [], uncounted: [{ from, to }] }
  const [lowest, highest] = [alike(digits, from), alike(digits, to)]
  const first = lowest.from === from ? from : lowest.to + 1
  const last = highest.to === to ? to : highest.from - 1
  if (first > last) return amountPieces({ from, to }, finer)
  const beside = [{ from, to: first - 1 }, { from: last + 1, to }].map((end) => amountPieces(end, finer))
  return {
    counted: [{ digits, from: first, to: last }, ...beside.flatMap(({ counted }) => counted)],
    uncounted: beside.flatMap(({ uncounted }) => uncounted),
  }
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
  readonly field: "total"
  readonly value: string | number
}

/** The range that conditions let through. */
export const amountRange = (conditions: ReadonlyArray<AmountCondition>): AmountRange => {
  const bounds = (kind: "from" | "to") => conditions.filter((one) => one.kind === kind).map(({ value }) => Number(value))
  return { from: Math.max(-amountMax, ...bounds("from")), to: Math.min(amountMax, ...bounds("to")) }
}
