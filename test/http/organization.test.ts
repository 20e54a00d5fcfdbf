import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeScene } from "./scene.ts"

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
