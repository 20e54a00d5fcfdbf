import type { PrintableDocument } from "../../core/ports/PdfPrinter.ts"
import { textLines } from "./cleanText.ts"
import { closing, placeNotes } from "./closingLayout.ts"
import { placeHeader } from "./headerLayout.ts"
import { linesOf } from "./lines.ts"
import { placeLines } from "./linesLayout.ts"
import { decimal } from "./numbers.ts"
import { drawLine, type Page, sheet, showLine, styles } from "./page.ts"
import { startFlow } from "./pageFlow.ts"
import type { Typesetter } from "./typesetter.ts"

const footTop = sheet.bottom + 16

const drawFoot = (typesetter: Typesetter, page: Page, text: string, side: "left" | "right"): void => {
  const width = sheet.measure / 2 - 10
  const [line, ...more] = linesOf(typesetter, text, styles.label, width)
  if (line === undefined) return
  const x = side === "left" ? sheet.left : sheet.left + sheet.measure - line.width
  drawLine(typesetter, page, line, x, footTop)
  const [dots] = linesOf(typesetter, "…", styles.label, width)
  if (more.length > 0 && dots !== undefined) drawLine(typesetter, page, dots, x + line.width, footTop)
}

const diagonal = Math.atan2(sheet.height, sheet.width)

const paleGray = 0.88

/** The stamp's letters from lower left to upper right, pale and below everything else. */
const stampOperators = (typesetter: Typesetter, text: string): string => {
  const style = { size: 100, leading: 100, bold: true, gray: paleGray, dejaVu: false }
  const words = textLines(text).join(" ")
  const [trial] = linesOf(typesetter, words, style, Infinity)
  if (trial === undefined || trial.width === 0) return ""
  const size = Math.min(150, (100 * 0.72 * Math.hypot(sheet.width, sheet.height)) / trial.width)
  const [line] = linesOf(typesetter, words, { ...style, size }, Infinity)
  if (line === undefined) return ""
  const [cos, sin] = [Math.cos(diagonal), Math.sin(diagonal)]
  // The middle of the letters' baseline, moved down by half a capital, stands in the middle of the page.
  const x = sheet.width / 2 - (cos * line.width) / 2 + sin * 0.359 * size
  const y = sheet.height / 2 - (sin * line.width) / 2 - cos * 0.359 * size
  const matrix = [cos, sin, -sin, cos, x, y].map(decimal).join(" ")
  return `BT ${paleGray} g ${matrix} Tm ${showLine(typesetter, line)} 0 g ET`
}

/** The document as pages. Yields now and then; the last step answers the pages. */
export function* composeDocument(
  typesetter: Typesetter,
  document: PrintableDocument,
): Generator<void, ReadonlyArray<Page>> {
  const flow = startFlow(typesetter)
  placeHeader(flow, document)
  flow.y += 12
  const end = closing(flow, document)
  yield* placeLines(flow, document, end.height)
  end.draw()
  yield* placeNotes(flow, document.notes)
  const stamp = document.stamp === null ? "" : stampOperators(typesetter, document.stamp)
  flow.pages.forEach((page, index) => {
    if (stamp !== "") page.shapes.unshift(stamp)
    if (flow.pages.length > 1) drawFoot(typesetter, page, document.fileTitle, "left")
    drawFoot(typesetter, page, document.pageLabel(index + 1, flow.pages.length), "right")
  })
  return flow.pages
}
