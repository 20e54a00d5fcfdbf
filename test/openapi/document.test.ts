import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { described } from "../../adapters/http/contract/access.ts"
import { withStatus } from "../../adapters/http/contract/withStatus.ts"
import { openApi31 } from "../../adapters/http/openApi/openApi.ts"
import { placeAt } from "../support/openApiValidator.ts"

interface Node {
  readonly id: string
  readonly parent: Node | null
  readonly children: ReadonlyArray<Node>
}

const Node: Schema.Schema<Node> = Schema.Struct({
  id: Schema.String,
  parent: Schema.NullOr(Schema.suspend(() => Node)),
  children: Schema.Array(Schema.suspend(() => Node)),
}).annotations({ identifier: "Nodo" })

const Note = Schema.Struct({
  creado: Schema.String,
  creada_en: Schema.NullOr(Schema.String),
  title: Schema.NonEmptyString,
  count: Schema.Int.annotations({ description: "cuántas" }),
  rest: Schema.Unknown,
  node: Schema.NullOr(Node),
  extra: Schema.Record({ key: Schema.String, value: Schema.Int }),
}).annotations({ identifier: "Nota" })

const NewNote = Schema.Struct({ creado: Schema.optional(Schema.String), title: Schema.NonEmptyString })
  .annotations({ identifier: "NotaNueva" })

const id = HttpApiSchema.param("id", Schema.String)

const contract = HttpApi.make("notas").add(
  HttpApiGroup.make("notas")
    .add(HttpApiEndpoint.post("writeNote", "/notas").setPayload(NewNote).addSuccess(withStatus(201, Note))
      .annotateContext(described("deals:write", "Escribe una nota", {
        description: "Solo una.",
        bodyExample: { title: "Hola" },
        unavailable: "No queda papel.",
      })))
    .add(HttpApiEndpoint.del("dropNote")`/notas/${id}`
      .annotateContext(described("deals:write", "Quita una nota")))
    .add(HttpApiEndpoint.get("hidden", "/secreta").annotateContext(described("anybody", "Nada"))
      .annotateContext(OpenApi.annotations({ exclude: true })))
    .annotateContext(OpenApi.annotations({ title: "Notas" })),
)

describe("the document of a contract", () => {
  const document = openApi31(contract)
  const at = (pointer: string): unknown => placeAt(document, pointer).value

  it("writes plain JSON Schema", () => {
    assert.deepStrictEqual(at("/components/schemas/Nota/properties"), {
      creado: { type: "string", format: "date-time" },
      creada_en: { type: ["string", "null"], format: "date-time" },
      title: { type: "string", minLength: 1 },
      count: { type: "integer", description: "cuántas" },
      rest: {},
      node: { anyOf: [{ $ref: "#/components/schemas/Nodo" }, { type: "null" }] },
      extra: { type: "object", additionalProperties: { type: "integer" } },
    })
    const names = Object.keys(Object(at("/components/schemas"))).filter((name) => !name.startsWith("Error"))
    assert.sameMembers(names, ["Nota", "NotaNueva", "Nodo"])
  })

  it("names the schema of every error, so that generators make each once and not for every operation", () => {
    const schemas = Object.values(Object(at("/components/responses"))).map((response) =>
      Object(response).content["application/json"].schema.$ref.replace("#", ""))
    assert.isNotEmpty(schemas)
    assert.strictEqual(new Set(schemas).size, schemas.length)
    for (const schema of schemas) assert.match(schema, /^\/components\/schemas\/Error[A-Z]/)
  })

  it("gives no format for input, which may come in more forms than answers", () => {
    assert.deepStrictEqual(at("/components/schemas/NotaNueva/properties/creado"), { type: "string" })
  })

  it("lets answers have properties that it does not name, as later versions may answer more, and bodies none", () => {
    const schemas = Object.entries(Object(at("/components/schemas")))
    const closed = schemas.filter(([, schema]) => JSON.stringify(schema).includes('"additionalProperties":false'))
    assert.deepStrictEqual(closed.map(([name]) => name), ["NotaNueva"])
  })

  it("makes finite examples of schemas that contain themselves", () => {
    assert.deepStrictEqual(at("/components/examples/Nota/value/node"), {
      id: "01930a6b7c8d7e9f8a0b1c2d3e4f5061",
      parent: null,
      children: [],
    })
  })

  it("uses the description, example and unavailability that an endpoint declares", () => {
    const operation = "/paths/~1notas/post"
    assert.strictEqual(at(`${operation}/description`), "Solo una.\n\nPermiso: `deals:write`.")
    const examples = at(`${operation}/requestBody/content/application~1json/examples`)
    assert.deepStrictEqual(examples, { ejemplo: { value: { title: "Hola" } } })
    const { responses } = Object(document["paths"])["/notas"].post
    assert.deepInclude(responses["503"], { description: "No queda papel." })
  })

  it("describes answers without a body", () => {
    const operation = "/paths/~1notas~1{id}/delete"
    assert.isUndefined(at(`${operation}/requestBody`))
    const { content, description } = Object(at(`${operation}/responses/204`))
    assert.deepStrictEqual([content, description], [undefined, "Hecho; sin cuerpo."])
    const answers = ["204", "401", "403", "404", "409", "422", "429", "500"]
    assert.sameMembers(Object.keys(Object(at(`${operation}/responses`))), answers)
  })

  it("describes each group by its operations, and leaves out excluded endpoints", () => {
    const description = "Escribe una nota. Quita una nota."
    assert.deepStrictEqual(document["tags"], [{ name: "Notas", description }])
    assert.deepStrictEqual(Object.keys(Object(document["paths"])), ["/notas", "/notas/{id}"])
  })
})
