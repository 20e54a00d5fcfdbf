import type { PrintableDocument, PrintableLine } from "../../core/ports/PdfPrinter.ts"
import { drawRule, rules, sheet, styles } from "./page.ts"
import { type Flow, need, place, rowHeight } from "./pageFlow.ts"
import { columnsWithin, placeHeadings, rowOf, widest } from "./tableLayout.ts"

const fields = ["descripcion", "cantidad", "precio", "descuento", "tipo_iva", "importe"] as const

const rowPadding = 2.75

/** Lines that are measured before others get a turn; lines that are placed let them in with every page. */
const linesPerTurn = 100

/**
 * The lines with their headings, repeated on every page. The last line stays with what follows it, `keep`
 * points high. Yields now and then, so that a long document lets others work.
 */
export function* placeLines(flow: Flow, document: PrintableDocument, keep: number): Generator<void> {
  const { lineHeadings, lines } = document
  const used = fields.filter((field) => field === "descripcion" || lines.some((line) => line[field] !== ""))
  const textsOf = (line: PrintableLine): ReadonlyArray<string> => used.map((field) => line[field])
  const wanted = used.map((field) => widest(flow.typesetter, [lineHeadings[field]], styles.label))
  for (let from = 0; from < lines.length; from += linesPerTurn) {
    const some = lines.slice(from, from + linesPerTurn)
    used.forEach((field, index) => {
      if (index === 0) return
      const width = widest(flow.typesetter, some.map((line) => line[field]), styles.text)
      wanted[index] = Math.max(wanted[index] ?? 0, width)
    })
    if (from > 0) yield
  }
  const columns = columnsWithin(sheet.left, sheet.measure, wanted, 0)
  // Headings never stand alone at the foot of a page.
  need(flow, 60)
  placeHeadings(flow, columns, textsOf(lineHeadings), rules.strong)
  let pages = flow.pages.length
  for (const [index, line] of lines.entries()) {
    const cells = rowOf(flow, columns, textsOf(line), styles.text)
    const last = index === lines.length - 1
    if (last) need(flow, 2 * rowPadding + rowHeight(cells) + keep)
    place(flow, cells, rowPadding, rowPadding)
    drawRule(flow.page, sheet.left, sheet.measure, flow.y, last ? rules.strong : rules.hair)
    if (flow.pages.length > pages) yield
    pages = flow.pages.length
  }
  flow.heading = null
}
