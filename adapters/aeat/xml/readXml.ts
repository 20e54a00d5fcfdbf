import { parseXml, type XmlDocument, XmlDocumentType, XmlElement, XmlText } from "@rgrove/parse-xml"
import { Either } from "effect"
import type { RecordField, RecordFields } from "../../../core/registry/RegistryRecord.ts"

/** An element that was read. */
export interface Element {
  /** Null outside of any namespace. */
  readonly namespace: string | null
  /** Without its prefix. */
  readonly name: string
  readonly children: ReadonlyArray<Element>
  /** What stands directly in it, as written; references are resolved. */
  readonly text: string
}

/** Reads a document strictly. What is not well formed, or declares a document type, is refused: why, in English. */
export const readXml = (text: string): Either.Either<Element, string> =>
  Either.flatMap(
    Either.try({
      // Line ends as XML reads them (section 2.11); the parser is slow at texts of many.
      try: () => parseXml(text.replace(/\r\n?/g, "\n"), { preserveDocumentType: true }),
      catch: (error) => (error instanceof Error ? error.message.split("\n", 1).join() : "not XML"),
    }),
    elementOf,
  )

const elementOf = (document: XmlDocument): Either.Either<Element, string> => {
  if (document.root === null) return Either.left("no element")
  if (document.children.some((child) => child instanceof XmlDocumentType)) return Either.left("a document type")
  return scoped(document.root, new Map([["xml", "http://www.w3.org/XML/1998/namespace"]]), 0)
}

/** Deeper than any message of AEAT's, and far from the end of the stack. */
const depthMax = 64

/** Prefixes that hold in one place; each element that declares more of them costs in proportion. */
const prefixesMax = 64

const scoped = (
  { attributes, children, name: qualified }: XmlElement,
  outer: ReadonlyMap<string, string>,
  depth: number,
): Either.Either<Element, string> => {
  const declared = Object.entries(attributes)
    .filter(([attribute]) => attribute === "xmlns" || attribute.startsWith("xmlns:"))
    .map(([attribute, value]) => [attribute.slice("xmlns:".length), value] as const)
  if (outer.size + declared.length > prefixesMax) return Either.left("too many namespaces")
  const scope = declared.length === 0 ? outer : new Map([...outer, ...declared])
  const [name = "", prefix = "", surplus] = qualified.split(":").reverse()
  const namespace = scope.get(prefix) ?? ""
  if (surplus !== undefined || name === "" || (prefix !== "" && namespace === "")) {
    return Either.left(`unknown prefix in ${qualified}`)
  }
  if (depth > depthMax) return Either.left("too deep")
  const read: Array<Element> = []
  let text = ""
  for (const child of children) {
    if (child instanceof XmlText) text += child.text
    if (!(child instanceof XmlElement)) continue
    const inner = scoped(child, scope, depth + 1)
    if (Either.isLeft(inner)) return inner
    read.push(inner.right)
  }
  return Either.right({ namespace: namespace === "" ? null : namespace, name, children: read, text })
}

/** The only child of that name, or the first. */
export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name)

/** The text of the child of that name, without outer blanks; undefined where there is none or it is blank. */
export const textOf = (element: Element | undefined, name: string): string | undefined =>
  childOf(element, name)?.text.trim() || undefined

/** The one of these texts that it is. */
export const oneOf = <Text extends string>(texts: ReadonlyArray<Text>, text: string | undefined): Text | undefined =>
  texts.find((one) => one === text)

/** What is in the element, under the names of its children; those that are repeated make a list. */
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
