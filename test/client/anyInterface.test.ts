import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { expectTypeOf } from "vitest"
import { clientOf, makeClient } from "../../adapters/client/makeClient.ts"
import { amount, decimal6, optional, unitPrice } from "../../core/fields/fieldSchemas.ts"
import { spansOf } from "../telemetry/recordingTracer.ts"
import { answering, baseUrl, clave, refusing, scriptedFetch, withTime } from "./scene.ts"

const id = HttpApiSchema.param("id", Schema.String)
const fila = HttpApiSchema.param("fila", Schema.NumberFromString)
const Thing = Schema.Struct({ id: Schema.String })

/** What the contract may one day have: all methods, several parameters, alternative bodies, all kinds of answers. */
const things = HttpApiGroup.make("cosas")
  .add(HttpApiEndpoint.patch("change")`/cosas/${id}/filas/${fila}`
    .setPayload(Schema.Struct({ precio: optional(unitPrice()), partes: optional(Schema.Array(decimal6())) }))
    .setUrlParams(Schema.Struct({
      avisar: Schema.optional(Schema.BooleanFromString),
      tope: Schema.optional(Schema.NumberFromString),
    }))
    .addSuccess(Thing))
  .add(HttpApiEndpoint.put("rename")`/cosas/${id}`
    .setPayload(Schema.Struct({ id: Schema.String, importe: amount() }))
    .addSuccess(Thing))
  .add(HttpApiEndpoint.post("choose", "/cosas")
    .setPayload(Schema.Union(Schema.Struct({ a: Schema.String }), Schema.Struct({ b: decimal6() })))
    .addSuccess(Thing))
  .add(HttpApiEndpoint.del("remove")`/cosas/${id}`.addSuccess(HttpApiSchema.NoContent))
  .add(HttpApiEndpoint.get("book", "/libro").addSuccess(HttpApiSchema.Text({ contentType: "text/csv" })))

const anyApi = HttpApi.make("otro").add(things)

const makeThings = (...answers: ReadonlyArray<() => Response>) =>
  Effect.map(scriptedFetch(...answers), ({ fetch, sent }) => ({
    sent,
    cosas: clientOf(anyApi, { baseUrl, clave, fetch }).cosas,
  }))

describe("a client of any declared interface", () => {
  it.effect("sends path, query and body parameters where they belong", () =>
    Effect.gen(function*() {
      const { cosas, sent } = yield* makeThings(answering(200, { id: "1" }))
      yield* cosas.change({ id: "a b", fila: 3, avisar: true, precio: 0.33335, partes: [1.5] })
      yield* cosas.change({ id: "1", fila: 0 })
      yield* cosas.choose({ b: 1.25 })
      assert.deepStrictEqual(sent.map(({ body, method, url }) => [method, url.slice(baseUrl.length), body]), [
        ["PATCH", "/cosas/a%20b/filas/3?avisar=true", "{\"precio\":0.33335,\"partes\":[1.5]}"],
        ["PATCH", "/cosas/1/filas/0", "{}"],
        ["POST", "/cosas", "{\"b\":1.25}"],
      ])
    }))

  it.effect("omits filters that are null or undefined, and leaves it to the service to refuse undeclared ones", () =>
    Effect.gen(function*() {
      const { fetch, sent } = yield* scriptedFetch(answering(200, {}))
      const { contactos } = makeClient({ baseUrl, clave, fetch })
      yield* contactos.listContacts({ buscar: undefined, limite: 2 })
      for (const untyped of ["{\"buscar\":null}", "{\"busca\":\"a\"}"]) yield* contactos.listContacts(JSON.parse(untyped))
      assert.deepStrictEqual(sent.map(({ url }) => url.slice(baseUrl.length)), [
        "/contactos?limite=2",
        "/contactos",
        "/contactos?busca=a",
      ])
      const refused = yield* Effect.flip(contactos.listContacts(JSON.parse("{\"\\ud800\":\"a\"}")))
      assert.deepInclude(refused, { _tag: "datos_invalidos", status: null })
      assert.lengthOf(sent, 3)
    }))

  it.effect("traces each call as one span, around all of its attempts", () =>
    Effect.gen(function*() {
      const { cosas } = yield* makeThings(refusing(500, "error_interno"), answering(200, { id: "1" }))
      const spans = yield* spansOf(withTime(cosas.choose({ a: "x" })))
      assert.deepStrictEqual(spans.map(({ kind, name }) => [name, kind]), [["talonario.choose", "client"]])
    }))

  it.effect("takes the body separately when it shares a name with the path", () =>
    Effect.gen(function*() {
      const { cosas, sent } = yield* makeThings(answering(200, { id: "1" }))
      yield* cosas.rename({ id: "1", body: { id: "2", importe: 12.05 } })
      assert.strictEqual(sent[0]?.url, `${baseUrl}/cosas/1`)
      assert.strictEqual(sent[0]?.body, "{\"id\":\"2\",\"importe\":12.05}")
    }))

  it.effect("reads empty answers, texts, and undeclared statuses", () =>
    Effect.gen(function*() {
      const nothing = () => new Response(null, { status: 204 })
      const csv = () => new Response("a;b\n1;2\n", { headers: { "Content-Type": "text/csv" } })
      const { cosas } = yield* makeThings(nothing, csv, answering(202, { id: "3" }))
      assert.isUndefined(yield* cosas.remove({ id: "1" }))
      assert.strictEqual(yield* cosas.book(), "a;b\n1;2\n")
      assert.deepStrictEqual(yield* cosas.choose({ a: "x" }), { id: "3" })
    }))

  it("is read once, however many clients there are of it", () => {
    let reads = 0
    const declared: typeof anyApi = Object.create(anyApi, { groups: { get: () => (reads++, anyApi.groups) } })
    for (const key of ["a", "b", "c"]) assert.isFunction(clientOf(declared, { baseUrl, clave: `${clave}${key}` }).cosas.book)
    assert.strictEqual(reads, 1)
  })

  it("has plain JSON types", () => {
    type Cosas = ReturnType<typeof clientOf<"otro", typeof things, never, never>>["cosas"]
    type Inputs<Name extends keyof Cosas> = Parameters<Cosas[Name]>[0]
    expectTypeOf<Inputs<"change">>().toEqualTypeOf<{
      readonly id: string
      readonly fila: number
      readonly avisar?: boolean | undefined
      readonly tope?: number | undefined
      readonly precio?: number | null | undefined
      readonly partes?: ReadonlyArray<number> | null | undefined
    }>()
    expectTypeOf<Inputs<"rename">>().toEqualTypeOf<{
      readonly id: string
      readonly body: { readonly id: string; readonly importe: number }
    }>()
    expectTypeOf<Inputs<"choose">>().toEqualTypeOf<{ readonly a: string } | { readonly b: number }>()
  })
})
