import type { Line } from "../text/lines.ts"
import type { Typesetter } from "../text/typesetter.ts"
import { beginMark, blankPage, drawLine, type Page, sheet, showLineEnd } from "./page.ts"
import { type Element, emptyDocument } from "./structure.ts"

/** Something drawn that is no line of text; it marks itself. */
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
  /** What its lines are to a reader; null for what repeats or decorates. */
  readonly element: Element | null
  /** Points that each line stands left of its place, such as behind its decimal mark. */
  readonly hangs?: ReadonlyArray<number>
}

/** Pages in the making, and the place on the last one where the next row starts. */
export interface Flow {
  readonly typesetter: Typesetter
  readonly pages: Array<Page>
  page: Page
  y: number
  /** Where rows start on the last page. */
  start: number
  /** What the pages tell, as a reader hears it. */
  readonly root: Element
  /** Draws the head of each further page. */
  readonly head: (flow: Flow) => void
  /** Draws what follows it: the headings of a table under way. */
  heading: (() => void) | null
}

/** A flow that begins at the top of the first page; `head` is set on each page after it. */
export const startFlow = (typesetter: Typesetter, head: (flow: Flow) => void): Flow => {
  const page = blankPage(0)
  return {
    typesetter, pages: [page], page, y: sheet.top, start: sheet.top, root: emptyDocument(), head, heading: null,
  }
}

/** Goes on with a further page, its head and the headings under way drawn. */
export const turnPage = (flow: Flow): void => {
  flow.page = blankPage(flow.pages.length)
  flow.pages.push(flow.page)
  flow.y = sheet.top
  flow.head(flow)
  flow.start = flow.y
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

/** Whether so much height is left on the page. */
export const fits = (flow: Flow, height: number): boolean => flow.y + height <= foot

/** Turns the page unless so much height is left, or no page would have it. */
export const need = (flow: Flow, height: number): void => {
  if (!fits(flow, height) && flow.y > flow.start && height <= sheet.bottom - sheet.top) turnPage(flow)
}

const xOf = (cell: Cell, line: Line, index: number): number => {
  if (cell.align === "left") return cell.x
  const slack = cell.width - line.width
  return cell.x + (cell.align === "center" ? slack / 2 : Math.max(0, slack - (cell.hangs?.[index] ?? 0)))
}

// Draws what of the cell fits and answers what does not. A fresh page always takes something.
const pour = (flow: Flow, cell: Cell, fresh: boolean): { readonly rest: Cell; readonly end: number } => {
  const { page, typesetter } = flow
  let end = flow.y
  let count = 0
  let before: Line | null = null
  for (const item of cell.items) {
    const height = heightOf(item)
    if (end + height > foot && !(fresh && count === 0)) break
    if ("draw" in item) item.draw(page, cell.x, end)
    else if (item.runs.length > 0) {
      if (before === null) page.text.push(beginMark(page, cell.element))
      else if (!before.divided) page.text.push(showLineEnd(typesetter, before))
      before = item
      drawLine(typesetter, page, item, xOf(cell, item, count), end)
    }
    end += height
    count++
  }
  if (before !== null) page.text.push("EMC")
  return { rest: { ...cell, items: cell.items.slice(count) }, end }
}

/**
 * Draws a row of cells, their upper edges level, with room `above` and `below` it. A row that does not fit
 * goes to the next page whole; one that is taller than a page is divided between its lines.
 */
export const place = (flow: Flow, cells: ReadonlyArray<Cell>, above = 0, below = 0): void => {
  need(flow, above + rowHeight(cells) + below)
  placeHere(flow, cells, above, below)
}

/** The same, from here on, whether or not it fits: what does not goes on with the next page. */
export const placeHere = (flow: Flow, cells: ReadonlyArray<Cell>, above = 0, below = 0): void => {
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
