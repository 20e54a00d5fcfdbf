import type { PrintableDocument, PrintableTotal } from "../../core/ports/PdfPrinter.ts"
import { linesOf } from "./lines.ts"
import { drawRule, rules, sheet, styles } from "./page.ts"
import { type Flow, need, place, rowHeight } from "./pageFlow.ts"
import { columnsWithin, placeHeadings, rowOf, widest } from "./tableLayout.ts"

const totalsWidth = 190
const gap = 30
const above = 12
const breakdownWidth = sheet.measure - totalsWidth - gap

/** Rows that stand on one page or flow over several. */
interface Block {
  readonly height: number
  readonly draw: () => void
}

const padding = 2.5

// The first total stands level with the headings of the breakdown; a rule sets off the strong ones.
const totalsBlock = (flow: Flow, totals: ReadonlyArray<PrintableTotal>): Block => {
  const x = sheet.left + sheet.measure - totalsWidth
  const rows = totals.map(({ label, strong, value }, index) => {
    const style = strong ? styles.strong : styles.text
    const wanted = [label, value].map((text) => widest(flow.typesetter, [text], style))
    const columns = columnsWithin(x, totalsWidth, wanted, null)
      .map((column, side) => side === 0 ? column : { ...column, width: x + totalsWidth - column.x })
    const cells = rowOf(flow, columns, [label, value], style)
    const above = index === 0 ? 0 : strong ? 2 * padding : padding
    return { above, cells, height: above + rowHeight(cells) + padding, ruled: strong && index > 0 }
  })
  return {
    height: rows.reduce((sum, row) => sum + row.height, 0),
    draw: () => {
      for (const { above, cells, height, ruled } of rows) {
        need(flow, height)
        if (ruled) drawRule(flow.page, x, totalsWidth, flow.y + padding, rules.strong)
        place(flow, cells, above, padding)
      }
    },
  }
}

const breakdownBlock = (flow: Flow, document: PrintableDocument): Block => {
  const { breakdown, breakdownHeadings } = document
  const count = Math.max(breakdownHeadings.length, ...breakdown.map((row) => row.length), 0)
  if (breakdown.length === 0 || count === 0) return { height: 0, draw: () => {} }
  const wanted = Array.from({ length: count }, (_, index) => Math.max(
    widest(flow.typesetter, [breakdownHeadings[index] ?? ""], styles.label),
    widest(flow.typesetter, breakdown.map((row) => row[index] ?? ""), styles.text),
  ))
  const columns = columnsWithin(sheet.left, breakdownWidth, wanted, null)
  const rows = breakdown.map((row) => rowOf(flow, columns, row, styles.text))
  const headings = rowHeight(rowOf(flow, columns, breakdownHeadings, styles.label))
  return {
    height: headings + padding + rows.reduce((sum, cells) => sum + rowHeight(cells) + 2 * padding, 0),
    draw: () => {
      placeHeadings(flow, columns, breakdownHeadings, rules.light)
      for (const cells of rows) place(flow, cells, padding, padding)
      flow.heading = null
    },
  }
}

/** Breakdown and totals: side by side, or one after the other where they are too long for that. */
export const closing = (flow: Flow, document: PrintableDocument): Block => {
  const breakdown = breakdownBlock(flow, document)
  const totals = totalsBlock(flow, document.totals)
  const height = Math.max(breakdown.height, totals.height)
  if (height > (sheet.bottom - sheet.top) / 2) {
    return {
      height: 0,
      draw: () => {
        flow.y += above
        breakdown.draw()
        flow.y += above
        totals.draw()
      },
    }
  }
  return {
    height: above + height,
    draw: () => {
      need(flow, above + height)
      const top = flow.y + above
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

/** Notes below one another, at a width that the eye can follow. */
export function* placeNotes(flow: Flow, notes: PrintableDocument["notes"]): Generator<void> {
  for (const { heading, text } of notes) {
    const items = [
      ...linesOf(flow.typesetter, heading, styles.label, notesWidth),
      ...linesOf(flow.typesetter, text, styles.text, notesWidth),
    ]
    if (items.length === 0) continue
    const pages = flow.pages.length
    flow.y += above
    place(flow, [{ x: sheet.left, width: notesWidth, align: "left", items }])
    if (flow.pages.length > pages) yield
  }
}
