import jsqrModule from "jsqr"
import { readPdf, readRectangles, type ReadPage, type Rectangle } from "./readPdf.ts"

// The package's types declare an ES module, but it is a CommonJS one.
type Decode = typeof jsqrModule.default
const isDecode = (value: unknown): value is Decode => typeof value === "function"
const decode: Decode = isDecode(jsqrModule) ? jsqrModule : jsqrModule.default

/** A page with all filled rectangles on it. */
export interface DrawnPage extends ReadPage {
  readonly rectangles: ReadonlyArray<Rectangle>
}

/** The black rectangles, which are the modules of a QR. */
export const dark = (page: DrawnPage | undefined): ReadonlyArray<Rectangle> =>
  page?.rectangles.filter(({ tone }) => tone === "#000000") ?? []

/** A bounding box in millimetres from the lower left corner of the page. */
export interface Edges {
  readonly left: number
  readonly right: number
  readonly lower: number
  readonly upper: number
}

/** The outermost edges of some rectangles, in millimetres. */
export const edgesOf = (rectangles: ReadonlyArray<Rectangle>): Edges => ({
  left: Math.min(...rectangles.map(({ x }) => x)),
  right: Math.max(...rectangles.map(({ width, x }) => x + width)),
  lower: Math.min(...rectangles.map(({ y }) => y)),
  upper: Math.max(...rectangles.map(({ height, y }) => y + height)),
})

/** The text that a camera reads from the QR and its surroundings, at so many pixels per millimetre. */
export const readQr = (page: DrawnPage, pixels: number): string | undefined => {
  const margin = 8
  const { left, lower, right, upper } = edgesOf(dark(page))
  const width = Math.round((right - left + 2 * margin) * pixels)
  const height = Math.round((upper - lower + 2 * margin) * pixels)
  const picture = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const { height: tall, tone, width: wide, x, y } of page.rectangles) {
    const [fromX, toX] = [x, x + wide].map((edge) => Math.round((edge - left + margin) * pixels))
    const [fromY, toY] = [y + tall, y].map((edge) => Math.round((upper + margin - edge) * pixels))
    for (let row = Math.max(0, fromY ?? 0); row < Math.min(height, toY ?? 0); row++) {
      for (let column = Math.max(0, fromX ?? 0); column < Math.min(width, toX ?? 0); column++) {
        picture.fill(tone === "#000000" ? 0 : 255, (row * width + column) * 4, (row * width + column) * 4 + 3)
      }
    }
  }
  return decode(picture, width, height)?.data
}

/** The pages of a file, with all filled rectangles on them. */
export const readDrawnPages = async (bytes: Uint8Array): Promise<ReadonlyArray<DrawnPage>> => {
  const { pages } = await readPdf(bytes)
  const rectangles = await readRectangles(bytes)
  return pages.map((page, index) => ({ ...page, rectangles: rectangles[index] ?? [] }))
}
