import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { CannotStart, EngineClosed, makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { rejection } from "../support/rejection.ts"
import { testDatabase } from "../support/testDatabase.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { secret, software } from "./onPostgres.ts"

describe("an engine that may not change the schema", () => {
  it.scopedLive("does not start without a schema, and does with a current one", () =>
    Effect.gen(function*() {
      const start = (storage: object) => makeTalonario({ storage: { url: "", migrate: false, ...storage }, secret, software, log: () => {} })
      const { url: empty } = yield* testDatabase()
      const { url } = yield* migratedDatabase
      yield* Effect.promise(async () => {
        for (const storage of [{ url: empty }, { url, schema: "no_hay" }]) {
          const error = await rejection(start(storage))
          assert.instanceOf(error, CannotStart)
          assert.match(String(Reflect.get(Object(error), "message")), /^storage: .*not up to date/)
        }
        const talonario = await start({ url })
        await talonario.close()
        assert.instanceOf(await rejection(talonario.organizaciones.listOrganizations()), EngineClosed)
      })
    }))
})

describe("an engine with a schema of its own", () => {
  it.scopedLive("has sessions begin as its address says too", () =>
    Effect.gen(function*() {
      const { url } = yield* testDatabase()
      const readOnly = `${Redacted.value(url)}?options=-c%20default_transaction_read_only%3Don`
      const error = yield* Effect.promise(() =>
        rejection(makeTalonario({ storage: { url: readOnly, schema: "propio" }, secret, software, log: () => {} })))
      assert.match(String(error), /read-only transaction/)
    }))
})
