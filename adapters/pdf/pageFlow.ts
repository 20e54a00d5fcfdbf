import type { Line } from "./lines.ts"
import { blankPage, drawLine, type Page, sheet } from "./page.ts"
import type { Typesetter } from "./typesetter.ts"

/** Something drawn that is no line of text. */
export interface Figure {
  readonly height: number
  readonly draw: (page: Page, x: number, top: number) => void
}

/** Lines and figures below one another, in a column of the page. */
export interface Cell {
  readonly x: number
  readonly width: number
  readonly align: "left" | "right" | "center"
  readonly items: ReadonlyArray<Line | Figure>
}

/** Pages in the making, and the place on the last one where the next row starts. */
export interface Flow {
  readonly typesetter: Typesetter
  readonly pages: Array<Page>
  page: Page
  y: number
  /** Where rows start on the last page. */
  start: number
  /** Draws what each further page begins with: the headings of a table under way. */
  heading: (() => void) | null
}

export const startFlow = (typesetter: Typesetter): Flow => {
  const page = blankPage()
  return { typesetter, pages: [page], page, y: sheet.top, start: sheet.top, heading: null }
}

const turnPage = (flow: Flow): void => {
  flow.page = blankPage()
  flow.pages.push(flow.page)
  flow.y = sheet.top
  flow.start = sheet.top
  flow.heading?.()
  flow.start = flow.y
}

const heightOf = (item: Line | Figure): number => "runs" in item ? item.style.leading : item.height

/** Height of the tallest of the cells. */
export const rowHeight = (cells: ReadonlyArray<Cell>): number =>
  cells.reduce((tallest, { items }) => {
    const height = items.reduce((sum, item) => sum + heightOf(item), 0)
    return Math.max(tallest, height)
  }, 0)

// A hair lower than the margin, for the rounding of sums.
const foot = sheet.bottom + 0.01

/** Turns the page unless so much height is left, or no page would have it. */
export const need = (flow: Flow, height: number): void => {
  if (flow.y + height > foot && flow.y > flow.start && height <= sheet.bottom - sheet.top) turnPage(flow)
}

const drawItem = ({ page, typesetter }: Flow, cell: Cell, item: Line | Figure, top: number): void => {
  if ("draw" in item) return item.draw(page, cell.x, top)
  const slack = cell.width - item.width
  const indent = cell.align === "left" ? 0 : cell.align === "right" ? slack : slack / 2
  drawLine(typesetter, page, item, cell.x + indent, top)
}

// Draws what of the cell fits and answers what does not. A fresh page always takes something.
const pour = (flow: Flow, cell: Cell, fresh: boolean): { readonly rest: Cell; readonly end: number } => {
  let end = flow.y
  let count = 0
  for (const item of cell.items) {
    const height = heightOf(item)
    if (end + height > foot && !(fresh && count === 0)) break
    drawItem(flow, cell, item, end)
    end += height
    count++
  }
  return { rest: { ...cell, items: cell.items.slice(count) }, end }
}

/**
 * Draws a row of cells, their upper edges level, with room `above` and `below` it. A row that does not fit
 * goes to the next page whole; one that is taller than a page is divided between its lines.
 */
export const place = (flow: Flow, cells: ReadonlyArray<Cell>, above = 0, below = 0): void => {
  need(flow, above + rowHeight(cells) + below)
  let rest = cells
  for (;;) {
    const fresh = flow.y === flow.start
    flow.y += above
    const poured = rest.map((cell) => pour(flow, cell, fresh))
    flow.y = poured.reduce((lowest, { end }) => Math.max(lowest, end), flow.y) + below
    rest = poured.map((part) => part.rest)
    if (rest.every((cell) => cell.items.length === 0)) return
    turnPage(flow)
  }
}
