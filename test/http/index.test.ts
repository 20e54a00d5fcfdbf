import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { makeScene } from "./scene.ts"

describe("the index", () => {
  it.scoped("tells a key its mode, its company and its scopes", () =>
    Effect.gen(function*() {
      const rateLimit = { limit: 10, windowSeconds: 5 }
      const { openKey, organizationId, request } = yield* makeScene({ rateLimit })
      const key = yield* openKey(organizationId, "test", ["invoices:write", "contacts:read"])
      yield* TestClock.adjust("1234 millis")
      assert.deepStrictEqual((yield* request("GET", "", { key })).json, {
        api: "Talonario",
        version: "1.0.0",
        hora: "2026-11-20T10:00:01.234Z",
        modo: "test",
        empresa_id: organizationId,
        scopes: ["invoices:write", "contacts:read"],
        limite_peticiones: { peticiones: 10, ventana_segundos: 5 },
        openapi: "http://talonario.test/api/v1/openapi.json",
      })
    }))

  it.scoped("gives the public address of the description", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene({ publicUrl: "https://facturas.example" })
      assert.deepInclude((yield* get("")).json, {
        modo: "live",
        openapi: "https://facturas.example/api/v1/openapi.json",
        limite_peticiones: { peticiones: 120, ventana_segundos: 60 },
      })
    }))
})
