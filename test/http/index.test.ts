import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { makeScene } from "./scene.ts"

describe("the index", () => {
  it.scoped("tells a key what it is and may do", () =>
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

  it.scoped("names the public address of the description", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene({ publicUrl: "https://facturas.example" })
      assert.deepInclude((yield* get("")).json, {
        modo: "live",
        openapi: "https://facturas.example/api/v1/openapi.json",
        limite_peticiones: { peticiones: 120, ventana_segundos: 60 },
      })
    }))
})

describe("the organization", () => {
  it.scoped("shows all of its fields", () =>
    Effect.gen(function*() {
      const { openCompany, request } = yield* makeScene()
      const { live, organizationId } = yield* openCompany({
        nombre: "Taller",
        razon_social: null,
        nif: "b-12345674",
        region_fiscal: "canarias",
        regimen_igic: "minorista",
        web: "taller.es",
      })
      assert.deepStrictEqual((yield* request("GET", "/organizacion", { key: live })).json, {
        id: organizationId,
        nombre: "Taller",
        razon_social: null,
        nif: "B12345674",
        direccion: null,
        ciudad: null,
        cp: null,
        provincia: null,
        pais: null,
        email: null,
        telefono: null,
        web: "taller.es",
        forma_juridica: null,
        sector: null,
        moneda: "EUR",
        region_fiscal: "canarias",
        tipo_iva_defecto: 7,
        regimen_igic: "minorista",
        recargo_equivalencia: false,
        sin_animo_lucro: false,
        plan_contable: "pgc",
        creada: "2026-11-20T10:00:00.000Z",
      })
    }))
})

describe("every answer", () => {
  it.scoped("is JSON in UTF-8 that nobody keeps or sniffs", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      for (const path of ["", "/contactos", "/nada", "/salud", "/openapi.json"]) {
        assert.deepInclude((yield* get(path)).headers, {
          "content-type": "application/json; charset=utf-8",
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        })
      }
    }))
})
