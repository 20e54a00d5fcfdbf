import { linesOf } from "../text/lines.ts"
import type { WordedDocument, WordedLine } from "../words/wordedDocument.ts"
import { drawRule, rules, sheet, styles } from "./page.ts"
import { type Cell, fits, type Flow, need, place, placeHere, rowHeight, turnPage } from "./pageFlow.ts"
import type { Element } from "./structure.ts"
import {
  type Column,
  columnsWithin,
  headingsHeight,
  placeHeadings,
  type Room,
  rowOf,
  tableRow,
  type Wanted,
  widest,
  widestDecimal,
} from "./tableLayout.ts"

const fields = ["descripcion", "cantidad", "precio", "descuento", "tipo_iva", "importe"] as const
type Field = (typeof fields)[number]

/** Columns whose decimal marks are aligned. In the others all values have equally many decimals, so that aligned ends do. */
const decimals: ReadonlySet<Field> = new Set(["cantidad", "precio"])

const rowPadding = 2.75
const sumHeight = styles.text.leading + 2 * rowPadding
const sumGap = 18
/** How much of the first row stands below the headings at least. */
const leastHeight = 3 * styles.text.leading + 2 * rowPadding

/** How many lines are measured before others have their turn. When lines are placed, others have it after every page. */
const linesPerTurn = 100

/** Places the sum of the lines so far, at the foot of a page or at the head of the next. */
const placeSum = (flow: Flow, label: string, sum: string): void => {
  const set = (text: string, width: number): Cell => ({
    x: sheet.left,
    width,
    align: "right",
    items: linesOf(flow.typesetter, text, styles.strong, width).slice(0, 1),
    element: null,
  })
  const room = sheet.measure - widest(flow.typesetter, [sum], styles.strong) - sumGap
  place(flow, [...(room > 0 ? [set(label, room)] : []), set(sum, sheet.measure)], rowPadding, rowPadding)
}

/** Turns the page, and carries the sum of so many lines over to it. */
const carryOver = (flow: Flow, { broughtForward, carriedForward, sumOf }: WordedDocument, lines: number): void => {
  const sum = sumOf(lines)
  // After a row that was divided there may be no room for the sum here; it does not get a page of its own.
  if (fits(flow, sumHeight)) placeSum(flow, carriedForward, sum)
  turnPage(flow)
  placeSum(flow, broughtForward, sum)
  drawRule(flow.page, sheet.left, sheet.measure, flow.y, rules.hair)
  // The page counts as fresh from here on: a row that is taller than its rest is divided, and not sent to yet another page.
  flow.start = flow.y
}

/**
 * Places the lines, with headings on every page, and the sum so far where they go on over several pages. The last line stays
 * together with what follows, which is `keep` points high. Yields now and then, so that others have their turn.
 */
export function* placeLines(
  flow: Flow,
  document: WordedDocument,
  table: Element,
  keep: number,
): Generator<void> {
  const { decimalMark, lineHeadings, lines } = document
  const used = fields.filter((field) => field === "descripcion" || lines.some((line) => line[field] !== ""))
  const textsOf = (line: WordedLine): ReadonlyArray<string> => used.map((field) => line[field])
  const columns = yield* columnsOf(flow, document, used)
  const cellsOf = (line: WordedLine, elements: ReadonlyArray<Element> | null): ReadonlyArray<Cell> =>
    rowOf(flow, columns, textsOf(line), styles.text, elements, decimalMark)
  const [first] = lines
  // Headings never stand alone at the foot of a page: they go to the next page together with the first row. When that row is
  // taller than a page, it is enough that there is room for its beginning.
  const headings = headingsHeight(flow, columns, textsOf(lineHeadings))
  const firstHeight = first === undefined ? 0 : rowHeight(cellsOf(first, null)) + 2 * rowPadding
  need(flow, headings + firstHeight + (lines.length > 1 ? sumHeight : keep))
  need(flow, headings + Math.min(firstHeight, leastHeight))
  placeHeadings(flow, table, columns, textsOf(lineHeadings), rules.strong)
  for (const [index, line] of lines.entries()) {
    const cells = cellsOf(line, tableRow(table, "TD", columns.length))
    const last = index === lines.length - 1
    const height = 2 * rowPadding + rowHeight(cells)
    const pages = flow.pages.length
    if (!fits(flow, height + (last ? keep : sumHeight)) && index > 0) carryOver(flow, document, index)
    const set = index === 0 ? placeHere : place
    set(flow, cells, rowPadding, rowPadding)
    drawRule(flow.page, sheet.left, sheet.measure, flow.y, last ? rules.strong : rules.hair)
    if (flow.pages.length > pages) yield
  }
  flow.heading = null
}

/**
 * The columns of these fields, as wide as their texts want. The description comes first, and gets what is left of the width.
 */
function* columnsOf(
  flow: Flow,
  { decimalMark, lineHeadings, lines }: WordedDocument,
  used: ReadonlyArray<Field>,
): Generator<void, ReadonlyArray<Column>> {
  const rooms = new Map<Field, Room>()
  for (let from = 0; from < lines.length; from += linesPerTurn) {
    const some = lines.slice(from, from + linesPerTurn)
    for (const field of used.slice(1)) {
      const { fraction, whole } = measured(flow, field, some, decimalMark)
      const room = rooms.get(field) ?? noRoom
      rooms.set(field, { whole: Math.max(room.whole, whole), fraction: Math.max(room.fraction, fraction) })
    }
    if (from > 0) yield
  }
  const wanted = used.map((field): Wanted => {
    const { fraction, whole } = rooms.get(field) ?? noRoom
    return { width: Math.max(whole + fraction, widest(flow.typesetter, [lineHeadings[field]], styles.label)), fraction }
  })
  return columnsWithin(sheet.left, sheet.measure, wanted, 0)
}

const noRoom: Room = { whole: 0, fraction: 0 }

/** How much room the texts of a column take. */
const measured = (flow: Flow, field: Field, lines: ReadonlyArray<WordedLine>, mark: string): Room => {
  const texts = lines.map((line) => line[field])
  return decimals.has(field) ? widestDecimal(flow.typesetter, texts, mark, styles.text)
    : { whole: widest(flow.typesetter, texts, styles.text), fraction: 0 }
}
