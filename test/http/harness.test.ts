import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { makeScene, now, simpleDraft } from "./scene.ts"

describe("the harness", () => {
  it.scoped("answers the same, byte for byte, for the same seed, and differently for another", () =>
    Effect.gen(function*() {
      const told = (seed: number) =>
        Effect.gen(function*() {
          const { live, post, test } = yield* makeScene({ seed })
          return [live, test, (yield* post("/facturas", simpleDraft)).text]
        })
      const [once, again, other] = [yield* told(1), yield* told(1), yield* told(2)]
      assert.deepStrictEqual(again, once)
      assert.strictEqual(new Set([...once, ...other]).size, 6)
    }))

  it.scoped("uses its caller's clock", () =>
    Effect.gen(function*() {
      const { post, provide } = yield* makeScene()
      assert.strictEqual(yield* provide(Clock.currentTimeMillis), now)
      assert.deepInclude((yield* post("/facturas", simpleDraft)).json, { creado: "2026-11-20T10:00:00.000Z" })
    }))

  it.scoped("shares nothing with another harness", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* makeHarness(), yield* makeHarness()]
      const { live } = yield* one.openCompany()
      assert.strictEqual((yield* one.request("GET", "", { key: live })).status, 200)
      assert.strictEqual((yield* other.request("GET", "", { key: live })).status, 401)
    }))
})
