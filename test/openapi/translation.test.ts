import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { fieldsIn, isFields, mapFields } from "../../adapters/http/openApi/Fields.ts"
import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"
import { openApi30, schemaOf } from "../../adapters/http/openApi/openApi30.ts"
import { makeValidator } from "../support/openApiValidator.ts"

const nullableText = { type: "string", nullable: true }
const onlyNull = { type: "string", nullable: true, enum: [null] }

describe("a 3.1 schema translated to 3.0", () => {
  const cases: ReadonlyArray<readonly [what: string, from: unknown, to: unknown]> = [
    ["a nullable type", { type: ["string", "null"], maxLength: 3 }, { ...nullableText, maxLength: 3 }],
    ["several types", { type: ["string", "number"] }, { anyOf: [{ type: "string" }, { type: "number" }] }],
    [
      "several types or null",
      { type: ["string", "number", "null"] },
      { anyOf: [{ type: "string" }, { type: "number" }, onlyNull] },
    ],
    ["null alone", { type: "null", description: "nada" }, { ...onlyNull, description: "nada" }],
    [
      "a reference or null",
      { anyOf: [{ $ref: "#/components/schemas/A" }, { type: "null" }] },
      { anyOf: [{ $ref: "#/components/schemas/A" }, onlyNull] },
    ],
    [
      "a reference with words of its own",
      { $ref: "#/components/schemas/A", description: "uno" },
      { allOf: [{ $ref: "#/components/schemas/A" }], description: "uno" },
    ],
    ["a constant", { const: "a" }, { enum: ["a"] }],
    [
      "an exclusive bound",
      { type: "number", exclusiveMinimum: 0 },
      { type: "number", minimum: 0, exclusiveMinimum: true },
    ],
    [
      "two bounds on one side",
      { type: "number", minimum: 1, exclusiveMinimum: 0, maximum: 5, exclusiveMaximum: 5 },
      { type: "number", minimum: 1, maximum: 5, exclusiveMaximum: true },
    ],
    ["examples", { type: "string", examples: ["a", "b"] }, { type: "string", example: "a" }],
    [
      "a tuple",
      { type: "array", prefixItems: [{ type: "string" }, { type: "null" }], items: false, minItems: 2 },
      { type: "array", items: { anyOf: [{ type: "string" }, onlyNull] }, minItems: 2 },
    ],
    [
      "names by a pattern",
      {
        type: "object",
        patternProperties: { "^a": { type: ["string", "null"] } },
        additionalProperties: false,
      },
      { type: "object", additionalProperties: { anyOf: [nullableText] } },
    ],
    [
      "properties called like keywords",
      { type: "object", properties: { const: { type: ["integer", "null"] }, examples: { type: "string" } } },
      { type: "object", properties: { const: { type: "integer", nullable: true }, examples: { type: "string" } } },
    ],
    ["what 3.0 does not know", { type: "string", contentEncoding: "base64" }, { type: "string" }],
  ]
  for (const [what, from, to] of cases) it(what, () => assert.deepStrictEqual(schemaOf(from), to))
})

describe("the document in 3.0", () => {
  const document = openApiDocument(null, "3.0")

  it("has nothing that only 3.1 supports", () => {
    const look = (value: unknown, path: string): void => {
      if (Array.isArray(value)) return value.forEach((item, i) => look(item, `${path}/${i}`))
      if (!isFields(value)) return
      const { $ref, const: fixed, security, type } = value
      if (!path.endsWith("/properties")) {
        assert.isFalse(Array.isArray(type), path)
        assert.notStrictEqual(type, "null", path)
        assert.isUndefined(fixed, path)
      }
      if (typeof $ref === "string") assert.deepStrictEqual(Object.keys(value), ["$ref"], path)
      if (Array.isArray(security)) {
        const scopes = security.flatMap((one) => Object.values(Object(one)).flat())
        assert.deepStrictEqual(scopes, [], path)
      }
      for (const [name, field] of Object.entries(value)) {
        if (!/^examples?$/.test(name)) look(field, `${path}/${name}`)
      }
    }
    look(document, "")
    assert.strictEqual(document["openapi"], "3.0.3")
  })

  it("has the same operations, answers and scopes as in 3.1", () => {
    const outline = (version: "3.0" | "3.1") =>
      mapFields(fieldsIn(openApiDocument(null, version), "paths"), (item) =>
        mapFields(Object(item), (operation) => {
          const { "x-scope": scope, operationId, responses, tags } = Object(operation)
          return { scope, operationId, tags, statuses: Object.keys(responses) }
        }))
    assert.deepStrictEqual(outline("3.0"), outline("3.1"))
  })

  it("is made without changing the 3.1 document", () => {
    const before = JSON.stringify(openApiDocument(null))
    openApi30(openApiDocument(null))
    assert.strictEqual(JSON.stringify(openApiDocument(null)), before)
  })

  const long = "a".repeat(300)

  /** A valid example with some values replaced, dropped or added. */
  const changed = (value: unknown): fc.Arbitrary<unknown> => {
    const other = fc.constantFrom<unknown>(null, "", "x", 0, -1, 1.5, 1e9, true, [], {}, "2026-11-20", long)
    const kept = (mutated: fc.Arbitrary<unknown>) =>
      fc.oneof({ weight: 12, arbitrary: mutated }, { weight: 1, arbitrary: other })
    if (Array.isArray(value)) return kept(fc.tuple(...value.map(changed)))
    if (!isFields(value)) return kept(fc.constant(value))
    const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, changed(field)]))
    const record = fc.record(fields, { noNullPrototype: true })
    const dropped = fc.tuple(record, fc.constantFrom(...Object.keys(value), "")).map(([fields, name]) => {
      const { [name]: _, ...rest } = Object(fields)
      return rest
    })
    return kept(fc.oneof(
      { weight: 8, arbitrary: record },
      { weight: 1, arbitrary: dropped },
      { weight: 1, arbitrary: record.map((fields) => ({ ...Object(fields), desconocido: 1 })) },
    ))
  }

  it("accepts and refuses the same values as 3.1", () => {
    const validators = { older: makeValidator("3.0"), newer: makeValidator("3.1") }
    const examples = Object.entries(fieldsIn(fieldsIn(openApiDocument(null), "components"), "examples"))
    const seen = new Set<boolean>()
    for (const [name, example] of examples) {
      const pointer = `/components/schemas/${name}`
      fc.assert(fc.property(changed(Object(example).value), (value) => {
        const { valid } = validators.newer.body(pointer, value)
        seen.add(valid)
        const older = validators.older.body(pointer, value)
        assert.strictEqual(older.valid, valid, `${name} ${JSON.stringify(value)}`)
      }), { numRuns: 300 })
    }
    assert.strictEqual(seen.size, 2)
  })
})
