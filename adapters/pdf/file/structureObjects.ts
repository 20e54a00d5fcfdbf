import type { Page } from "../layout/page.ts"
import type { Box, Element, Mark } from "../layout/structure.ts"
import { decimal } from "./numbers.ts"
import { type PdfObjects, type Ref, textOf } from "./pdfObjects.ts"

const isElement = (kid: Element | Mark): kid is Element => "role" in kid

// Whether an element, or anything in it, is drawn. Others are left out; but an empty cell keeps its place in a row.
const isDrawn = ({ kids }: Element): boolean => kids.some((kid) => !isElement(kid) || isDrawn(kid))

/** The place of a figure, by which readers point to it (ISO 32000-1, 14.8.5.4.3). */
const placeOf = (box: Box): string => ` /A <</O /Layout /BBox [${box.map(decimal).join(" ")}]>>`

/**
 * Further entries of an element: whether a heading is of its column or its row, the place of a figure and the text for it, the
 * language.
 */
const detailsOf = ({ alt, language, scope }: Element, box: Box | null): string =>
  (scope === null ? "" : ` /A <</O /Table /Scope /${scope}>>`)
  + (box === null ? "" : placeOf(box))
  + (alt === null ? "" : ` /Alt ${textOf(alt)}`)
  + (language === null ? "" : ` /Lang ${textOf(language)}`)

/** How many rows of a table are put before others have their turn. */
const kidsPerTurn = 60

/** Puts the elements that are drawn into the file, and answers the root of the structure. Yields now and then. */
export function* addStructure(
  objects: PdfObjects,
  root: Element,
  pages: ReadonlyArray<Page>,
  pageRefs: ReadonlyArray<Ref>,
): Generator<void, Ref> {
  const { add, put, reserve } = objects
  const refs = new Map<Element, Ref>()
  const putWith = (element: Element, parent: Ref, ref: Ref, kids: ReadonlyArray<string>, first?: Mark): void => {
    refs.set(element, ref)
    const page = first === undefined ? "" : ` /Pg ${pageRefs[first.page]}`
    put(ref, `<</S /${element.role} /P ${parent}${page} /K [${kids.join(" ")}]${detailsOf(element, first?.box ?? null)}>>`)
  }
  const putElement = (element: Element, parent: Ref): Ref => {
    const ref = reserve()
    let first: Mark | undefined
    const kids: Array<string> = []
    for (const kid of element.kids) {
      if (isElement(kid)) {
        kids.push(putElement(kid, ref))
        continue
      }
      first ??= kid
      kids.push(kid.page === first.page ? String(kid.mark) : `<</Type /MCR /Pg ${pageRefs[kid.page]} /MCID ${kid.mark}>>`)
    }
    putWith(element, parent, ref, kids, first)
    return ref
  }
  const rootRef = reserve()
  const documentRef = reserve()
  const parts: Array<string> = []
  for (const part of root.kids) {
    if (!isElement(part) || !isDrawn(part)) continue
    if (part.role !== "Table") {
      parts.push(putElement(part, documentRef))
      continue
    }
    const ref = reserve()
    const rows: Array<string> = []
    for (const [index, row] of part.kids.entries()) {
      if (isElement(row) && isDrawn(row)) rows.push(putElement(row, ref))
      if (index % kidsPerTurn === kidsPerTurn - 1) yield
    }
    putWith(part, documentRef, ref, rows)
    parts.push(ref)
  }
  putWith(root, rootRef, documentRef, parts)
  const places = pages.map(({ index, marks }) => `${index} [${marks.map((element) => refs.get(element)).join(" ")}]`)
  const tree = add(`<</Nums [${places.join(" ")}]>>`)
  put(rootRef, `<</Type /StructTreeRoot /K [${documentRef}] /ParentTree ${tree} /ParentTreeNextKey ${pages.length}>>`)
  return rootRef
}
