import { decimal, millimetres } from "../file/numbers.ts"
import { showPlain } from "../fonts/embeddedFace.ts"
import type { Line } from "../text/lines.ts"
import { embeddedFaceOf, type Style, type Typesetter } from "../text/typesetter.ts"
import type { Box, Element } from "./structure.ts"

/** A4 portrait and its margins, in points. Heights on a page are measured downwards from its upper edge. */
export const sheet = {
  width: 595.28,
  height: 841.89,
  left: millimetres(18),
  top: millimetres(15),
  /** The width between the margins. */
  measure: 595.28 - 2 * millimetres(18),
  /** Where the text ends; below stands the page label. */
  bottom: 841.89 - millimetres(18),
} as const

/** The operators of one page in the making: decoration at the bottom, then figures, and text on top. */
export interface Page {
  /** Counts from 0. */
  readonly index: number
  readonly decoration: Array<string>
  readonly figures: Array<string>
  readonly text: Array<string>
  /** The element of each mark on the page. */
  readonly marks: Array<Element>
  /** The tone that the last text was drawn in. */
  gray: number
}

/** A page with nothing on it; pages count from 0. */
export const blankPage = (index: number): Page =>
  ({ index, decoration: [], figures: [], text: [], marks: [], gray: 0 })

/** The page's content stream, one byte per character. */
export const contentOf = ({ decoration, figures, text }: Page): string =>
  ["/Artifact BMC", ...decoration, "EMC", ...figures, "BT", ...text, "ET"].join("\n")

/** The operator that begins content of an element, or of none: an artifact. The content ends with EMC. Figures have a `box`. */
export const beginMark = (page: Page, element: Element | null, box: Box | null = null): string => {
  if (element === null) return "/Artifact BMC"
  const mark = page.marks.push(element) - 1
  element.kids.push({ page: page.index, mark, box })
  return `/${element.role} <</MCID ${mark}>> BDC`
}

/** The operators that show a line. The font is named only where it changes. */
export const showLine = (typesetter: Typesetter, { runs, style }: Line): string => {
  const embedded = embeddedFaceOf(typesetter, style.bold)
  let show = ""
  let font = ""
  for (const run of runs) {
    if (run.font !== font) show += `/${run.font} ${style.size} Tf `
    font = run.font
    show += `${run.plain === "" ? run.show : showPlain(embedded, run.plain)} `
  }
  return show.trimEnd()
}

/** The operators of a space at the end of a line, so that its last word and the next line's first are read as two. */
export const showLineEnd = ({ regular }: Typesetter, { style }: Line): string =>
  `/F1 ${style.size} Tf ${showPlain(regular, " ")}`

/** Half the height of a capital, as a share of the size: a line is centred by it within its leading. */
const halfCapital = 0.3645

/** Draws a line of text whose upper edge is at `top`. */
export const drawLine = (typesetter: Typesetter, page: Page, line: Line, x: number, top: number): void => {
  if (line.runs.length === 0) return
  const { gray, leading, size } = line.style
  const baseline = sheet.height - top - leading / 2 - halfCapital * size
  const tone = gray === page.gray ? "" : `${gray} g `
  page.gray = gray
  page.text.push(`${tone}1 0 0 1 ${decimal(x)} ${decimal(baseline)} Tm ${showLine(typesetter, line)}`)
}

/** A line's thickness in points, and its tone. */
export interface Rule {
  readonly weight: number
  readonly gray: number
}

/** The rules of a document. */
export const rules = {
  strong: { weight: 0.8, gray: 0 },
  light: { weight: 0.4, gray: 0.7 },
  hair: { weight: 0.25, gray: 0.78 },
} as const satisfies Record<string, Rule>

/** Draws a horizontal rule centred on `top`. */
export const drawRule = (page: Page, x: number, width: number, top: number, rule: Rule): void => {
  const y = decimal(sheet.height - top)
  page.decoration.push(`${rule.gray} G ${rule.weight} w ${decimal(x)} ${y} m ${decimal(x + width)} ${y} l S`)
}

/** How the parts of a document are set. The data have the size of the QR's texts, as the law wants. */
export const styles = {
  title: { size: 20, leading: 24, bold: true, gray: 0 },
  text: { size: 8.5, leading: 12, bold: false, gray: 0 },
  strong: { size: 8.5, leading: 12, bold: true, gray: 0 },
  label: { size: 7, leading: 11, bold: false, gray: 0.38 },
} as const satisfies Record<string, Style>
