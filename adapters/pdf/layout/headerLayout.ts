import { logoFigure } from "../figures/logoFigure.ts"
import type { LogoImage } from "../figures/logoImage.ts"
import { qrColumn } from "../figures/qrFigure.ts"
import { type Line, linesOf, naturalWidth } from "../text/lines.ts"
import type { Typesetter } from "../text/typesetter.ts"
import type { WordedDocument, WordedFact, WordedParty } from "../words/wordedDocument.ts"
import { drawRule, rules, sheet, styles } from "./page.ts"
import { type Cell, type Figure, type Flow, place } from "./pageFlow.ts"
import { addElement } from "./structure.ts"

const gutter = 10
const factColumns = 4

/** The lines of a party: heading, name in bold, and the others. */
const partyItems = (typesetter: Typesetter, party: WordedParty, width: number): ReadonlyArray<Line> => [
  ...linesOf(typesetter, party.heading, styles.label, width),
  ...party.lines.flatMap((line, index) =>
    linesOf(typesetter, line, index === 0 ? styles.strong : styles.text, width)),
]

// The issuer on the left, under its logo; the QR in the middle, where AEAT prefers it on a portrait page; the recipient on the
// right. Answers whether the QR, if there is to be one, could be drawn.
const placeParties = (flow: Flow, document: WordedDocument, logo: LogoImage | null): boolean => {
  const { root, typesetter } = flow
  const { issuer, qr, recipient } = document
  const logoElement = addElement(root, "Figure", { alt: document.logoAlt })
  const issuerElement = addElement(root, "P")
  const qrCell = qr === null ? null : qrColumn(flow, qr)
  const middle = qrCell === null ? 0 : qrCell.width + 2 * gutter
  const width = (sheet.measure - middle) / 2 - (qrCell === null ? gutter : 0)
  const figure: ReadonlyArray<Figure> = logo === null ? [] : [logoFigure(logo, logoElement, width)]
  const items = [...figure, ...partyItems(typesetter, issuer, width)]
  const cells: Array<Cell> = [{ x: sheet.left, width, align: "left", items, element: issuerElement }]
  if (qrCell !== null) cells.push(qrCell)
  if (recipient !== null) {
    cells.push({
      x: sheet.left + sheet.measure - width,
      width,
      align: "left",
      items: partyItems(typesetter, recipient, width),
      element: addElement(root, "P"),
    })
  }
  place(flow, cells)
  return qr === null || qrCell !== null
}

// Facts as labels above values, in four columns; a long value takes several of them.
const placeFacts = (flow: Flow, facts: ReadonlyArray<WordedFact>): void => {
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
    const x = sheet.left + used * column
    row.push({ x, width, align: "left", items: set(width), element: addElement(flow.root, "P") })
    used += span
  }
  if (row.length > 0) place(flow, row, 0, 6)
}

const placeText = (flow: Flow, items: ReadonlyArray<Line>, above: number, below: number): void => {
  const element = addElement(flow.root, "P")
  place(flow, [{ x: sheet.left, width: sheet.measure, align: "left", items, element }], above, below)
}

/** Places everything above the lines: parties and QR, title, warnings, facts. */
export const placeHeader = (flow: Flow, document: WordedDocument, logo: LogoImage | null): void => {
  const { typesetter } = flow
  // The title comes first in the structure: a screen reader is to tell first what the document is.
  const heading = addElement(flow.root, "H1")
  const qrDrawn = placeParties(flow, document, logo)
  const title = linesOf(typesetter, document.title, styles.title, sheet.measure)
  place(flow, [{ x: sheet.left, width: sheet.measure, align: "left", items: title, element: heading }], 18, 4)
  const warnings = document.warnings.flatMap((text) => linesOf(typesetter, text, styles.strong, sheet.measure))
  if (warnings.length > 0) placeText(flow, warnings, 0, 6)
  if (document.facts.length > 0) {
    drawRule(flow.page, sheet.left, sheet.measure, flow.y, rules.light)
    flow.y += 5
    placeFacts(flow, document.facts)
  }
  // An address that no QR can hold, which is far longer than AEAT's rules allow, is at least printed.
  if (document.qr !== null && !qrDrawn) {
    const { above, below, url } = document.qr
    const items = [above, url, below].flatMap((text) => linesOf(typesetter, text, styles.text, sheet.measure))
    placeText(flow, items, 6, 6)
  }
}

/** The share of the width that the head of a further page leaves to the document's title at most. */
const widestTitleShare = 2 / 3

/** Draws the head of a further page: whose document it is, and which. The name gets the room that the title leaves. */
export const drawRunningHead = (flow: Flow, { author, fileTitle }: WordedDocument): void => {
  const [title] = linesOf(flow.typesetter, fileTitle, styles.label, sheet.measure * widestTitleShare)
  const [name] = linesOf(flow.typesetter, author, styles.label, sheet.measure - (title?.width ?? 0) - 2 * gutter)
  const cells = ([["left", name], ["right", title]] as const).map(([align, line]): Cell =>
    ({ x: sheet.left, width: sheet.measure, align, items: line === undefined ? [] : [line], element: null }))
  place(flow, cells, 0, 3)
  drawRule(flow.page, sheet.left, sheet.measure, flow.y, rules.light)
  flow.y += 12
}
