import { type Canvas, createCanvas, loadImage } from "@napi-rs/canvas"
import { getDocument } from "./pdfjs.ts"

/** A page as shown on a screen, with one byte of grey per pixel, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

const pictureOf = (canvas: Canvas): Picture => {
  const { height, width } = canvas
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height)
  const grey = Uint8Array.from({ length: width * height }, (_, at) =>
    Math.round((2 * (data[4 * at] ?? 0) + 5 * (data[4 * at + 1] ?? 0) + (data[4 * at + 2] ?? 0)) / 8))
  return { width, height, grey }
}

/** Draws every page of a file at that many pixels per inch, with no fonts but those in it. */
export const renderPdf = async (bytes: Uint8Array, dpi: number): Promise<ReadonlyArray<Canvas>> => {
  const task = getDocument({ data: bytes.slice(), verbosity: 0, disableFontFace: true, useSystemFonts: false })
  const file = await task.promise
  const pages: Array<Canvas> = []
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number)
    const viewport = page.getViewport({ scale: dpi / 72 })
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
    // The Node canvas has everything of a browser's that is needed for drawing.
    await page.render({ canvas: Object(canvas), canvasContext: Object(canvas.getContext("2d")), viewport }).promise
    pages.push(canvas)
  }
  await task.destroy()
  return pages
}

/** The pages in grey. */
export const pictures = (pages: ReadonlyArray<Canvas>): ReadonlyArray<Picture> => pages.map(pictureOf)

/** Reads a PNG in grey. */
export const readPicture = async (path: string): Promise<Picture> => {
  const image = await loadImage(path)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext("2d").drawImage(image, 0, 0)
  return pictureOf(canvas)
}
