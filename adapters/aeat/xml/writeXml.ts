import { Brand } from "effect"
import Builder from "fast-xml-builder"
import { isList } from "../../../core/registry/recordFields.ts"
import type { RecordField, RecordFields } from "../../../core/registry/RegistryRecord.ts"
import { namespaces, type Prefix } from "./namespaces.ts"

/** One element or text, as the builder takes it in order: what is in it under its name, its attributes under `:@`. */
type Node = Readonly<Record<string, unknown>>

/** XML content, still to be written. */
export type Xml = ReadonlyArray<Node> & Brand.Brand<"Xml">

const xml = Brand.nominal<Xml>()

/** A field, or each of a list, as an element of that prefix (null: none); what is in it goes under `inner`. */
export const element = (prefix: Prefix | null, name: string, field: RecordField, inner: Prefix | null = prefix): Xml => {
  const tag = prefix === null ? name : `${prefix}:${name}`
  if (typeof field === "string") return xml([{ [tag]: [{ "#text": storable(field) }] }])
  if (isList(field)) return joined(field.map((one) => element(prefix, name, one, inner)))
  return xml([{ [tag]: elements(inner, field) }])
}

/** Fields as elements, in their order. */
export const elements = (prefix: Prefix | null, fields: RecordFields, inner: Prefix | null = prefix): Xml =>
  joined(Object.entries(fields).map(([name, field]) => element(prefix, name, field, inner)))

/** An element around content; `declared`: the prefixes that are used in it and not declared around it. */
export const wrapped = (prefix: Prefix, name: string, content: Xml, declared: ReadonlyArray<Prefix> = []): Xml => {
  const declarations = Object.fromEntries(declared.map((one) => [`@_xmlns:${one}`, namespaces[one]]))
  return xml([{ [`${prefix}:${name}`]: content, ":@": declarations }])
}

/** Contents one after the other. */
export const joined = (parts: ReadonlyArray<Xml>): Xml => xml(parts.flat())

/** The content alone. */
export const xmlText = (content: Xml): string => builder.build(content)

/** The content as a document of its own, in UTF-8. */
export const xmlDocument = (content: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(content)}`

/** `entities` is missing from the builder's types. */
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

/** What XML 1.0 cannot hold at all (section 2.2). */
const impossible = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const storable = (text: string): string => text.replace(impossible, "\uFFFD")
