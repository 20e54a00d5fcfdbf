import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { errorOf, makeScene } from "./scene.ts"

describe("buscar", () => {
  it.scoped("takes ten words, and refuses more by its name", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      for (const path of ["/contactos", "/productos", "/gastos", "/facturas"]) {
        const asked = (words: number) => get(`${path}?buscar=${Array.from({ length: words }, (_, i) => `w${i}`).join("%20+")}`)
        assert.strictEqual((yield* asked(10)).status, 200, path)
        const { detalles, status } = errorOf(yield* asked(11))
        assert.strictEqual(status, 422, path)
        assert.deepStrictEqual(detalles, { campos: [{ campo: "buscar", motivo: "debe tener 10 palabras como máximo" }] })
      }
    }))
})
