/*
 * The document as a reader hears it (tagged PDF, ISO 32000-1, 14.7 and 14.8): elements in reading order, each with the
 * marked places of the pages where it is drawn. What repeats or only decorates is marked as an artifact instead.
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

/** A place where an element is drawn. Pages count from 0. */
export interface Mark {
  readonly page: number
  readonly mark: number
}

/** A node of the structure tree, which tells readers what the marks on the pages are. */
export interface Element {
  readonly role: Role
  readonly kids: Array<Element | Mark>
  /** What stands for a figure. */
  readonly alt: string | null
  /** BCP 47, where it is not the document's. */
  readonly language: string | null
}

/** An element that is the last kid of its parent so far. */
export const addElement = (
  parent: Element,
  role: Role,
  { alt = null, language = null }: Partial<Pick<Element, "alt" | "language">> = {},
): Element => {
  const element: Element = { role, kids: [], alt, language }
  parent.kids.push(element)
  return element
}

/** The root of a structure without anything in it. */
export const emptyDocument = (): Element => ({ role: "Document", kids: [], alt: null, language: null })
