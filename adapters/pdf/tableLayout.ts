import { linesOf, naturalWidth } from "./lines.ts"
import { drawRule, type Rule, styles } from "./page.ts"
import { type Cell, type Flow, place, rowHeight } from "./pageFlow.ts"
import type { Style, Typesetter } from "./typesetter.ts"

/** A column of a table, in points from the page's left edge. */
export interface Column {
  readonly x: number
  readonly width: number
  readonly align: "left" | "right"
}

const widestGap = 14

/**
 * Columns side by side within a width. Each takes what its widest cell wants, none more than an equal share
 * when together they want too much; the `wide` one, if there is one, takes what is left.
 */
export const columnsWithin = (
  x: number,
  width: number,
  wanted: ReadonlyArray<number>,
  wide: number | null,
): ReadonlyArray<Column> => {
  const gap = Math.min(widestGap, width / (2 * wanted.length))
  const room = width - gap * (wanted.length - 1)
  const leastWide = wide === null ? 0 : room * 0.36
  const widths = fairShares(wanted.map((want, index) => (index === wide ? 0 : want)), room - leastWide)
  const left = room - widths.reduce((sum, each) => sum + each, 0)
  let at = x
  return widths.map((each, index) => {
    const align = index === 0 ? "left" : "right"
    const column: Column = { x: at, width: index === wide ? left : each, align }
    at += column.width + gap
    return column
  })
}

// Small wishes are granted whole; the large ones share evenly what remains.
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

/** What the widest of the texts wants, each on a line of its own. */
export const widest = (typesetter: Typesetter, texts: Iterable<string>, style: Style): number => {
  let width = 0
  for (const text of texts) width = Math.max(width, naturalWidth(linesOf(typesetter, text, style, Infinity)))
  return width
}

/** The cells of a row: texts in their columns. */
export const rowOf = (
  flow: Flow,
  columns: ReadonlyArray<Column>,
  texts: ReadonlyArray<string>,
  style: Style,
): ReadonlyArray<Cell> =>
  columns.map((column, index) => ({
    ...column,
    items: linesOf(flow.typesetter, texts[index] ?? "", style, column.width),
  }))

const tallestHeading = 120

/** Draws the headings and a rule, now and on each further page until `flow.heading` is cleared. */
export const placeHeadings = (
  flow: Flow,
  columns: ReadonlyArray<Column>,
  headings: ReadonlyArray<string>,
  rule: Rule,
): void => {
  const cells = rowOf(flow, columns, headings, styles.label)
  const first = columns[0]
  const last = columns.at(-1)
  if (first === undefined || last === undefined) return
  const draw = (): void => {
    place(flow, cells, 0, 2.5)
    drawRule(flow.page, first.x, last.x + last.width - first.x, flow.y, rule)
  }
  draw()
  if (rowHeight(cells) <= tallestHeading) flow.heading = draw
}
