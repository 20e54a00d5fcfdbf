import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Redacted } from "effect"
import pg from "pg"
import { functionSettings } from "../../runtimes/lambda/functionSettings.ts"
import { makeHttpFunction } from "../../runtimes/lambda/makeHttpFunction.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { openCompanyIn } from "./administration.ts"
import { deployments } from "./deployments.ts"
import { lambdaRequest } from "./lambdaRequest.ts"

describe("the function of the HTTP interface", () => {
  for (const store of ["memory", "postgres"]) {
    it.scopedLive(`has nothing under way after its answer, so that a container holds no lock (${store})`, () =>
      Effect.gen(function*() {
        const { url } = yield* migratedDatabase
        const { live: key } = yield* openCompanyIn(url)
        const environment = ConfigProvider.fromMap(new Map([
          ["DATABASE_URL", Redacted.value(url)],
          ["TALONARIO_SECRET", "a secret of thirty-two bytes or more"],
          ["TALONARIO_RATE_LIMIT_STORE", store],
        ]))
        const { handler } = yield* Effect.acquireRelease(
          Effect.sync(() => makeHttpFunction(functionSettings(environment))),
          ({ dispose }) => Effect.promise(dispose),
        )
        const client = yield* Effect.acquireRelease(
          Effect.promise(async () => {
            const connected = new pg.Client(Redacted.value(url))
            await connected.connect()
            return connected
          }),
          (connected) => Effect.promise(() => connected.end()),
        )
        const ask = (sql: string) => Effect.promise(() => client.query(sql))
        yield* ask("BEGIN")
        yield* ask("SELECT FROM company_head FOR UPDATE")
        const asked = yield* Effect.fork(lambdaRequest(handler, deployments.httpApi)("GET", "/nada", { key }))
        yield* Effect.sleep("500 millis")
        yield* ask("COMMIT")
        assert.strictEqual((yield* Fiber.join(asked)).status, 404)
        assert.strictEqual((yield* ask("SELECT FROM access_key WHERE ultimo_uso IS NOT NULL")).rowCount, 1)
      }))
  }
})
