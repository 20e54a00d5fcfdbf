import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { serviceSettings } from "../../runtimes/environment/serviceSettings.ts"

const storeOf = (variables: Readonly<Record<string, string>>) => {
  const provider = ConfigProvider.fromMap(new Map(Object.entries(variables)))
  return Effect.withConfigProvider(Effect.map(serviceSettings, ({ rateLimit }) => rateLimit.store), provider)
}

const DATABASE_URL = "postgres://somebody@127.0.0.1/some"

describe("TALONARIO_RATE_LIMIT_STORE", () => {
  it.effect("is by default a configured database unless the limit is high, and otherwise memory", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* storeOf({}), "memory")
      assert.strictEqual(yield* storeOf({ DATABASE_URL }), "postgres")
      assert.strictEqual(yield* storeOf({ DATABASE_URL, TALONARIO_RATE_LIMIT: "1000/60" }), "postgres")
      assert.strictEqual(yield* storeOf({ DATABASE_URL, TALONARIO_RATE_LIMIT: "1001/60" }), "memory")
    }))

  it.effect("can be set", () =>
    Effect.gen(function*() {
      const TALONARIO_RATE_LIMIT_STORE = "postgres"
      assert.strictEqual(yield* storeOf({ TALONARIO_RATE_LIMIT_STORE, TALONARIO_RATE_LIMIT: "5000/60" }), "postgres")
      assert.strictEqual(yield* storeOf({ DATABASE_URL, TALONARIO_RATE_LIMIT_STORE: "memory" }), "memory")
      const refused = yield* Effect.flip(storeOf({ TALONARIO_RATE_LIMIT_STORE: "redis" }))
      assert.include(String(refused), "expected memory or postgres")
    }))
})
