import type { Line } from "../text/lines.ts"
import type { Typesetter } from "../text/typesetter.ts"
import { beginMark, blankPage, drawLine, type Page, sheet, showLineEnd } from "./page.ts"
import { type Element, emptyDocument } from "./structure.ts"

/** Something that is drawn and is not a line of text. It marks its own content (`beginMark`). */
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
  /** The element of its lines in the structure; null for what only repeats or decorates. */
  readonly element: Element | null
  /** How far each line is moved to the left from the right edge, in points, so that decimal marks are aligned. */
  readonly hangs?: ReadonlyArray<number>
}

/** Pages in the making, and the place on the last one where the next row starts. */
export interface Flow {
  readonly typesetter: Typesetter
  readonly pages: Array<Page>
  /** The last page. */
  page: Page
  y: number
  /** Where rows start on the last page. */
  start: number
  /** The root of the document's structure. */
  readonly root: Element
  /** Draws the head of each further page. */
  readonly head: (flow: Flow) => void
  /** Draws what follows it: the headings of a table under way. */
  heading: (() => void) | null
}

/** A flow that begins at the top of the first page; `head` is drawn on each page after it. */
export const startFlow = (typesetter: Typesetter, head: (flow: Flow) => void): Flow => {
  const page = blankPage(0)
  return {
    typesetter, pages: [page], page, y: sheet.top, start: sheet.top, root: emptyDocument(), head, heading: null,
  }
}

/** Goes on with a new page, and draws its head and the headings of a table under way. */
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

/** The height of the tallest cell. */
export const rowHeight = (cells: ReadonlyArray<Cell>): number =>
  cells.reduce((tallest, { items }) => {
    const height = items.reduce((sum, item) => sum + heightOf(item), 0)
    return Math.max(tallest, height)
  }, 0)

// A hair below the margin, since sums are rounded.
const foot = sheet.bottom + 0.01

/** Whether so much height is left on the page. */
export const fits = (flow: Flow, height: number): boolean => flow.y + height <= foot

/** Turns the page when less than this height is left; but not on a fresh page, nor when no page is that high. */
export const need = (flow: Flow, height: number): void => {
  if (!fits(flow, height) && flow.y > flow.start && height <= sheet.bottom - sheet.top) turnPage(flow)
}

const xOf = (cell: Cell, line: Line, index: number): number => {
  if (cell.align === "left") return cell.x
  const slack = cell.width - line.width
  return cell.x + (cell.align === "center" ? slack / 2 : Math.max(0, slack - (cell.hangs?.[index] ?? 0)))
}

// Draws as much of the cell as fits, and answers the rest. A fresh page takes at least one item, even if it does not fit.
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

/** Draws a row of cells from here on, whether or not it fits: what does not fit goes on on the next page. */
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
