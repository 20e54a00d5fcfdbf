import { linesOf, textWidth } from "../text/lines.ts"
import type { Style, Typesetter } from "../text/typesetter.ts"
import { drawRule, type Rule, styles } from "./page.ts"
import { type Cell, type Flow, place, rowHeight } from "./pageFlow.ts"
import { addElement, type Element } from "./structure.ts"

/** A column of a table, in points from the page's left edge. */
export interface Column {
  readonly x: number
  readonly width: number
  readonly align: "left" | "right"
  /**
   * The room for what follows the decimal mark, which is aligned in the whole column; 0 where the ends of texts are aligned.
   */
  readonly fraction: number
}

const widestGap = 14
/** The share of the width that is left to the wide column even when the others have the longest amounts. */
const leastWideShare = 0.2

/** How much room the cells of a column want, in points. */
export interface Wanted {
  readonly width: number
  /** The part of `width` that is granted before any column gets more: a heading can be broken, an amount cannot. */
  readonly least?: number
  readonly fraction?: number
}

/**
 * Columns side by side within a width. Each gets what its widest cell wants. When together they want too much, none gets more
 * than an equal share; `least` is granted first. The column with the index `wide`, if there is one, gets what is left.
 */
export const columnsWithin = (
  x: number,
  width: number,
  wanted: ReadonlyArray<Wanted>,
  wide: number | null,
): ReadonlyArray<Column> => {
  const gap = Math.min(widestGap, width / (2 * wanted.length))
  const room = width - gap * (wanted.length - 1)
  const leastWide = wide === null ? 0 : room * leastWideShare
  const granted = fairShares(wanted.map(({ least = 0 }, index) => (index === wide ? 0 : least)), room - leastWide)
  const more = wanted.map(({ width }, index) => (index === wide ? 0 : width - (granted[index] ?? 0)))
  const shares = fairShares(more, Math.max(0, room - leastWide - sumOf(granted)))
  const widths = shares.map((share, index) => (granted[index] ?? 0) + share)
  const left = room - sumOf(widths)
  let at = x
  return widths.map((each, index) => {
    const align = index === 0 ? "left" : "right"
    const want = wanted[index]
    const fraction = want !== undefined && want.width <= each ? want.fraction ?? 0 : 0
    const column: Column = { x: at, width: index === wide ? left : each, align, fraction }
    at += column.width + gap
    return column
  })
}

const sumOf = (widths: ReadonlyArray<number>): number => widths.reduce((sum, each) => sum + each, 0)

// Grants small wishes in full, and shares the rest of the room evenly among the large ones.
const fairShares = (wanted: ReadonlyArray<number>, room: number): ReadonlyArray<number> => {
  let limit = Infinity
  const sorted = wanted.toSorted((a, b) => a - b)
  let rest = room
  for (const [index, want] of sorted.entries()) {
    const share = rest / (sorted.length - index)
    if (want > share) {
      limit = share
      break
    }
    rest -= want
  }
  return wanted.map((want) => Math.min(want, limit))
}

/** The width of the widest text, when only their own line breaks divide them. */
export const widest = (typesetter: Typesetter, texts: Iterable<string>, style: Style): number => {
  let width = 0
  for (const text of texts) width = Math.max(width, textWidth(typesetter, text, style))
  return width
}

/** What follows the whole part of a decimal, from its mark on: ",5 h" of "2,5 h". */
const behindWhole = (text: string, mark: string): string => {
  const at = text.search(/[^-\d.,]/)
  const figures = at < 0 ? text : text.slice(0, at)
  const whole = figures.lastIndexOf(mark)
  return text.slice(whole < 0 ? figures.trimEnd().length : whole)
}

/** The widest part of some decimals before the decimal mark, and the widest part from it on, in points. */
export interface Room {
  readonly whole: number
  readonly fraction: number
}

/** How much room decimals take whose marks are aligned. */
export const widestDecimal = (
  typesetter: Typesetter,
  texts: ReadonlyArray<string>,
  mark: string,
  style: Style,
): Room => {
  let whole = 0
  let fraction = 0
  for (const text of texts) {
    const behind = textWidth(typesetter, behindWhole(text, mark), style)
    fraction = Math.max(fraction, behind)
    whole = Math.max(whole, textWidth(typesetter, text, style) - behind)
  }
  return { whole, fraction }
}

/** The cells of a row: texts in their columns. `elements` are theirs in the structure; null for a row that only repeats. */
export const rowOf = (
  flow: Flow,
  columns: ReadonlyArray<Column>,
  texts: ReadonlyArray<string>,
  style: Style,
  elements: ReadonlyArray<Element> | null,
  mark = ",",
): ReadonlyArray<Cell> =>
  columns.map((column, index): Cell => {
    const text = texts[index] ?? ""
    const items = linesOf(flow.typesetter, text, style, column.width)
    const cell = { ...column, items, element: elements?.[index] ?? null }
    if (column.fraction === 0 || items.length !== 1) return cell
    return { ...cell, hangs: [column.fraction - textWidth(flow.typesetter, behindWhole(text, mark), style)] }
  })

/** Adds a row to a table in the structure; answers the elements of its cells. Headings (TH) are those of columns. */
export const tableRow = (table: Element, role: "TH" | "TD", count: number): ReadonlyArray<Element> => {
  const row = addElement(table, "TR")
  const scope = role === "TH" ? "Column" : null
  return Array.from({ length: count }, () => addElement(row, role, { scope }))
}

/** Adds a row whose first cell is the heading of the second. */
export const labelledRow = (table: Element): ReadonlyArray<Element> => {
  const row = addElement(table, "TR")
  return [addElement(row, "TH", { scope: "Row" }), addElement(row, "TD")]
}

/** Headings that are taller than this are not repeated on further pages, in points. */
const tallestHeading = 120

/** Room between headings and their rule. */
const headingsGap = 2.5

const headingCells = (
  flow: Flow,
  columns: ReadonlyArray<Column>,
  headings: ReadonlyArray<string>,
  elements: ReadonlyArray<Element> | null = null,
): ReadonlyArray<Cell> =>
  rowOf(flow, columns.map((column) => ({ ...column, fraction: 0 })), headings, styles.label, elements)

/** The height of the headings, with the room below them. */
export const headingsHeight = (flow: Flow, columns: ReadonlyArray<Column>, headings: ReadonlyArray<string>): number =>
  rowHeight(headingCells(flow, columns, headings)) + headingsGap

/** Draws the headings and a rule below them, now and on each further page until `flow.heading` is cleared. */
export const placeHeadings = (
  flow: Flow,
  table: Element,
  columns: ReadonlyArray<Column>,
  headings: ReadonlyArray<string>,
  rule: Rule,
): void => {
  const first = columns[0]
  const last = columns.at(-1)
  if (first === undefined || last === undefined) return
  const draw = (elements: ReadonlyArray<Element> | null): void => {
    place(flow, headingCells(flow, columns, headings, elements), 0, headingsGap)
    drawRule(flow.page, first.x, last.x + last.width - first.x, flow.y, rule)
  }
  draw(tableRow(table, "TH", columns.length))
  if (headingsHeight(flow, columns, headings) <= tallestHeading) flow.heading = () => draw(null)
}
