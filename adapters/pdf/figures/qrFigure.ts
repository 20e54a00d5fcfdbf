import { decimal, millimetres } from "../file/numbers.ts"
import { beginMark, type Page, sheet, styles } from "../layout/page.ts"
import type { Cell, Flow } from "../layout/pageFlow.ts"
import { addElement } from "../layout/structure.ts"
import { type Line, linesOf } from "../text/lines.ts"
import type { WordedQr } from "../words/wordedDocument.ts"
import { type Modules, qrModules } from "./qrModules.ts"

/** The side of the QR: the law wants 30 to 40 mm (Orden HAC/1177/2024, art. 21). */
const side = millimetres(35)
const leastBlank = millimetres(2)
/** ISO/IEC 18004 wants this many modules blank around the symbol. */
const blankModules = 4
/** The least width of the QR's column, which its texts need. */
const leastWidth = millimetres(46)

const allDark = (data: Uint8Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (data[at] !== 1) return false
  return true
}

// The dark modules as one path of rectangles, in coordinates of modules. A rectangle is as wide as a run of dark modules and as
// high as the rows below that repeat it. All are filled at once, so that no viewer draws seams between neighbours.
const darkPath = ({ data, size }: Modules): string => {
  const rest = data.slice()
  let path = ""
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] !== 1) continue
    const [row, column] = [Math.floor(at / size), at % size]
    let width = 1
    while (column + width < size && rest[at + width] === 1) width++
    let height = 1
    while (row + height < size && allDark(rest, at + height * size, at + height * size + width)) height++
    for (let taken = 0; taken < height; taken++) rest.fill(0, at + taken * size, at + taken * size + width)
    path += `${column} ${row} ${width} ${height} re\n`
  }
  return path
}

/** The column with the QR: the text above it, the code, the text below it. Null when the address is too long for a QR. */
export const qrColumn = ({ root, typesetter }: Flow, qr: WordedQr): Cell | null => {
  const modules = qrModules(qr.url)
  if (modules === null) return null
  const module = side / modules.size
  const blank = Math.max(leastBlank, blankModules * module)
  const width = Math.max(side + 2 * blank, leastWidth)
  const draw = (page: Page, x: number, top: number): void => {
    const left = x + (width - side) / 2
    const y = sheet.height - top
    const whole = side + 2 * blank
    page.figures.push(
      beginMark(page, figure, [left, y - blank - side, left + side, y - blank]),
      `q 1 g ${decimal(left - blank)} ${decimal(y - whole)} ${decimal(whole)} ${decimal(whole)} re f`,
      `0 g ${decimal6(module)} 0 0 ${decimal6(-module)} ${decimal(left)} ${decimal(y - blank)} cm`,
      `${darkPath(modules)}f Q`,
      "EMC",
    )
  }
  // These texts are the law's own words, in Spanish whatever the document's language.
  const element = addElement(root, "P", { language: "es" })
  const figure = addElement(root, "Figure", { alt: qr.alt })
  const text = (content: string): ReadonlyArray<Line> => linesOf(typesetter, content, styles.text, width)
  const items = [...text(qr.above), { height: side + 2 * blank, draw }, ...text(qr.below)]
  return { x: (sheet.width - width) / 2, width, align: "center", items, element }
}

// More decimals than usual, since this number is multiplied by up to 177 modules.
const decimal6 = (value: number): string => value.toFixed(6)
