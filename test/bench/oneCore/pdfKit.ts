import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { readPdf, readRectangles, type ReadPage, type Rectangle } from "../../pdf/readPdf.ts"

/** How a text is set: on one line, or wrapped within a width. */
interface TextOptions {
  readonly lineBreak?: boolean
  readonly width?: number
  readonly align?: "right"
}

/** The part of pdfkit that draws an invoice. */
export interface Drawing {
  readonly on: (event: "data" | "end", listener: (chunk: Uint8Array) => void) => unknown
  readonly registerFont: (name: string, font: Uint8Array | string) => unknown
  readonly addPage: () => unknown
  readonly font: (name: string) => Drawing
  readonly fontSize: (size: number) => Drawing
  readonly text: (text: string, x: number, y: number, options: TextOptions) => Drawing
  readonly rect: (x: number, y: number, width: number, height: number) => Drawing
  readonly fill: (tone: string) => Drawing
  readonly end: () => void
}

type Kit = new(options: { readonly size: "A4"; readonly margin: number; readonly autoFirstPage: boolean }) => Drawing

const isKit = (value: unknown): value is Kit => typeof value === "function"

/** pdfkit; undefined where it is not installed. */
export const loadPdfKit = (): Kit | undefined => {
  try {
    const loaded: unknown = createRequire(import.meta.url)("pdfkit")
    return isKit(loaded) ? loaded : undefined
  } catch {
    return undefined
  }
}

/** The two fonts of a drawing: font files to be embedded in part, or the names of standard fonts. */
export interface Fonts {
  readonly regular: Uint8Array | string
  readonly bold: Uint8Array | string
}

const fontFile = (name: string): Uint8Array =>
  readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}`))

export const embeddedFonts: Fonts = {
  regular: fontFile("DejaVuSansCondensed.ttf"),
  bold: fontFile("DejaVuSansCondensed-Bold.ttf"),
}

export const standardFonts: Fonts = { regular: "Helvetica", bold: "Helvetica-Bold" }

const points = (millimetres: number): number => (millimetres * 72) / 25.4
const pageHeight = 841.89

/** The texts and rectangles on the pages of a file, with their positions. */
export interface Drawn {
  readonly pages: ReadonlyArray<ReadPage>
  readonly rectangles: ReadonlyArray<ReadonlyArray<Rectangle>>
}

export const readDrawn = async (file: Uint8Array): Promise<Drawn> =>
  ({ pages: (await readPdf(file)).pages, rectangles: await readRectangles(file) })

/**
 * Draws the same texts and the same QR code at the same places, and returns the size of the file in bytes. pdfkit is spared the
 * work of finding the places: measuring texts, breaking lines and pages.
 */
export const drawAgain = (kit: Kit, { pages, rectangles }: Drawn, fonts: Fonts): Promise<number> =>
  new Promise((resolve) => {
    const document = new kit({ size: "A4", margin: 0, autoFirstPage: false })
    let bytes = 0
    document.on("data", (chunk) => (bytes += chunk.length))
    document.on("end", () => resolve(bytes))
    document.registerFont("regular", fonts.regular)
    document.registerFont("bold", fonts.bold)
    for (const [index, { items }] of pages.entries()) {
      document.addPage()
      for (const { size, text, x, y } of items) {
        const cut = size > 15 ? "bold" : "regular"
        document.font(cut).fontSize(size).text(text, points(x), pageHeight - points(y), { lineBreak: false })
      }
      const figures = rectangles[index] ?? []
      for (const { height, width, x, y } of figures) {
        document.rect(points(x), pageHeight - points(y + height), points(width), points(height))
      }
      if (figures.length > 0) document.fill("black")
    }
    document.end()
  })
