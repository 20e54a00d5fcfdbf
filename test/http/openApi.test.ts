import { HttpApi, OpenApi } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Option, Schema } from "effect"
import { api } from "../../adapters/http/contract/api.ts"
import { camposOf, idOf, makeScene, simpleDraft } from "./scene.ts"

const recordOf = <A, I>(value: Schema.Schema<A, I>) => Schema.Record({ key: Schema.String, value })

const Operation = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  "x-scope": Schema.optional(Schema.String),
  tags: Schema.NonEmptyArray(Schema.String),
  security: Schema.Array(recordOf(Schema.Array(Schema.String))),
  parameters: Schema.Array(Schema.Unknown),
  requestBody: Schema.optional(Schema.Unknown),
  responses: recordOf(Schema.Unknown),
})

const readDocument = Schema.decodeUnknownSync(Schema.Struct({
  openapi: Schema.Literal("3.1.0"),
  info: Schema.Struct({
    title: Schema.String,
    version: Schema.String,
    description: Schema.String,
    contact: Schema.Unknown,
    license: Schema.Unknown,
  }),
  servers: Schema.Array(Schema.Struct({ url: Schema.String })),
  tags: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.NonEmptyString })),
  webhooks: Schema.Unknown,
  paths: recordOf(recordOf(Operation)),
  components: Schema.Struct({
    securitySchemes: Schema.Struct({ clave: Schema.Unknown }),
    parameters: Schema.Unknown,
    headers: Schema.Unknown,
    responses: recordOf(Schema.Unknown),
    examples: recordOf(Schema.Unknown),
    schemas: recordOf(Schema.Unknown),
  }),
}), { onExcessProperty: "error" })

const readScene = Effect.gen(function*() {
  const { request } = yield* makeScene()
  const answer = yield* request("GET", "/openapi.json")
  return { request, answer, document: readDocument(answer.json) }
})

/** The values of all properties with this name, at any depth. */
const valuesOf = (name: string, value: unknown): ReadonlyArray<unknown> => {
  const found: Array<unknown> = []
  for (const [key, held] of entriesOf(value)) {
    if (key === name) found.push(held)
    found.push(...valuesOf(name, held))
  }
  return found
}

const at = (root: unknown, pointer: string): unknown =>
  pointer.split("/").slice(1).reduce<unknown>((place, step) =>
    new Map(entriesOf(place)).get(step.replaceAll("~1", "/")), root)

const entriesOf = (value: unknown): ReadonlyArray<[string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []

describe("openapi.json", () => {
  it.scoped("describes every endpoint of the contract, each under its own name", () =>
    Effect.gen(function*() {
      const { document } = yield* readScene
      const described = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`))
      const declared: Array<string> = []
      HttpApi.reflect(api, {
        onGroup: () => {},
        onEndpoint: ({ endpoint: { annotations, method, name, path } }) => {
          // The document leaves out pages for people.
          if (Context.get(annotations, OpenApi.Exclude)) return
          declared.push(`${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")} ${name}`)
        },
      })
      assert.sameMembers(described, declared)
      const names = declared.map((text) => text.replace(/^.* /, ""))
      assert.strictEqual(new Set(names).size, names.length)
      const paths = ["/", "/contactos", "/facturas/{id}/emitir", "/facturas/{id}/pdf"]
      assert.includeMembers(Object.keys(document.paths), paths)
    }))

  it.scoped("gives the version and the service's address", () =>
    Effect.gen(function*() {
      const { document } = yield* readScene
      assert.strictEqual(document.info.version, "1.0.0")
      assert.deepStrictEqual(document.servers, [{ url: "/api/v1" }])
      const { request } = yield* makeScene({ publicUrl: "https://facturas.example/" })
      const elsewhere = readDocument((yield* request("GET", "/openapi.json")).json)
      assert.deepStrictEqual(elsewhere.servers, [{ url: "https://facturas.example/api/v1" }])
    }))

  it.scoped("says what every group and every parameter is for", () =>
    Effect.gen(function*() {
      const { document: { paths, tags } } = yield* readScene
      HttpApi.reflect(api, {
        onGroup: ({ group: { annotations, identifier } }) => {
          assert.isTrue(Option.isSome(Context.getOption(annotations, OpenApi.Description)), identifier)
        },
        onEndpoint: () => {},
      })
      assert.lengthOf(tags, 18)
      const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
      const isMute = (parameter: unknown) =>
        [at(parameter, "/$ref"), at(parameter, "/description"), at(parameter, "/schema/description")].every((told) => told === undefined)
      const mute = operations.flatMap(({ operationId, parameters }) =>
        parameters.filter(isMute).map((parameter) => `${operationId} ${String(at(parameter, "/name"))}`))
      assert.deepStrictEqual(mute, [])
    }))

  it.scoped("refers only to what it holds, and holds only what it refers to", () =>
    Effect.gen(function*() {
      const { answer, document } = yield* readScene
      const refs = new Set(valuesOf("$ref", answer.json).map(String))
      for (const ref of refs) assert.isDefined(at(answer.json, ref.replace(/^#/, "")), ref)
      for (const room of ["schemas", "examples", "responses"] as const) {
        for (const name of Object.keys(document.components[room])) {
          assert.isTrue(refs.has(`#/components/${room}/${name}`), `${room} ${name}`)
        }
      }
      assert.notInclude(answer.text, "HttpApiDecodeError")
      assert.isUndefined(valuesOf("400", answer.json)[0])
      for (const leftover of ["$schema", "$id", "$comment"]) assert.notInclude(answer.text, `"${leftover}"`)
    }))

  it.scoped("describes the scope and the errors of each endpoint", () =>
    Effect.gen(function*() {
      const { document: { paths } } = yield* readScene
      const issue = paths["/facturas/{id}/emitir"]?.["post"]
      assert.deepStrictEqual(issue?.security, [{ clave: ["invoices:write"] }])
      assert.strictEqual(issue?.["x-scope"], "invoices:write")
      assert.include(issue?.description, "`invoices:write`")
      const answers = ["200", "201", "401", "403", "404", "409", "422", "429", "500"]
      assert.sameMembers(Object.keys(issue?.responses ?? {}), answers)
      assert.deepInclude([...issue?.parameters ?? []], { $ref: "#/components/parameters/idempotencia" })
      assert.isUndefined(issue?.requestBody)
      for (const status of ["200", "201"]) {
        assert.include(valuesOf("$ref", issue?.responses[status]), "#/components/schemas/Factura")
      }
      const index = paths["/"]?.["get"]
      assert.deepStrictEqual(index?.security, [{ clave: [] }])
      assert.sameMembers(Object.keys(index?.responses ?? {}), ["200", "401", "422", "429", "500"])
      const pdf = paths["/facturas/{id}/pdf"]?.["get"]
      assert.includeMembers(Object.keys(pdf?.responses ?? {}), ["200", "503"])
      assert.deepStrictEqual(paths["/salud"]?.["get"]?.security, [])
      assert.includeMembers(Object.keys(paths["/salud"]?.["get"]?.responses ?? {}), ["200", "500", "503"])
    }))

  it.scoped("describes the headers of each answer", () =>
    Effect.gen(function*() {
      const { answer } = yield* readScene
      const namesAt = (pointer: string) => Object.keys(Object(at(answer.json, `${pointer}/headers`)))
      const rates = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]
      const operation = (path: string, method: string) =>
        `/paths/${path.replaceAll("/", "~1")}/${method}/responses`
      const created = operation("/facturas", "post")
      assert.deepStrictEqual(namesAt(`${created}/201`), [...rates, "Location", "Idempotency-Replayed"])
      assert.deepStrictEqual(namesAt(`${operation("/facturas", "get")}/200`), rates)
      const file = operation("/facturas/{id}/pdf", "get")
      assert.deepStrictEqual(namesAt(`${file}/200`), [...rates, "Content-Disposition"])
      const failures = "/components/responses"
      assert.deepStrictEqual(namesAt(`${failures}/demasiadas_peticiones`), [...rates, "Retry-After"])
      assert.deepStrictEqual(namesAt(`${failures}/no_autenticado`), [...rates, "WWW-Authenticate"])
      assert.deepStrictEqual(namesAt(`${failures}/datos_invalidos`), rates)
    }))

  it.scoped("gives the formats in answers by the contract's names", () =>
    Effect.gen(function*() {
      const { schemas } = (yield* readScene).document.components
      const expected: ReadonlyArray<readonly [string, string]> = [
        ["/Factura/properties/creado", "date-time"],
        ["/Factura/properties/fecha_cobro", "date"],
        ["/Gasto/properties/fecha", "date-time"],
        ["/Cobro/properties/fecha", "date"],
        ["/EnvioDeWebhook/properties/proximo_intento", "date-time"],
        ["/EnvioDelRegistro/properties/desde", "date-time"],
        ["/EnvioDelRegistro/properties/ultimo_envio", "date-time"],
        ["/EnvioDelRegistro/properties/certificado/properties/caduca", "date-time"],
        ["/VerificacionDelRegistro/properties/verificado", "date-time"],
        ["/Factura/properties/verifactu/properties/registrada_en", "date-time"],
        ["/Contacto/properties/email", "email"],
        ["/ContactoNuevo/properties/email", "email"],
        ["/FacturasPagina/properties/siguiente", "uri"],
      ]
      for (const [pointer, format] of expected) {
        assert.strictEqual(at(schemas, `${pointer}/format`), format, pointer)
      }
      assert.isUndefined(at(schemas, "/FacturaNueva/properties/fecha_emision/format"))
    }))

  it.scoped("refuses unknown properties in every body, and asks for a body only where one is needed", () =>
    Effect.gen(function*() {
      const { document: { components, paths } } = yield* readScene
      const bodies = Object.values(paths).flatMap((item) => valuesOf("requestBody", item))
      const sent = new Set(bodies.flatMap((body) => valuesOf("$ref", body)).map(String))
      const names = [...sent].flatMap((ref) => /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1] ?? [])
      assert.includeMembers(names, ["ContactoNuevo", "FacturaNueva"])
      for (const name of names) {
        assert.strictEqual(at(components.schemas, `/${name}/additionalProperties`), false, name)
      }
      assert.strictEqual(at(paths, "/~1contactos/post/requestBody/required"), true)
      assert.strictEqual(at(paths, "/~1facturas/post/requestBody/required"), false)
    }))

  it.scoped("writes nullable types as type arrays, and bodies with their bounds", () =>
    Effect.gen(function*() {
      const { schemas } = (yield* readScene).document.components
      const expected: ReadonlyArray<readonly [string, object]> = [
        ["/ContactoNuevo/properties/nombre", { type: "string", minLength: 1, maxLength: 200 }],
        ["/ContactoNuevo/properties/dias_pago", { type: ["integer", "null"], minimum: 0, maximum: 365 }],
        ["/ContactoNuevo/properties/tipo", { type: ["string", "null"], enum: ["customer", "supplier", null] }],
        ["/Factura/properties/numero", { type: ["integer", "null"] }],
        [
          "/FacturaNueva/properties/lineas",
          { type: ["array", "null"], items: { $ref: "#/components/schemas/LineaNueva" }, maxItems: 500 },
        ],
      ]
      for (const [pointer, schema] of expected) {
        const bare = entriesOf(at(schemas, pointer)).filter(([key]) => key !== "description")
        assert.deepStrictEqual(Object.fromEntries(bare), schema, pointer)
      }
      assert.deepStrictEqual(at(schemas, "/ContactoNuevo/required"), ["nombre"])
      assert.strictEqual(at(schemas, "/ContactoNuevo/additionalProperties"), false)
      const names = ["Contacto", "Factura", "FacturaResumen", "Linea", "Organizacion", "Indice", "Error"]
      assert.includeMembers(Object.keys(schemas), names)
    }))

  it.scoped("summarizes every patch alike, and says what null does in it", () =>
    Effect.gen(function*() {
      const { document: { paths } } = yield* readScene
      const patches = Object.entries(paths).flatMap(([path, { patch }]) => (patch === undefined ? [] : [{ path, ...patch }]))
      assert.lengthOf(patches, 11)
      for (const { description, path, summary } of patches) {
        assert.match(summary, /^Cambia un/, path)
        if (path !== "/webhooks/{id}") assert.include(description, "null", path)
      }
    }))

  it.scoped("shows conflicts in the words in which they are answered", () =>
    Effect.gen(function*() {
      const { live: key, post, request } = yield* makeScene()
      const { document } = yield* readScene
      const id = idOf(yield* post("/facturas", simpleDraft, "k"))
      const reused = yield* post("/facturas", {}, "k")
      yield* post(`/facturas/${id}/emitir`)
      const issued = yield* request("PATCH", `/facturas/${id}`, { key, body: { notas: "x" } })
      const examples = at(document.components.responses, "/conflicto/content/application~1json/examples")
      assert.deepStrictEqual(examples, { clave_reutilizada: { value: reused.json }, factura_emitida: { value: issued.json } })
    }))

  it.scoped("is served in version 3.1 unless 3.0 is asked for", () =>
    Effect.gen(function*() {
      const { answer, request } = yield* readScene
      assert.strictEqual((yield* request("GET", "/openapi.json?version=3.1")).text, answer.text)
      const older = yield* request("GET", "/openapi.json?version=3.0")
      assert.strictEqual(at(older.json, "/openapi"), "3.0.3")
      assert.deepStrictEqual(camposOf(yield* request("GET", "/openapi.json?version=2.0")), ["version"])
      assert.deepStrictEqual(camposOf(yield* request("GET", "/openapi.json?version=")), ["version"])
      assert.deepStrictEqual(camposOf(yield* request("GET", "/openapi.json?v=3.1")), ["v"])
    }))
})
