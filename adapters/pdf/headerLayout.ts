import type { PrintableDocument, PrintableFact, PrintableParty } from "../../core/ports/PdfPrinter.ts"
import { wantsDejaVu } from "./atoms.ts"
import { type Line, linesOf, naturalWidth } from "./lines.ts"
import { drawRule, rules, sheet, styles } from "./page.ts"
import { type Cell, type Flow, place } from "./pageFlow.ts"
import { qrColumn, type QrColumn } from "./qrFigure.ts"
import type { Typesetter } from "./typesetter.ts"

const gutter = 10
const factColumns = 4

/** Heading, name in bold, and the other lines. One face for all of them. */
const partyItems = (typesetter: Typesetter, party: PrintableParty, width: number): ReadonlyArray<Line> => {
  const dejaVu = party.lines.some((line) => wantsDejaVu(typesetter, line))
  return [
    ...linesOf(typesetter, party.heading, styles.label, width),
    ...party.lines.flatMap((line, index) =>
      linesOf(typesetter, line, { ...(index === 0 ? styles.strong : styles.text), dejaVu }, width)),
  ]
}

// Issuer left, QR in the middle, where AEAT prefers it on a portrait page, recipient right.
const placeParties = (flow: Flow, document: PrintableDocument, qr: QrColumn | null): void => {
  const middle = qr === null ? 0 : qr.width
  const width = (sheet.measure - middle) / 2 - gutter
  const cells: Array<Cell> = [
    { x: sheet.left, width, align: "left", items: partyItems(flow.typesetter, document.issuer, width) },
  ]
  if (qr !== null) {
    cells.push({ x: (sheet.width - qr.width) / 2, width: qr.width, align: "center", items: qr.items })
  }
  if (document.recipient !== null) {
    const items = partyItems(flow.typesetter, document.recipient, width)
    cells.push({ x: sheet.left + sheet.measure - width, width, align: "left", items })
  }
  place(flow, cells)
}

// Label above value, four columns to a row; a long value takes several columns.
const placeFacts = (flow: Flow, facts: ReadonlyArray<PrintableFact>): void => {
  const column = (sheet.measure + gutter) / factColumns
  let row: Array<Cell> = []
  let used = 0
  for (const { label, value } of facts) {
    const set = (width: number): ReadonlyArray<Line> => [
      ...linesOf(flow.typesetter, label, styles.label, width),
      ...linesOf(flow.typesetter, value, styles.text, width),
    ]
    const wanted = Math.ceil((naturalWidth(set(Infinity)) + gutter) / column)
    const span = Math.min(factColumns, Math.max(1, wanted))
    if (used + span > factColumns) {
      place(flow, row, 0, 6)
      row = []
      used = 0
    }
    const width = span * column - gutter
    row.push({ x: sheet.left + used * column, width, align: "left", items: set(width) })
    used += span
  }
  if (row.length > 0) place(flow, row, 0, 6)
}

/** Parties and QR, title, facts: what stands above the lines. */
export const placeHeader = (flow: Flow, document: PrintableDocument): void => {
  const qr = document.qr === null ? null : qrColumn(flow.typesetter, document.qr)
  placeParties(flow, document, qr)
  const title = linesOf(flow.typesetter, document.title, styles.title, sheet.measure)
  place(flow, [{ x: sheet.left, width: sheet.measure, align: "left", items: title }], 18, 5)
  if (document.facts.length > 0) {
    drawRule(flow.page, sheet.left, sheet.measure, flow.y, rules.light)
    flow.y += 5
    placeFacts(flow, document.facts)
  }
  // An address that no QR can hold (far beyond what AEAT's rules allow) is at least printed.
  if (document.qr !== null && qr === null) {
    const { above, below, url } = document.qr
    const width = sheet.measure
    const items = [above, url, below].flatMap((text) => linesOf(flow.typesetter, text, styles.text, width))
    place(flow, [{ x: sheet.left, width, align: "left", items }], 6, 6)
  }
}
