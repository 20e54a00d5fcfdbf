import { Brand } from "effect"
import type { RecordField, RecordFields } from "../../core/registry/RegistryRecord.ts"
import { namespaces, type Prefix } from "./namespaces.ts"

/** Well-formed XML content. Only this file makes it, so that no text gets in unescaped. */
export type Xml = string & Brand.Brand<"Xml">

const xml = Brand.nominal<Xml>()

/** A field, or each of a list, as an element of that prefix (null: none); what is in it goes under `inner`. */
export const element = (prefix: Prefix | null, name: string, field: RecordField, inner: Prefix | null = prefix): Xml => {
  const tag = prefix === null ? name : `${prefix}:${name}`
  if (typeof field === "string") return xml(`<${tag}>${escaped(field)}</${tag}>`)
  if (isList(field)) return joined(field.map((one) => element(prefix, name, one, inner)))
  return xml(`<${tag}>${elements(inner, field)}</${tag}>`)
}

/** Fields as elements, in their order. */
export const elements = (prefix: Prefix | null, fields: RecordFields, inner: Prefix | null = prefix): Xml =>
  joined(Object.entries(fields).map(([name, field]) => element(prefix, name, field, inner)))

/** An element around content; `declared`: the prefixes that are used in it and not declared around it. */
export const wrapped = (prefix: Prefix, name: string, content: Xml, declared: ReadonlyArray<Prefix> = []): Xml => {
  const declarations = declared.map((one) => ` xmlns:${one}="${namespaces[one]}"`).join("")
  return xml(`<${prefix}:${name}${declarations}>${content}</${prefix}:${name}>`)
}

export const joined = (parts: ReadonlyArray<Xml>): Xml => xml(parts.join(""))

const isList = (field: RecordField): field is ReadonlyArray<RecordFields> => Array.isArray(field)

/** A reader would take a carriage return for a line feed. */
const escapes: ReadonlyMap<string, string> = new Map([["&", "&amp;"], ["<", "&lt;"], [">", "&gt;"], ["\r", "&#13;"]])

/** What is to be written otherwise, and what XML 1.0 cannot hold at all (section 2.2), which becomes U+FFFD. */
const special = /[&<>\r]|[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escaped = (text: string): string => text.replace(special, (character) => escapes.get(character) ?? "\uFFFD")
