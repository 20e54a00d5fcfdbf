import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { eventNames } from "../../core/events/catalogue.ts"
import { EventResource } from "../../core/examples/eventResource.ts"
import { explainedEvent } from "../../core/examples/explainedEvents.ts"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import { anError, camposOf, errorOf, makeScene } from "./scene.ts"

const listed = Schema.decodeUnknownSync(Schema.Struct({
  datos: Schema.Array(EventResource),
  total: Schema.Int,
  limite: Schema.Int,
  siguiente: Schema.NullOr(Schema.String),
}), { onExcessProperty: "error" })

const pageOf = ({ json }: Answer) => {
  const { datos, ...page } = listed(json)
  return { ...page, datos, names: datos.map(({ suceso }) => suceso) }
}

describe("GET /eventos", () => {
  it.scoped("lists the events that can be subscribed to, the newest of the catalogue first, for any key", () =>
    Effect.gen(function*() {
      const { get, openKey, organizationId, request } = yield* makeScene()
      const all = pageOf(yield* get("/eventos"))
      assert.deepInclude(all, { total: eventNames.length, limite: 50, siguiente: null })
      assert.deepStrictEqual(all.names, eventNames.toReversed())
      assert.deepStrictEqual(pageOf(yield* get("/eventos?orden=antiguo")).names, [...eventNames])
      const bare = yield* openKey(organizationId, "test", [])
      assert.strictEqual((yield* request("GET", "/eventos", { key: bare })).status, 200)
      assert.deepStrictEqual(errorOf(yield* request("GET", "/eventos")), anError(401, "no_autenticado"))
    }))

  it.scoped("has pages like every list", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      for (const orden of ["antiguo", "reciente", "modificado"]) {
        const whole = pageOf(yield* get(`/eventos?orden=${orden}`)).names
        const walked: Array<string> = []
        for (let path: string | null = `/eventos?orden=${orden}&limite=7`; path !== null;) {
          const page: ReturnType<typeof pageOf> = pageOf(yield* get(path))
          assert.strictEqual(page.total, 25)
          walked.push(...page.names)
          path = page.siguiente
        }
        assert.deepStrictEqual(walked, whole)
      }
      assert.isNull(pageOf(yield* get("/eventos?limite=25")).siguiente)
      assert.sameMembers([...camposOf(yield* get("/eventos?limite=0&suceso=x"))], ["limite", "suceso"])
    }))

  it.scoped("explains each event, with an example of what is sent", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      assert.deepStrictEqual<unknown>(pageOf(yield* get("/eventos?orden=antiguo")).datos, eventNames.map(explainedEvent))
    }))
})
