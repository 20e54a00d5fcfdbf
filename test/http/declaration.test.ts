import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DeclarationResource } from "../../core/declaration/declaration.ts"
import { version } from "../../core/registry/talonarioSoftware.ts"
import { makeScene } from "./scene.ts"

const shown = Schema.decodeUnknownSync(DeclarationResource, { onExcessProperty: "error" })

describe("GET /declaracion", () => {
  it.scoped("shows the producer's declaration to anybody, with or without a key", () =>
    Effect.gen(function*() {
      const { live: key, request } = yield* makeScene({ declarant: { address: "Calle Mayor 1, 28001 Madrid, España", place: "Madrid, España" } })
      const answer = yield* request("GET", "/declaracion")
      assert.strictEqual(answer.status, 200)
      const { apartados, completa, texto } = shown(answer.json)
      assert.isTrue(completa)
      assert.include(texto, `\nTalonario\n`)
      const contents = new Map(apartados.map(({ contenido, letra }) => [letra, contenido]))
      assert.deepStrictEqual(
        [contents.get("b"), contents.get("c"), contents.get("h"), contents.get("i")],
        ["TL", version, "Talonario", "B00000000"],
      )
      assert.deepStrictEqual((yield* request("GET", "/declaracion", { key })).json, answer.json)
    }))

  it.scoped("says that it is incomplete while the producer has not filled in everything", () =>
    Effect.gen(function*() {
      const { request } = yield* makeScene()
      assert.isFalse(shown((yield* request("GET", "/declaracion")).json).completa)
    }))
})
