import type { LogoImage } from "./figures/logoImage.ts"
import { decimal } from "./file/numbers.ts"
import { closing, placeNotes } from "./layout/closingLayout.ts"
import { drawRunningHead, placeHeader } from "./layout/headerLayout.ts"
import { placeLines } from "./layout/linesLayout.ts"
import { drawLine, type Page, sheet, showLine, styles } from "./layout/page.ts"
import { startFlow } from "./layout/pageFlow.ts"
import { addElement, type Element } from "./layout/structure.ts"
import { textLines } from "./text/cleanText.ts"
import { linesOf } from "./text/lines.ts"
import type { Typesetter } from "./text/typesetter.ts"
import type { WordedDocument } from "./words/wordedDocument.ts"

const footTop = sheet.bottom + 16

/** Draws the page label at the foot, on the right. */
const drawFoot = (typesetter: Typesetter, page: Page, text: string): void => {
  const [line] = linesOf(typesetter, text, styles.label, sheet.measure)
  if (line === undefined || line.runs.length === 0) return
  page.text.push("/Artifact BMC")
  drawLine(typesetter, page, line, sheet.left + sheet.measure - line.width, footTop)
  page.text.push("EMC")
}

const diagonal = Math.atan2(sheet.height, sheet.width)

const paleGray = 0.92

/** The stamp's letters from lower left to upper right, pale and below everything else. */
const stampOperators = (typesetter: Typesetter, text: string): string => {
  const style = { size: 100, leading: 100, bold: true, gray: paleGray }
  const words = textLines(text).join(" ")
  const [trial] = linesOf(typesetter, words, style, Infinity)
  if (trial === undefined || trial.width === 0) return ""
  const size = Math.round(Math.min(130, (100 * 0.68 * Math.hypot(sheet.width, sheet.height)) / trial.width))
  const [line] = linesOf(typesetter, words, { ...style, size }, Infinity)
  if (line === undefined) return ""
  const [cos, sin] = [Math.cos(diagonal), Math.sin(diagonal)]
  // The middle of the letters' baseline, moved down by half a capital, stands in the middle of the page.
  const x = sheet.width / 2 - (cos * line.width) / 2 + sin * 0.359 * size
  const y = sheet.height / 2 - (sin * line.width) / 2 - cos * 0.359 * size
  const matrix = [cos, sin, -sin, cos, x, y].map(decimal).join(" ")
  return `BT ${paleGray} g ${matrix} Tm ${showLine(typesetter, line)} 0 g ET`
}

/** A document's pages, and its structure (layout/structure.ts). */
export interface Composed {
  readonly pages: ReadonlyArray<Page>
  readonly root: Element
}

/** Sets a document in pages. It yields now and then, so that others have their turn. */
export function* composeDocument(
  typesetter: Typesetter,
  document: WordedDocument,
  logo: LogoImage | null,
): Generator<void, Composed> {
  const flow = startFlow(typesetter, (further) => drawRunningHead(further, document))
  placeHeader(flow, document, logo)
  flow.y += 12
  // The table of lines is added before the sums are measured, so that it comes first in the structure, in reading order.
  const table = addElement(flow.root, "Table")
  const end = closing(flow, document)
  yield* placeLines(flow, document, table, end.height)
  end.draw()
  yield* placeNotes(flow, document.notes)
  const stamp = document.stamp === null ? "" : stampOperators(typesetter, document.stamp)
  flow.pages.forEach((page, index) => {
    if (stamp !== "") page.decoration.unshift(stamp)
    drawFoot(typesetter, page, document.pageLabel(index + 1, flow.pages.length))
  })
  return { pages: flow.pages, root: flow.root }
}
