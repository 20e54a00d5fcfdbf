import { HttpApi } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Either, Option, type Schema } from "effect"
import { api } from "../../adapters/http/contract/api.ts"
import { type Fields, fieldsIn, fieldsOf, isFields } from "../../adapters/http/openApi/Fields.ts"
import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import type { FieldIssue } from "../../core/refusals/refusal.ts"
import { placeAt, step } from "../support/openApiValidator.ts"

const document = openApiDocument(null)

const at = (pointer: string): Fields => {
  const { value } = placeAt(document, pointer)
  return fieldsOf(value)
}

/** Reads an input and answers its errors. */
type Read = (input: unknown) => ReadonlyArray<FieldIssue>

const bodies: Array<readonly [name: string, schema: Fields, example: Fields, read: Read]> = []
const queries: Array<readonly [name: string, schema: Fields, read: Read]> = []

HttpApi.reflect(api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path, payloadSchema, urlParamsSchema } }) => {
    const name = `${method} ${path}`
    const pointer = `/paths${step(path.replaceAll(/:(\w+)/g, "{$1}"))}/${method.toLowerCase()}`
    const reader = <A, I>(schema: Schema.Schema<A, I>): Read => {
      const decode = inputDecoder(schema)
      return (input) => Either.match(decode(input), { onLeft: ({ campos }) => campos, onRight: () => [] })
    }
    const media = `${pointer}/requestBody/content/application~1json`
    if (Option.isSome(payloadSchema)) {
      const one = at(`${media}/examples/ejemplo`)
      const { $ref } = one
      const example = fieldsIn(typeof $ref === "string" ? at($ref.slice(1)) : one, "value")
      bodies.push([name, at(`${media}/schema`), example, reader(payloadSchema.value)])
    }
    if (Option.isNone(urlParamsSchema)) return
    const { parameters } = at(pointer)
    for (const parameter of Array.isArray(parameters) ? parameters.filter(isFields) : []) {
      if (parameter["in"] !== "query") continue
      const schema = fieldsIn(parameter, "schema")
      queries.push([`${name}?${String(parameter["name"])}`, schema, reader(urlParamsSchema.value)])
    }
  },
})

/** A text of that length, valid for fields of this name. */
const textOf = (name: string, length: number): string => {
  const padded = (text: string) => text.padEnd(length)
  switch (name) {
    case "email":
    case "para":
      return "@b.es".padStart(length, "a")
    case "iban":
      return padded("ES91 2100 0418 4502 0005 1332")
    case "nif_iva":
      return padded("FR12345678901")
    case "url":
      return "https://a.example.es/".padEnd(length, "x")
    case "serie":
      return "A".repeat(length)
    default:
      return /^(fecha.*|inicio|fin)$|_(desde|hasta)$|^(alta|baja)$/.test(name)
        ? `2026-03-01T10:00:00.${"Z".padStart(length - 20, "0")}`
        : "ñ".repeat(length)
  }
}

/** A value at a limit or just beyond it. */
interface Probe {
  readonly value: unknown
  readonly fits: boolean
}

const typesOf = ({ type }: Fields): ReadonlyArray<unknown> => [type].flat()

const limitOf = (schema: Fields, name: string): number => {
  const limit = schema[name]
  return typeof limit === "number" ? limit : assert.fail(`without ${name}: ${JSON.stringify(schema)}`)
}

/** The smallest step beyond a limit: a cent where the bounds are in cents, otherwise a millionth. */
const stepOf = (schema: Fields, limit: number): number => {
  if (typesOf(schema).includes("integer")) return 1
  return Math.abs(limit) >= 1e11 || limit === 0.01 ? 0.01 : 0.000001
}

/** Values that a schema's limits allow, and values that they do not. Every text, number and list has limits. */
const probesOf = (schema: Fields, name: string): ReadonlyArray<Probe> => {
  const types = typesOf(schema)
  const { enum: values, format, items, pattern } = schema
  if (Array.isArray(values)) {
    const taken = values.filter((value) => value !== null).map((value) => ({ value, fits: true }))
    return [...taken, { value: "zzz", fits: false }]
  }
  if (types.includes("boolean")) return [{ value: false, fits: true }, { value: "no", fits: false }]
  if (types.includes("array")) {
    const item = fieldsOf(items)
    const list = (length: number) => Array.from({ length }, (_, i) => itemOf(item, name, i))
    const [min, max] = [schema["minItems"] ?? 0, limitOf(schema, "maxItems")]
    const least = typeof min === "number" && min > 0
      ? [{ value: list(min), fits: true }, { value: list(min - 1), fits: false }]
      : []
    const twice = schema["uniqueItems"] === true ? [{ value: [...list(1), ...list(1)], fits: false }] : []
    return [...least, ...twice, { value: list(max), fits: true }, { value: list(max + 1), fits: false }]
  }
  if (types.includes("string")) {
    // These have a form instead of a length.
    if (format === "date-time") return [{ value: "2026-11-20T10:00:00Z", fits: true }, { value: "ayer", fits: false }]
    if (pattern === "^[A-Z]{3}$") return ["EUR", "eur", "EURO"].map((value, i) => ({ value, fits: i === 0 }))
    const max = limitOf(schema, "maxLength")
    const shortest = schema["minLength"] === undefined ? [] : [{ value: "", fits: false }]
    // No bar code is as long as the contract allows.
    const longest = name === "codigo_barras" ? [] : [{ value: textOf(name, max), fits: true }]
    const otherwise = pattern === undefined ? [] : [{ value: "€", fits: false }]
    return [...shortest, ...otherwise, ...longest, { value: textOf(name, max + 1), fits: false }]
  }
  const [min, max] = [limitOf(schema, "minimum"), limitOf(schema, "maximum")]
  return [
    { value: min, fits: true },
    { value: min - stepOf(schema, min), fits: false },
    { value: max, fits: true },
    { value: max + stepOf(schema, max), fits: false },
  ]
}

/** An item of a list; of an enum, each time another value. */
const itemOf = (schema: Fields, name: string, i: number): unknown => {
  const { enum: values } = schema
  if (Array.isArray(values)) return values[i]
  return typesOf(schema).includes("string") ? textOf(name, 12) : { descripcion: "x", precio: 1 }
}

/** A field: its path as in refusals, its name, its limits, and the body with a given value there. */
type Place = readonly [campo: string, name: string, schema: Fields, body: (value: unknown) => Fields]

/** Properties that must accompany a property. */
const beside: Readonly<Record<string, Fields>> = {
  facturas_sustituidas: { contacto_id: "c" },
  metodo: { lineas: [{ descripcion: "x", precio: 1 }] },
}

/** All properties, and the items of lists. */
const placesIn = (schema: Fields): ReadonlyArray<Place> =>
  Object.entries(fieldsIn(schema, "properties")).flatMap(([name, property]) => {
    const one = fieldsOf(property)
    const { $ref, ...inner } = fieldsOf(one["items"])
    const items = typeof $ref === "string" ? at($ref.slice(1)) : inner
    const own: Place = [name, name, one, (value) => ({ ...beside[name], [name]: value })]
    if (items["properties"] !== undefined) {
      const deeper = placesIn(items).map(([campo, inName, inSchema, body]) => {
        const within = (value: unknown) => ({ [name]: [{ descripcion: "x", precio: 1, ...body(value) }] })
        return [`${name}[0].${campo}`, inName, inSchema, within] as const
      })
      return [own, ...deeper]
    }
    const item: Place = [`${name}[0]`, name, items, (value) => ({ ...beside[name], [name]: [value] })]
    return items["type"] === undefined ? [own] : [own, item]
  })

const motivos = new Set<string>()

const judge = (read: Read, input: Fields, campo: string, { fits, value }: Probe, where: string): void => {
  const issues = read(input)
  const told = `${where} ${campo} = ${JSON.stringify(value)?.slice(0, 80)}: ${JSON.stringify(issues)}`
  if (fits) assert.isEmpty(issues, told)
  // A duplicate item is named itself.
  else assert.isTrue(issues.some((issue) => issue.campo === campo || issue.campo.startsWith(`${campo}[`)), told)
  for (const { motivo } of issues) motivos.add(motivo)
}

describe("the limits that the document states", () => {
  for (const [name, schema, example, read] of bodies) {
    it(`are exactly those of ${name}`, () => {
      assert.isEmpty(read(example))
      const places = placesIn(schema)
      assert.isNotEmpty(places)
      for (const [campo, property, one, body] of places) {
        for (const probe of probesOf(one, property)) judge(read, { ...example, ...body(probe.value) }, campo, probe, name)
      }
    })
  }

  it("mention the two decimals of every amount that refuses a third", () => {
    const amounts = bodies.flatMap(([name, schema, example, read]) =>
      placesIn(schema).flatMap(([campo, , { description }, body]) => {
        const reasons = read({ ...example, ...body(1.005) }).flatMap((one) => (one.campo === campo ? [one.motivo] : []))
        return reasons.join().includes("dos decimales") ? [[`${name} ${campo}`, description] as const] : []
      }))
    assert.isAtLeast(amounts.length, 5)
    for (const [place, description] of amounts) assert.match(String(description), /Dos decimales como máximo\./, place)
  })

  it("are exactly those of every query", () => {
    assert.isAbove(queries.length, 60)
    for (const [place, schema, read] of queries) {
      const name = place.replace(/^.*\?/, "")
      // A cursor has no form of its own, and a `limite` above the maximum is not an error.
      if (name === "desde" || name === "limite") continue
      for (const probe of probesOf(schema, name)) {
        if (probe.value === false && schema["enum"] !== undefined) continue
        judge(read, { [name]: String(probe.value) }, name, probe, place)
      }
    }
  })

  it("are written with Spanish number formatting in refusals", () => {
    const names = /ISO \d+|años \d+ y \d+|\d{4}-\d\d-\d\dT\S*|valores: .*/g
    const numbers = [...motivos].flatMap((motivo) => motivo.replaceAll(names, "").match(/-?\b\d+(?:[.,]\d+)*/g) ?? [])
    assert.includeMembers(numbers, ["0,01", "999.999.999,999999", "4.000", "1.000", "300", "-999.999.999.999"])
    for (const number of numbers) assert.match(number, /^-?\d{1,3}(\.\d{3})*(,\d+)?$/)
  })
})
