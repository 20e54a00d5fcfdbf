import { Either } from "effect"
import { SaxesParser } from "saxes"
import type { RecordField, RecordFields } from "../../../core/registry/RegistryRecord.ts"

/** An element that was read. */
export interface Element {
  /** Null outside of any namespace. */
  readonly namespace: string | null
  /** Without its prefix. */
  readonly name: string
  readonly children: ReadonlyArray<Element>
  /** The text directly in it, with its blanks; references are resolved. */
  readonly text: string
}

/** Reads a document as it comes, in parts cut anywhere, so that a long one keeps nobody else waiting. */
export interface XmlReader {
  readonly write: (part: string) => void
  /**
   * The root, once all is written. Left: why it is refused, in English: it is not well formed, too deep or too full, or declares
   * a document type.
   */
  readonly end: () => Either.Either<Element, string>
}

/**
 * A strict reader: no references are resolved but those to characters and to the five entities of XML itself. `kept` are the
 * names of the elements that are wanted: any other is left out with all that is in it, and takes no memory.
 */
export const makeXmlReader = (kept?: ReadonlySet<string>): XmlReader => {
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: "1.0", forceXMLVersion: true })
  const open: Array<ElementInReading> = []
  let count = 0
  /** How deep we are in an element that is left out; 0 outside of any. */
  let leftOut = 0
  let root: Element | undefined
  let fault: string | undefined
  const addText = (text: string) => {
    const inner = open.at(-1)
    if (inner !== undefined && leftOut === 0) inner.text += text
  }
  parser.on("doctype", () => parser.fail("a document type"))
  parser.on("text", addText)
  parser.on("cdata", addText)
  parser.on("closetag", () => {
    if (leftOut > 0) leftOut -= 1
    else open.pop()
  })
  parser.on("opentag", ({ local, uri }) => {
    if (open.length + leftOut > depthMax) parser.fail("too deep")
    if (leftOut > 0 || kept?.has(local) === false) {
      leftOut += 1
      return
    }
    count += 1
    if (count > elementsMax) parser.fail("too many elements")
    const element = { namespace: uri === "" ? null : uri, name: local, children: [], text: "" }
    const outer = open.at(-1)
    if (outer === undefined) root = element
    else outer.children.push(element)
    open.push(element)
  })
  /** Does nothing any more after the first fault. */
  const unlessBroken = (step: () => void) => {
    if (fault !== undefined) return
    try {
      step()
    } catch (error) {
      fault = error instanceof Error ? error.message : "not XML"
    }
  }
  return {
    write: (part) => unlessBroken(() => void parser.write(part)),
    end: () => {
      unlessBroken(() => void parser.close())
      return root === undefined || fault !== undefined ? Either.left(fault ?? "no element") : Either.right(root)
    },
  }
}

/** An element whose end has not come yet. */
interface ElementInReading extends Element {
  readonly children: Array<Element>
  text: string
}

/** The deepest nesting: deeper than any message of AEAT's, and not so deep that reading gets slow. */
const depthMax = 64

/**
 * The most elements, which take about 200 MB. A page of ten thousand records has a few hundred thousand; as many bytes of the
 * smallest elements would have 17 million.
 */
const elementsMax = 2_000_000

/** Reads a document that is given as a whole, like {@link makeXmlReader}. */
export const readXml = (text: string): Either.Either<Element, string> => {
  const reader = makeXmlReader()
  reader.write(text)
  return reader.end()
}

/** The first child of that name. */
export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name)

/** The text of the first child of that name, without outer blanks; undefined where there is none, or nothing but blanks. */
export const textOf = (element: Element | undefined, name: string): string | undefined =>
  childOf(element, name)?.text.trim() || undefined

/** The text, if it is one of these. */
export const oneOf = <Text extends string>(texts: ReadonlyArray<Text>, text: string | undefined): Text | undefined =>
  texts.find((one) => one === text)

/** The children of an element as fields by their names. Children of one name that have children themselves make a list. */
export const fieldsOf = ({ children }: Element): RecordFields => {
  const named = new Map<string, { readonly text: string; readonly groups: Array<RecordFields> }>()
  for (const child of children) {
    const known = named.get(child.name) ?? { text: child.text, groups: [] }
    named.set(child.name, known)
    if (child.children.length > 0) known.groups.push(fieldsOf(child))
  }
  return Object.fromEntries([...named].map(([name, { groups, text }]) => [name, together(text, groups)]))
}

const together = (text: string, [first, ...others]: ReadonlyArray<RecordFields>): RecordField => {
  if (first === undefined) return text
  return others.length === 0 ? first : [first, ...others]
}
