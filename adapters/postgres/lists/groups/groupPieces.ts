import { addDays, addMonths, type CivilDate, lastCivilDate, parseCivilDate } from "../../../../core/calendar/civilDate.ts"
import { isIdentifier } from "../../../../core/identifiers/uuid7.ts"
import type { InvoiceStatus } from "../../../../core/invoices/status.ts"
import type { Condition } from "../../../../core/ports/listConditions.ts"
import { isAmount } from "./amounts.ts"
import { type Grouping, labelOfContacts } from "./groupings.ts"
import { anyLabel, type Scale } from "./groups.ts"
import { contactUnder } from "./invoiceGroups.ts"

/**
 * The groups that make up what conditions let through. A range of days is whole months, taken at that scale, and what
 * is left of a month at either end, taken by days: however long the range, it adds up few groups. Words are looked for in
 * groups of contacts (searches.ts). Amounts no group decides.
 */

/** Groups of one scale: all that its conditions let through. Pieces of one list hold no row twice. */
export interface GroupPiece {
  readonly scale: Scale
  readonly equal: ReadonlyArray<readonly [column: string, value: string]>
  readonly ranges: ReadonlyArray<DayRange>
  /** Of groups of a contact, which know no days: which of these count, one range of each kind, if not all. */
  readonly days?: ReadonlyArray<DayRange>
}

/** The pieces of a list. */
interface Pieces {
  /** Where the rows of the groups are found. */
  readonly table: string
  /** The `etiqueta` of all groups: a label, any label, or a contact with either; undefined where these words tell them. */
  readonly under: string | undefined
  readonly words: ReadonlyArray<string>
  readonly pieces: ReadonlyArray<GroupPiece>
  /** What the groups do not decide. */
  readonly rest: ReadonlyArray<Condition<string>>
}

/** Days from `from` to `to`, both included; open where undefined. */
interface Span {
  readonly from: CivilDate | undefined
  readonly to: CivilDate | undefined
}

/** Days of one kind, both included. */
export interface DayRange extends Span {
  /** Of groups. */
  readonly column: string
}

/** The pieces of conditions on groups, days and amounts; undefined when one of the conditions is of another kind. */
export const groupPieces = (
  grouping: Grouping,
  conditions: ReadonlyArray<Condition<string>>,
): Pieces | undefined => {
  const { contact: contacts, days: groupDays, fields, labels, rows, searched } = grouping
  const ofContact = conditions.find((one) => one.kind === "equals" && labelOfContacts(grouping, one.field) !== undefined)
  const words = conditions.flatMap((one) => (one.kind === "search" ? one.words : []))
  const days = ofContact === undefined && words.length === 0 ? groupDays : contacts?.days ?? {}
  const equal: Array<readonly [string, string]> = []
  const ranges: Array<DayRange> = []
  let etiqueta: string | undefined
  let contact: string | undefined
  let label: string | undefined
  let alternatives: ReadonlyArray<GroupFilter> = [{ equal: [], ranges: [] }]
  for (const condition of conditions) {
    if (isAmount(condition) || (condition.kind === "search" && searched)) continue
    if (condition.kind === "status") {
      const { estado, today } = condition
      alternatives = alternatives.flatMap((one) => withStatus(estado, today).map((other) => narrowed(one, other)))
    } else if (condition.kind === "holds" && labels !== null && etiqueta === undefined) {
      etiqueta = condition.value
    } else if (condition.kind === "equals" && condition === ofContact) {
      contact = String(condition.value)
      label = labelOfContacts(grouping, condition.field)
    } else if (condition.kind === "equals" && fields.has(condition.field)) {
      equal.push([condition.field, String(condition.value)])
    } else if (condition.kind === "below_minimum") {
      equal.push(["bajo_minimo", "true"])
    } else if (condition.kind === "leaves") {
      equal.push(["de_baja", String(condition.has)])
    } else if (condition.kind === "from" || condition.kind === "to") {
      const column = days[condition.field]
      const day = parseCivilDate(String(condition.value))
      if (column === undefined || day === undefined) return undefined
      ranges.push({ column, from: undefined, to: undefined, [condition.kind]: day })
    } else return undefined
  }
  const table = etiqueta === undefined ? rows : labels ?? rows
  // No row has an empty label, nor a contact of another form: with a label after it, it would read as groups of both.
  const none = etiqueta === anyLabel || (contact !== undefined && !isIdentifier(contact))
  const piecesBy = (made: (filter: GroupFilter) => ReadonlyArray<GroupPiece>) =>
    none ? [] : alternatives.flatMap((one) => made(narrowed({ equal, ranges }, one)))
  if (contact !== undefined || words.length > 0) {
    // Groups under labels have no words.
    if (etiqueta !== undefined && words.length > 0) return undefined
    const under = contact === undefined ? undefined : contactUnder(contact, etiqueta ?? label ?? anyLabel)
    return { table, under, words, pieces: piecesBy(contactPieces), rest: conditions.filter(isRange) }
  }
  return { table, under: etiqueta ?? anyLabel, words, pieces: piecesBy(piecesOf), rest: conditions.filter(isAmount) }
}

/** Of days, which some states are too, or of amounts. */
const isRange = (condition: Condition<string>): boolean =>
  condition.kind === "from" || condition.kind === "to"
  || (condition.kind === "status" && withStatus(condition.estado, condition.today).some(({ ranges }) => ranges.length > 0))

/** What groups have in common, whatever their scale. */
type GroupFilter = Omit<GroupPiece, "days" | "scale">

/** The groups that both let through. */
const narrowed = (one: GroupFilter, other: GroupFilter): GroupFilter => ({
  equal: [...one.equal, ...other.equal],
  ranges: [...one.ranges, ...other.ranges],
})

const withStanding = (standing: string, ...ranges: ReadonlyArray<DayRange>): GroupFilter => ({
  equal: [["standing", standing]],
  ranges,
})

/** A status is a standing, or several, which the last days in time decide on. */
const withStatus = (estado: InvoiceStatus, today: CivilDate): ReadonlyArray<GroupFilter> => {
  switch (estado) {
    case "sent":
      return [withStanding("sent"), withStanding("due", { column: "last_day", from: today, to: undefined })]
    case "overdue":
      return [withStanding("due", { column: "last_day", from: undefined, to: addDays(today, -1) })]
    default:
      return [withStanding(estado)]
  }
}

const piecesOf = ({ equal, ranges }: GroupFilter): ReadonlyArray<GroupPiece> => {
  const spans = intersected(ranges)
  if (spans.length === 0) return [{ scale: "ever", equal, ranges: [] }]
  const pieces: Array<GroupPiece> = []
  const whole: Array<DayRange> = []
  for (const [i, { column, ...span }] of spans.entries()) {
    const { edges, inner } = monthsOf(span)
    const rest = spans.slice(i + 1)
    for (const edge of edges) pieces.push({ scale: "day", equal, ranges: [...whole, { column, ...edge }, ...rest] })
    if (inner === undefined) return pieces
    whole.push({ column, ...inner })
  }
  return [...pieces, { scale: "month", equal, ranges: whole }]
}

const contactPieces = ({ equal, ranges }: GroupFilter): ReadonlyArray<GroupPiece> => {
  const days = intersected(ranges)
  if (days.some(({ from, to }) => isEmpty(from, to))) return []
  return [{ scale: "contact", equal, ranges: [], ...(days.length === 0 ? {} : { days }) }]
}

/** One range of each column. */
const intersected = (ranges: ReadonlyArray<DayRange>): ReadonlyArray<DayRange> => {
  const spans = new Map<string, DayRange>()
  for (const { column, from, to } of ranges) {
    const span = spans.get(column)
    spans.set(column, { column, from: later(span?.from, from), to: earlier(span?.to, to) })
  }
  return [...spans.values()]
}

type Bound = CivilDate | undefined

const later = (a: Bound, b: Bound): Bound => (a === undefined || (b !== undefined && b > a) ? b : a)

const earlier = (a: Bound, b: Bound): Bound => (a === undefined || (b !== undefined && b < a) ? b : a)

/** The whole months within a span, if any, and what the span holds beside them. */
const monthsOf = ({ from, to }: Span): { readonly inner: Span | undefined; readonly edges: ReadonlyArray<Span> } => {
  const first = from === undefined ? undefined : firstWhole(from)
  const last = to === undefined ? undefined : lastWhole(to)
  if (first === "none" || last === "none" || isEmpty(first, last)) {
    return { inner: undefined, edges: isEmpty(from, to) ? [] : [{ from, to }] }
  }
  const edges: Array<Span> = []
  if (from !== undefined && first !== undefined && from < first) edges.push({ from, to: addDays(first, -1) })
  if (to !== undefined && last !== undefined && last < to) edges.push({ from: addDays(last, 1), to })
  return { inner: { from: first, to: last }, edges }
}

const isEmpty = (from: Bound, to: Bound): boolean => from !== undefined && to !== undefined && from > to

/** The first day of the first month that begins on the day or later; "none" in the last month of all. */
const firstWhole = (day: CivilDate): CivilDate | "none" => {
  const first = firstOf(day)
  if (first === day) return day
  return first === firstOf(lastCivilDate) ? "none" : addMonths(first, 1)
}

/** The last day of the last month that ends on the day or earlier; "none" in the first month of all. */
const lastWhole = (day: CivilDate): CivilDate | "none" => {
  if (day === lastCivilDate || firstOf(addDays(day, 1)) > day) return day
  return day.startsWith("0001-01-") ? "none" : addDays(firstOf(day), -1)
}

const firstOf = (day: CivilDate): CivilDate => addDays(day, 1 - Number(day.slice(8)))
