import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Ref } from "effect"
import pg from "pg"
import { queried } from "./queried.ts"
import { testDatabase } from "./testDatabase.ts"

const rows = (url: Redacted.Redacted<string>, sql: string) => Effect.orDie(queried(url, sql))

describe("testDatabase", () => {
  it.scoped("gives every caller its own database, copied from a template that is made once", () =>
    Effect.gen(function*() {
      const prepared = yield* Ref.make(0)
      const template = {
        name: "counted",
        prepare: (url: Redacted.Redacted<string>) =>
          Effect.zipRight(
            Ref.update(prepared, (times) => times + 1),
            rows(url, "CREATE TABLE seal AS SELECT 7 AS number"),
          ),
      }
      const database = testDatabase(template)
      const [one, two] = yield* Effect.all([database, database], { concurrency: 2 })
      assert.strictEqual(yield* Ref.get(prepared), 1)
      yield* rows(one.url, "UPDATE seal SET number = 8")
      assert.deepStrictEqual(yield* rows(two.url, "SELECT number FROM seal"), [{ number: 7 }])
    }))

  it.effect("drops the database when its scope closes, even if connections are still open", () =>
    Effect.gen(function*() {
      const url = yield* Effect.scoped(Effect.gen(function*() {
        const { url } = yield* testDatabase()
        const idle = new pg.Client(Redacted.value(url))
        idle.on("error", () => {})
        yield* Effect.promise(() => idle.connect())
        return url
      }))
      const failure = yield* Effect.sandbox(rows(url, "SELECT 1")).pipe(Effect.flip)
      assert.match(String(failure), /database "test_\w+" does not exist/)
    }))
})
