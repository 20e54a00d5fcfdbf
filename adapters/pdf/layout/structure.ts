/*
 * The structure of a document, as screen readers use it (tagged PDF, ISO 32000-1, 14.7 and 14.8): elements in reading order,
 * each with the marked content of the pages in which it is drawn. What repeats or only decorates is marked as an artifact.
 */

/** What an element is. */
export type Role =
  | "Document"
  | "H1"
  | "H2"
  | "P"
  | "Figure"
  | "Table"
  | "TR"
  | "TH"
  | "TD"

/** Where a figure stands on its page: its left, bottom, right and top edges, in points from the page's lower left corner. */
export type Box = readonly [left: number, bottom: number, right: number, top: number]

/** Marked content of a page, by its number there. Pages count from 0. */
export interface Mark {
  readonly page: number
  readonly mark: number
  /** The box of a figure; null for text. */
  readonly box: Box | null
}

/** A node of the structure tree, which tells what the marked content of the pages is. */
export interface Element {
  readonly role: Role
  readonly kids: Array<Element | Mark>
  /** The text for those who do not see a figure. */
  readonly alt: string | null
  /** Its language (BCP 47), where it is not the document's. */
  readonly language: string | null
  /** Where the cells of a heading (TH) stand: below it, in its column, or beside it, in its row. */
  readonly scope: "Column" | "Row" | null
}

/** Adds an element as the last kid of its parent. */
export const addElement = (
  parent: Element,
  role: Role,
  { alt = null, language = null, scope = null }: Partial<Pick<Element, "alt" | "language" | "scope">> = {},
): Element => {
  const element: Element = { role, kids: [], alt, language, scope }
  parent.kids.push(element)
  return element
}

/** The root of a structure without anything in it. */
export const emptyDocument = (): Element => ({ role: "Document", kids: [], alt: null, language: null, scope: null })
