import { addDays, addMonths, type CivilDate, lastCivilDate, parseCivilDate } from "../../../../core/calendar/civilDate.ts"
import { isIdentifier } from "../../../../core/identifiers/uuid7.ts"
import type { InvoiceStatus } from "../../../../core/invoices/status.ts"
import type { Condition } from "../../../../core/ports/listConditions.ts"
import { anyLabel, type Scale } from "../../groups/groups.ts"
import { contactUnder } from "../../groups/invoiceGroups.ts"
import { isAmount } from "./amounts.ts"
import { type Grouping, labelOfContacts } from "./groupings.ts"

// Which groups make up the rows that conditions let through. A range of days is made up of its whole months, taken at that
// scale, and of what is left of a month at either end, taken by days: however long the range, these are few groups. Words are
// looked for in groups of contacts (searches.ts). Amounts are decided by no group.

/** Some groups of one scale, which conditions choose. The pieces of one list have no row in common. */
export interface GroupPiece {
  readonly scale: Scale
  readonly equal: ReadonlyArray<readonly [column: string, value: string]>
  readonly ranges: ReadonlyArray<DayRange>
  /** For groups of a contact, which hold rows of all days: which days count, one range of each kind; absent when all do. */
  readonly days?: ReadonlyArray<DayRange>
}

/** The groups that make up a list. */
interface Pieces {
  /** The table in which the rows of the groups are found. */
  readonly table: string
  /** The `etiqueta` of all these groups; undefined where they are chosen by words instead. */
  readonly under: string | undefined
  readonly words: ReadonlyArray<string>
  readonly pieces: ReadonlyArray<GroupPiece>
  /** The conditions that the groups do not decide. */
  readonly rest: ReadonlyArray<Condition<string>>
}

/** Days from `from` to `to`, both included; open at an end that is undefined. */
interface Span {
  readonly from: CivilDate | undefined
  readonly to: CivilDate | undefined
}

/** Days of one kind. */
export interface DayRange extends Span {
  /** The group's column of these days. */
  readonly column: string
}

/** The pieces that conditions choose; undefined when one of them is of a kind that groups do not decide. */
export const groupPieces = (
  grouping: Grouping,
  conditions: ReadonlyArray<Condition<string>>,
): Pieces | undefined => {
  const chosen = choiceOf(grouping, conditions)
  if (chosen === undefined) return undefined
  const { contact, contactLabel, equal, etiqueta, ranges, statuses, words } = chosen
  const table = etiqueta === undefined ? grouping.rows : grouping.labels ?? grouping.rows
  // No row has an empty label. A contact of another form than an id could have a label after it, and stand for other groups.
  const isNone = etiqueta === anyLabel || (contact !== undefined && !isIdentifier(contact))
  const piecesBy = (made: (filter: GroupFilter) => ReadonlyArray<GroupPiece>) =>
    isNone ? [] : statuses.flatMap((status) => made(narrowed({ equal, ranges }, status)))
  if (contact === undefined && words.length === 0) {
    return { table, under: etiqueta ?? anyLabel, words, pieces: piecesBy(piecesOf), rest: conditions.filter(isAmount) }
  }
  // Groups under labels have no words.
  if (etiqueta !== undefined && words.length > 0) return undefined
  const under = contact === undefined ? undefined : contactUnder(contact, etiqueta ?? contactLabel ?? anyLabel)
  return { table, under, words, pieces: piecesBy(contactPieces), rest: conditions.filter(isRange) }
}

/** What conditions say about groups. */
interface Choice extends GroupFilter {
  readonly words: ReadonlyArray<string>
  /** The label that is asked for. */
  readonly etiqueta: string | undefined
  /** The contact that is asked for, and the label of its groups, which tells by which field. */
  readonly contact: string | undefined
  readonly contactLabel: string | undefined
  /** What a status asks for: groups that any of these lets through. */
  readonly statuses: ReadonlyArray<GroupFilter>
}

/** Undefined when one of the conditions is of a kind that groups do not decide. */
const choiceOf = (grouping: Grouping, conditions: ReadonlyArray<Condition<string>>): Choice | undefined => {
  const ofContact = conditions.find((one) => one.kind === "equals" && labelOfContacts(grouping, one.field) !== undefined)
  const words = conditions.flatMap((one) => (one.kind === "search" ? one.words : []))
  // Groups of contacts know no days: those of their rows are counted in parts.
  const dayColumns = ofContact === undefined && words.length === 0 ? grouping.days : grouping.contact?.days ?? {}
  const equal: Array<readonly [string, string]> = []
  const ranges: Array<DayRange> = []
  let etiqueta: string | undefined
  let contact: string | undefined
  let contactLabel: string | undefined
  let statuses: ReadonlyArray<GroupFilter> = [{ equal: [], ranges: [] }]
  for (const condition of conditions) {
    if (isAmount(condition) || (condition.kind === "search" && grouping.searched)) continue
    if (condition.kind === "status") {
      const { estado, today } = condition
      statuses = statuses.flatMap((one) => withStatus(estado, today).map((other) => narrowed(one, other)))
    } else if (condition.kind === "holds" && grouping.labels !== null && etiqueta === undefined) {
      etiqueta = condition.value
    } else if (condition.kind === "equals" && condition === ofContact) {
      contact = String(condition.value)
      contactLabel = labelOfContacts(grouping, condition.field)
    } else if (condition.kind === "equals" && grouping.fields.has(condition.field)) {
      equal.push([condition.field, String(condition.value)])
    } else if (condition.kind === "below_minimum") {
      equal.push(["bajo_minimo", "true"])
    } else if (condition.kind === "leaves") {
      equal.push(["de_baja", String(condition.has)])
    } else if (condition.kind === "from" || condition.kind === "to") {
      const column = dayColumns[condition.field]
      const day = parseCivilDate(String(condition.value))
      if (column === undefined || day === undefined) return undefined
      ranges.push({ column, from: undefined, to: undefined, [condition.kind]: day })
    } else return undefined
  }
  return { words, etiqueta, contact, contactLabel, equal, ranges, statuses }
}

/** Whether it is a condition on days, as some statuses are too, or on amounts. */
const isRange = (condition: Condition<string>): boolean =>
  condition.kind === "from" || condition.kind === "to"
  || (condition.kind === "status" && withStatus(condition.estado, condition.today).some(({ ranges }) => ranges.length > 0))

/** A choice of groups, whatever their scale. */
type GroupFilter = Omit<GroupPiece, "days" | "scale">

/** The groups that both choices let through. */
const narrowed = (one: GroupFilter, other: GroupFilter): GroupFilter => ({
  equal: [...one.equal, ...other.equal],
  ranges: [...one.ranges, ...other.ranges],
})

const withStanding = (standing: string, ...ranges: ReadonlyArray<DayRange>): GroupFilter => ({
  equal: [["standing", standing]],
  ranges,
})

/** The groups of a status: those of a standing, or of several, some of them by the last day on which they are paid in time. */
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

/**
 * Pieces at the scales by days. Each range is divided into whole months and edges, and pieces are made of their combinations.
 */
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

/** Pieces at the scale of contacts. */
const contactPieces = ({ equal, ranges }: GroupFilter): ReadonlyArray<GroupPiece> => {
  const days = intersected(ranges)
  if (days.some(({ from, to }) => isEmpty(from, to))) return []
  return [{ scale: "contact", equal, ranges: [], ...(days.length === 0 ? {} : { days }) }]
}

/** One range for each column, which is in all ranges of that column. */
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

/** The whole months within a span, if there are any, and what is left of the span at its edges. */
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

/** The first day of the first month that begins on this day or later; "none" within the last month of the calendar. */
const firstWhole = (day: CivilDate): CivilDate | "none" => {
  const first = firstOf(day)
  if (first === day) return day
  return first === firstOf(lastCivilDate) ? "none" : addMonths(first, 1)
}

/** The last day of the last month that ends on this day or earlier; "none" within the first month of the calendar. */
const lastWhole = (day: CivilDate): CivilDate | "none" => {
  if (day === lastCivilDate || firstOf(addDays(day, 1)) > day) return day
  return day.startsWith("0001-01-") ? "none" : addDays(firstOf(day), -1)
}

const firstOf = (day: CivilDate): CivilDate => addDays(day, 1 - Number(day.slice(8)))
