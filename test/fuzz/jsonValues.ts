import * as fc from "fast-check"
import { type Fields, fieldsIn, fieldsOf } from "../../adapters/http/openApi/Fields.ts"
import { hostileName, hostileValue } from "./hostile.ts"
import { collectionsOfField, meant } from "./operations.ts"
import { placeholder } from "./pool.ts"

/** A property with its value as JSON text. */
export type Entry = readonly [name: string, value: string]

/** A JSON object of these properties in this order; names may repeat. */
export const objectText = (entries: ReadonlyArray<Entry>): string =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`

/** How values are made. */
export interface Manner {
  /** Values of properties that are known to be accepted. */
  readonly samples: Fields
  /** How often a hostile value replaces a valid one, in percent. */
  readonly hostility: number
}

const days = ["2026-11-20", "2026-11-01T23:30:00Z", "2026-11-20T00:30+01:00"]

/** Accepted values of fields whose schema does not say enough. */
const known: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  nif: ["12345678Z", "b-12345674", "X1234567L"],
  nif_iva: ["FR12345678901", "ESB12345674"],
  iban: ["ES91 2100 0418 4502 0005 1332"],
  codigo_barras: ["4006381333931", "96385074"],
  plazos: ["30/60/90", "30"],
  serie: ["A", "R-2", "B/26"],
  fecha: ["2026-11-19", "2026-11-20T09:00:00Z"],
  fecha_emision: ["2026-11-20", "2026-11-01T23:30:00Z"],
  fecha_vencimiento: ["2026-12-31"],
  emision_desde: days,
  emision_hasta: days,
  vencimiento_desde: days,
  vencimiento_hasta: days,
  fecha_desde: days,
  fecha_hasta: days,
  tipo_iva: [21, 10, 4, 0],
  divisa: ["EUR"],
  moneda: ["EUR", "USD"],
  tipo_cambio: [1, 0.92],
  url: ["https://avisos.ejemplo.es/talonario"],
}

/** Values of a schema, as JSON texts. */
export const jsonOf = (schema: unknown, name: string, manner: Manner): fc.Arbitrary<string> => {
  const { hostility } = manner
  const documented = documentedOf(meant(schema), name, manner)
  if (hostility === 0) return documented
  return fc.oneof(
    { weight: 100 - hostility, arbitrary: documented },
    { weight: hostility, arbitrary: hostileValue },
  )
}

const documentedOf = (schema: Fields, name: string, manner: Manner): fc.Arbitrary<string> => {
  const { type } = schema
  const types: ReadonlyArray<unknown> = Array.isArray(type) ? type : [type]
  const plain = types.filter((one) => one !== "null").map((one) => ofType(one, schema, name, manner))
  const values = known[name] ?? []
  const samples = [...(name in manner.samples ? [manner.samples[name]] : []), ...values]
    .map((value) => JSON.stringify(value))
  return fc.oneof(
    { weight: 5, arbitrary: fc.oneof(...plain) },
    ...(types.includes("null") ? [{ weight: 1, arbitrary: fc.constant("null") }] : []),
    ...(samples.length > 0
      ? [{ weight: values.length > 0 ? 30 : 6, arbitrary: fc.constantFrom(...samples) }]
      : []),
  )
}

const ofType = (type: unknown, schema: Fields, name: string, manner: Manner): fc.Arbitrary<string> => {
  const { enum: values } = schema
  if (Array.isArray(values)) return fc.constantFrom(...values.map((value) => JSON.stringify(value)))
  switch (type) {
    case "object":
      return entriesOf(schema, manner).map(objectText)
    case "array":
      return listOf(schema, name, manner)
    case "integer":
    case "number":
      return numberOf(schema, type === "integer")
    case "boolean":
      return fc.constantFrom("true", "false")
    case "string":
      return textOf(schema, name).map((text) => JSON.stringify(text))
    default:
      return fc.json()
  }
}

const nothing = fc.constant<ReadonlyArray<Entry>>([])

/** The required properties of an object and some of the others. */
export const entriesOf = (schema: Fields, manner: Manner): fc.Arbitrary<ReadonlyArray<Entry>> => {
  const { required } = schema
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  const properties = Object.entries(fieldsIn(schema, "properties")).map(([name, property]) => {
    const entry = jsonOf(property, name, manner).map((value): ReadonlyArray<Entry> => [[name, value]])
    // Only few of the existing resources may be referred to here.
    const often = collectionsOfField(name).length > 0 ? 10 : 25
    const [weight, without] = needed.includes(name) ? [100, manner.hostility] : [often, 100 - often]
    return fc.oneof({ weight, arbitrary: entry }, { weight: without, arbitrary: nothing })
  })
  const unknown = fc.oneof(
    { weight: 100 - manner.hostility, arbitrary: fc.constant([]) },
    { weight: manner.hostility, arbitrary: fc.tuple(fc.tuple(hostileName, hostileValue)) },
  )
  return fc.tuple(...properties, unknown).map((entries) => entries.flat())
}

const sizeIn = (schema: Fields, name: string, fallback: number): number => {
  const size = schema[name]
  return typeof size === "number" ? size : fallback
}

const listOf = (schema: Fields, name: string, manner: Manner): fc.Arbitrary<string> => {
  const item = jsonOf(schema["items"], name, { ...manner, samples: firstItem(manner.samples[name]) })
  const minLength = sizeIn(schema, "minItems", 0)
  const maxLength = Math.max(minLength, Math.min(4, sizeIn(schema, "maxItems", 4)))
  const items = schema["uniqueItems"] === true
    ? fc.uniqueArray(item, { minLength, maxLength })
    : fc.array(item, { minLength, maxLength })
  return items.map((texts) => `[${texts.join(",")}]`)
}

/** The first object of a list; an empty one where there is none. */
export const firstItem = (list: unknown): Fields => {
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  return fieldsOf(first)
}

const numberOf = (schema: Fields, isWhole: boolean): fc.Arbitrary<string> => {
  const min = sizeIn(schema, "minimum", sizeIn(schema, "exclusiveMinimum", -1_000_000_000))
  const max = sizeIn(schema, "maximum", sizeIn(schema, "exclusiveMaximum", 1_000_000_000))
  const small = fc.integer({ min: Math.ceil(Math.max(min, -20)), max: Math.floor(Math.min(max, 2_000)) })
  const bounds = fc.constantFrom(min, max).map(String)
  if (isWhole) return fc.oneof(small.map(String), fc.integer({ min, max }).map(String), bounds)
  const cents = fc.tuple(small, fc.nat({ max: 99 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(2, "0")}`)
  const any = fc.double({ min, max, noNaN: true }).map((value) => JSON.stringify(value))
  return fc.oneof({ weight: 4, arbitrary: small.map(String) }, { weight: 4, arbitrary: cents }, any, bounds)
}

const signs = [..."abzñÁéüç AZ09-_.,;:'\"<>&%/()¿¡€🙂漢\n"]

const textOf = (schema: Fields, name: string): fc.Arbitrary<string> => {
  const { format, pattern } = schema
  const ids = collectionsOfField(name)
  if (ids.length > 0) {
    return fc.tuple(fc.constantFrom(...ids), fc.nat({ max: 999 })).map(([ids, at]) => placeholder(ids, at))
  }
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern))
  if (typeof format === "string") return fc.constantFrom(...(byFormat[format] ?? [""]))
  const min = sizeIn(schema, "minLength", 0)
  const max = sizeIn(schema, "maxLength", 40)
  const unit = fc.constantFrom(...signs)
  return fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit, minLength: min, maxLength: Math.min(max, 30) }) },
    { weight: 1, arbitrary: fc.constantFrom("ñ".repeat(max), "🙂".repeat(max), "w".repeat(max)) },
  )
}

const byFormat: Readonly<Record<string, ReadonlyArray<string>>> = {
  date: ["2026-11-20", "2024-02-29", "1999-12-31"],
  "date-time": ["2026-11-20T10:00:00Z", "2026-11-19T23:30:00.000+01:00", "2026-01-01T00:00:00.123Z"],
  email: ["a@b.es", "nombre.apellido+x@sub.ejemplo.es"],
  uri: ["https://avisos.ejemplo.es/talonario", "https://ejemplo.es:8443/a?b=c"],
}
