import type { Condition } from "../../../../core/ports/listConditions.ts"
import type { Scale } from "../../groups/groups.ts"

// Invoices are counted by the first digits of their totals (table group_part): those of a company by the first digit and by the
// first three, those of a large group by the first three or two. The invoices within a range of amounts are the sum of the
// counts of all beginnings that lie in it. What is left at its two edges, a thousandth or a hundredth of all, is counted one by
// one.

/** By how many first digits invoices are counted, coarsest first. */
type DigitScales = ReadonlyArray<number>

/** For a company, all of whose invoices are counted together: it may have many groups with few invoices each. */
export const companyScales: DigitScales = [1, 3]

/**
 * For a group. One scale each, since parts are written whenever an invoice changes its group; a coarser one for months, since a
 * list adds up many of them. The function parts_of_row of the database has the same.
 */
export const groupScales = { ever: [3], contact: [3], month: [2] } as const satisfies Partial<Record<Scale, DigitScales>>

/** The kind of the parts by so many first digits. */
export const kindOf = (digits: number): string => `amount${digits}`

/** A scale whose large groups have their invoices counted by amounts; of single days they are looked through. */
export type CountedScale = keyof typeof groupScales

/** Whether the scale is one of those. */
export const isCounted = (scale: Scale): scale is CountedScale => scale in groupScales

/** No amount is greater, in cents. */
const amountMax = 10 ** 15 - 1

/** All amounts of one length that have the same first digits. */
interface CountedAmount {
  readonly digits: number
  /** The one among them that is nearest to zero, such as 12 000 for 12 345 and two digits. */
  readonly amount: number
}

/** Under what a total is counted, at each scale. */
export const amountsOf = (total: number, scales: DigitScales): ReadonlyArray<CountedAmount> =>
  scales.map((digits) => ({ digits, amount: total - total % widthAt(digits, total) }))

/** How many amounts of its length begin as this one does. */
const widthAt = (digits: number, amount: number): number => 10 ** Math.max(0, String(Math.abs(amount)).length - digits)

/** Amounts from `from` to `to`, both included. */
export interface AmountRange {
  readonly from: number
  readonly to: number
}

/** A range that is a sum of counts at one scale. */
interface AmountPiece extends AmountRange {
  readonly digits: number
}

/** A range of amounts in pieces, which do not overlap. */
interface AmountPieces {
  readonly counted: ReadonlyArray<AmountPiece>
  /** Too small for any scale: two pieces at most, one at each edge. */
  readonly uncounted: ReadonlyArray<AmountRange>
}

/** The pieces of a range. What the coarsest scale counts of it comes from that, the two edges from the finer scales. */
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

/** The amounts of its length that begin as this one does. */
const alike = (digits: number, amount: number): AmountRange => {
  const width = widthAt(digits, amount)
  const least = amount - amount % width
  return amount < 0 ? { from: least - width + 1, to: least } : { from: least, to: least + width - 1 }
}

/** Whether it is a condition on the total of a document. */
export const isAmount = (condition: Condition<string>): condition is AmountCondition =>
  (condition.kind === "from" || condition.kind === "to") && condition.field === "total"

interface AmountCondition {
  readonly kind: "from" | "to"
  readonly field: "total"
  readonly value: string | number
}

/** The range of amounts that several such conditions let through. */
export const amountRange = (conditions: ReadonlyArray<AmountCondition>): AmountRange => {
  const bounds = (kind: "from" | "to") => conditions.filter((one) => one.kind === kind).map(({ value }) => Number(value))
  return { from: Math.max(-amountMax, ...bounds("from")), to: Math.min(amountMax, ...bounds("to")) }
}
