import { type Fields, isFields, mapFields } from "./Fields.ts"

/** What the contract's names of fields mean (section 2). A bare `fecha` may be either, so its resource declares it. */
const formats: ReadonlyArray<readonly [names: RegExp, format: string]> = [
  [/^(creado|creada|modificado|hora|generado|verificado|caduca|desde)$|_en$|^(ultimo|proximo)_(envio|intento)$/, "date-time"],
  [/^fecha_/, "date"],
  [/^email$/, "email"],
  [/^(url|qr|siguiente)$/, "uri"],
]

/** Tells the formats of an answered resource's texts by the names of its fields; a declared one stays. */
export const withFormats = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withFormats)
  if (!isFields(schema)) return schema
  return mapFields(schema, (value, key) =>
    key === "properties" && isFields(value)
      ? mapFields(value, (property, name) => withFormat(withFormats(property), name))
      : withFormats(value))
}

const withFormat = (schema: unknown, name: string): unknown => {
  if (!isFields(schema) || !isText(schema)) return schema
  const found = formats.find(([names]) => names.test(name))
  return found === undefined ? schema : { ...schema, format: found[1] }
}

/** Text that says nothing yet of its form. */
const isText = ({ enum: values, format, pattern, type }: Fields): boolean =>
  (type === "string" || (Array.isArray(type) && type.every((one) => one === "string" || one === "null")))
  && values === undefined && format === undefined && pattern === undefined
