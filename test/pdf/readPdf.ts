import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs"
import { getDocument, OPS } from "./pdfjs.ts"

/** A piece of text as a reader sees it. Positions are millimetres from the page's lower left corner. */
export interface TextItem {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
}

/** A filled rectangle. Positions are millimetres from the page's lower left corner; `tone` is the colour as #rrggbb. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly tone: string
}

/** The texts of a page. */
export interface ReadPage {
  readonly items: ReadonlyArray<TextItem>
  /** The whole text without white space, since lines may break anywhere. */
  readonly text: string
}

/** The texts of a file, and what it says about itself. */
export interface ReadFile {
  readonly pages: ReadonlyArray<ReadPage>
  readonly info: Readonly<Record<string, unknown>>
}

const millimetres = (points: number): number => (points * 25.4) / 72

/** White space is ignored when texts are compared. */
export const squeezed = (text: string): string => text.replace(/\s+/g, "")

type Matrix = readonly [number, number, number, number, number, number]

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f,
]

const numbers = (value: unknown): ReadonlyArray<number> =>
  Array.isArray(value) || value instanceof Float32Array ? Array.from(value, Number) : []

// pdf.js writes a path as codes and coordinates: 0 moves, 1 draws a line, 4 closes. A path with another code is no
// rectangle.
const boxesOf = (path: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<readonly [number, number]>> => {
  const boxes: Array<Array<readonly [number, number]>> = []
  for (let at = 0; at < path.length; at++) {
    if (path[at] === 0) boxes.push([])
    if (path[at] === 4) continue
    boxes.at(-1)?.push([path[at + 1] ?? 0, path[at + 2] ?? 0])
    at += 2
  }
  return boxes
}

const fills = new Set<unknown>([OPS.fill, OPS.eoFill])

interface Operators {
  readonly fnArray: ReadonlyArray<number>
  readonly argsArray: ReadonlyArray<unknown>
}

interface GraphicsState {
  readonly matrix: Matrix
  readonly tone: string
}

const rectanglesOf = (operators: Operators): ReadonlyArray<Rectangle> => {
  const found: Array<Rectangle> = []
  const saved: Array<GraphicsState> = []
  let state: GraphicsState = { matrix: [1, 0, 0, 1, 0, 0], tone: "#000000" }
  operators.fnArray.forEach((operator, index) => {
    const args = operators.argsArray[index]
    if (operator === OPS.save) saved.push(state)
    if (operator === OPS.restore) state = saved.pop() ?? state
    if (operator === OPS.setFillRGBColor && Array.isArray(args)) state = { ...state, tone: String(args[0]) }
    if (operator === OPS.transform) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers(args)
      state = { ...state, matrix: times(state.matrix, [a, b, c, d, e, f]) }
    }
    if (operator !== OPS.constructPath || !Array.isArray(args) || !fills.has(args[0])) return
    for (const box of boxesOf(numbers(Array.isArray(args[1]) ? args[1][0] : null))) {
      const corners = box.map(([x, y]) => times(state.matrix, [1, 0, 0, 1, x, y]))
      const [xs, ys] = [corners.map((corner) => corner[4]), corners.map((corner) => corner[5])]
      const [x, y] = [Math.min(...xs), Math.min(...ys)]
      found.push({
        x: millimetres(x),
        y: millimetres(y),
        width: millimetres(Math.max(...xs) - x),
        height: millimetres(Math.max(...ys) - y),
        tone: state.tone,
      })
    }
  })
  return found
}

const withFile = async <A>(bytes: Uint8Array, read: (file: PDFDocumentProxy) => Promise<A>): Promise<A> => {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 })
  const answer = await read(await task.promise)
  await task.destroy()
  return answer
}

const pagesOf = (file: PDFDocumentProxy) =>
  Promise.all(Array.from({ length: file.numPages }, (_, index) => file.getPage(index + 1)))

/** Reads the texts of a file back with pdf.js. */
export const readPdf = (bytes: Uint8Array): Promise<ReadFile> =>
  withFile(bytes, async (file) => {
    const pages: Array<ReadPage> = []
    for (const page of await pagesOf(file)) {
      const { items: found } = await page.getTextContent({ disableNormalization: true })
      const items = found.flatMap((item) => {
        if (!("str" in item) || item.str.trim() === "") return []
        const [, , , , x = 0, y = 0] = numbers(item.transform)
        return [{
          text: item.str,
          x: millimetres(x),
          y: millimetres(y),
          width: millimetres(item.width),
          size: item.height,
        }]
      })
      pages.push({ items, text: squeezed(items.map(({ text }) => text).join("")) })
    }
    const { info } = await file.getMetadata()
    return { pages, info: Object.fromEntries(Object.entries(info)) }
  })

/** The filled rectangles of each page. */
export const readRectangles = (bytes: Uint8Array): Promise<ReadonlyArray<ReadonlyArray<Rectangle>>> =>
  withFile(bytes, async (file) => {
    const pages = await pagesOf(file)
    return Promise.all(pages.map(async (page) => rectanglesOf(await page.getOperatorList())))
  })
