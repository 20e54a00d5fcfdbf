import { linesOf } from "../text/lines.ts"
import type { WordedDocument, WordedTotal } from "../words/wordedDocument.ts"
import { drawRule, rules, sheet, styles } from "./page.ts"
import { type Flow, need, place, placeHere, rowHeight } from "./pageFlow.ts"
import { addElement, type Element } from "./structure.ts"
import { columnsWithin, headingsHeight, labelledRow, placeHeadings, rowOf, tableRow, widest } from "./tableLayout.ts"

const totalsWidth = 200
const gap = 30
const blockGap = 12
const breakdownWidth = sheet.measure - totalsWidth - gap

/** Rows that have been measured and are still to be drawn, on one page or over several. */
interface Block {
  readonly height: number
  readonly draw: () => void
}

const padding = 2.5
/** The padding of the rates, which can be many. */
const ratePadding = 1.25

/** How a total is set, by its weight: its style, the room above and below it, and the rule above it. */
const looks = {
  plain: { style: styles.text, above: padding, below: padding, rule: null },
  strong: { style: styles.strong, above: 2 * padding, below: padding, rule: rules.light },
  final: { style: styles.strong, above: 2 * padding, below: 1.5 * padding, rule: rules.strong },
} as const

// The totals, on the right. The first one is level with the headings of the breakdown, and so has no room or rule above it.
const totalsBlock = (flow: Flow, table: Element, totals: ReadonlyArray<WordedTotal>): Block => {
  const x = sheet.left + sheet.measure - totalsWidth
  const rows = totals.map(({ label, value, weight }, index) => {
    const { below, style, ...look } = looks[weight]
    const amount = widest(flow.typesetter, [value], style)
    const wanted = [{ width: widest(flow.typesetter, [label], style) }, { width: amount, least: amount }]
    const columns = columnsWithin(x, totalsWidth, wanted, null)
      .map((column, side) => side === 0 ? column : { ...column, width: x + totalsWidth - column.x })
    const cells = rowOf(flow, columns, [label, value], style, labelledRow(table))
    const { above, rule } = index === 0 ? { above: 0, rule: null } : look
    return { above, below, cells, height: above + rowHeight(cells) + below, rule, weight }
  })
  return {
    height: rows.reduce((sum, row) => sum + row.height, 0),
    draw: () => {
      for (const { above, below, cells, height, rule, weight } of rows) {
        need(flow, height)
        if (rule !== null) drawRule(flow.page, x, totalsWidth, flow.y + padding, rule)
        place(flow, cells, above, below)
        if (weight === "final") drawRule(flow.page, x, totalsWidth, flow.y, rules.strong)
      }
    },
  }
}

/** The breakdown by rates. It is not `narrow` when its amounts need more room than there is beside the totals. */
const breakdownBlock = (flow: Flow, table: Element, document: WordedDocument): Block & { readonly narrow: boolean } => {
  const { breakdown, breakdownHeadings } = document
  const count = Math.max(breakdownHeadings.length, ...breakdown.map((row) => row.length), 0)
  if (breakdown.length === 0 || count === 0) return { height: 0, draw: () => {}, narrow: true }
  const wanted = Array.from({ length: count }, (_, index) => {
    const least = widest(flow.typesetter, breakdown.map((row) => row[index] ?? ""), styles.text)
    return { width: Math.max(least, widest(flow.typesetter, [breakdownHeadings[index] ?? ""], styles.label)), least }
  })
  const beside = columnsWithin(sheet.left, breakdownWidth, wanted, null)
  const narrow = beside.every(({ width }, index) => width >= (wanted[index]?.least ?? 0))
  const columns = narrow ? beside : columnsWithin(sheet.left, sheet.measure, wanted, null)
  const rows = breakdown.map((row) => rowOf(flow, columns, row, styles.text, null))
  const headings = headingsHeight(flow, columns, breakdownHeadings)
  const heights = rows.map((cells) => rowHeight(cells) + 2 * ratePadding)
  return {
    height: heights.reduce((sum, height) => sum + height, headings),
    draw: () => {
      need(flow, headings + (heights[0] ?? 0))
      placeHeadings(flow, table, columns, breakdownHeadings, rules.light)
      for (const cells of rows) {
        const elements = tableRow(table, "TD", cells.length)
        const tagged = cells.map((cell, index) => ({ ...cell, element: elements[index] ?? null }))
        place(flow, tagged, ratePadding, ratePadding)
      }
      flow.heading = null
    },
    narrow,
  }
}

/** Breakdown and totals: side by side, or one below the other when they are too long or too wide for that. */
export const closing = (flow: Flow, document: WordedDocument): Block => {
  const breakdown = breakdownBlock(flow, addElement(flow.root, "Table"), document)
  const totals = totalsBlock(flow, addElement(flow.root, "Table"), document.totals)
  const longest = (sheet.bottom - sheet.top) / 2
  const height = Math.max(breakdown.height, totals.height)
  if (!breakdown.narrow || height > longest) {
    const stacked = blockGap + breakdown.height + blockGap + totals.height
    const together = stacked > longest ? 0 : stacked
    return {
      height: together,
      draw: () => {
        need(flow, together)
        flow.y += blockGap
        breakdown.draw()
        flow.y += blockGap
        totals.draw()
      },
    }
  }
  return {
    height: blockGap + height,
    draw: () => {
      need(flow, blockGap + height)
      const top = flow.y + blockGap
      flow.y = top
      breakdown.draw()
      const end = flow.y
      flow.y = top
      totals.draw()
      flow.y = Math.max(end, flow.y)
    },
  }
}

const notesWidth = 350

/** How many lines of a note at least stay with its heading, and how many go to the next page. */
const fewestLines = 2

/** Places notes below one another, at a width that the eye can follow. A long one goes on on the next page. */
export function* placeNotes(flow: Flow, notes: WordedDocument["notes"]): Generator<void> {
  for (const { heading, text } of notes) {
    const title = linesOf(flow.typesetter, heading, styles.label, notesWidth)
    const items = linesOf(flow.typesetter, text, styles.text, notesWidth)
    if (title.length + items.length === 0) continue
    const pages = flow.pages.length
    const cell = { x: sheet.left, width: notesWidth, align: "left" } as const
    // A note of few lines is kept whole, as it would leave too few for the next page.
    const together = items.length < 2 * fewestLines ? items.length : fewestLines
    need(flow, blockGap + title.length * styles.label.leading + together * styles.text.leading)
    flow.y += blockGap
    if (title.length > 0) placeHere(flow, [{ ...cell, items: title, element: addElement(flow.root, "H2") }])
    if (items.length > 0) placeHere(flow, [{ ...cell, items, element: addElement(flow.root, "P") }])
    if (flow.pages.length > pages) yield
  }
}
