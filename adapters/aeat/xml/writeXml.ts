import { Brand } from "effect"
import Builder from "fast-xml-builder"
import { isList } from "../../../core/registry/recordFields.ts"
import type { RecordField, RecordFields } from "../../../core/registry/RegistryRecord.ts"
import { namespaces, type Prefix } from "./namespaces.ts"

/**
 * An element or a text in the form that the builder takes: the contents under the element's name, its attributes under `:@`.
 */
type Node = Readonly<Record<string, unknown>>

/** XML content that is still to be written as text. */
export type Xml = ReadonlyArray<Node> & Brand.Brand<"Xml">

const xml = Brand.nominal<Xml>()

/**
 * A field as an element, or a list as several. It has the prefix `prefix`, and the elements in it have `inner`; null for none.
 */
export const element = (prefix: Prefix | null, name: string, field: RecordField, inner: Prefix | null = prefix): Xml => {
  const tag = prefix === null ? name : `${prefix}:${name}`
  if (typeof field === "string") return xml([{ [tag]: [{ "#text": storable(field) }] }])
  if (isList(field)) return joined(field.map((one) => element(prefix, name, one, inner)))
  return xml([{ [tag]: elements(inner, field) }])
}

/** Fields as elements, in their order, with prefixes as in `element`. */
export const elements = (prefix: Prefix | null, fields: RecordFields, inner: Prefix | null = prefix): Xml =>
  joined(Object.entries(fields).map(([name, field]) => element(prefix, name, field, inner)))

/** An element around content; `declared` are the prefixes that it declares: those used in it and not declared around it. */
export const wrapped = (prefix: Prefix, name: string, content: Xml, declared: ReadonlyArray<Prefix> = []): Xml => {
  const declarations = Object.fromEntries(declared.map((one) => [`@_xmlns:${one}`, namespaces[one]]))
  return xml([{ [`${prefix}:${name}`]: content, ":@": declarations }])
}

/** Contents one after the other. */
export const joined = (parts: ReadonlyArray<Xml>): Xml => xml(parts.flat())

/** The content as text, without an XML declaration. */
export const xmlText = (content: Xml): string => builder.build(content)

/** The content as a document, with its XML declaration (UTF-8). */
export const xmlDocument = (content: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(content)}`

/** Settings of the builder; its types do not know `entities`. */
const settings = {
  preserveOrder: true,
  ignoreAttributes: false,
  entities: [
    { regex: /&/g, val: "&amp;" },
    { regex: /</g, val: "&lt;" },
    { regex: />/g, val: "&gt;" },
    // A reader would take a carriage return for a line feed.
    { regex: /\r/g, val: "&#13;" },
  ],
}

const builder = new Builder(settings)

/** Characters that XML 1.0 cannot hold in any form (section 2.2). */
const impossible = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const storable = (text: string): string => text.replace(impossible, "\uFFFD")
