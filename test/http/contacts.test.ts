import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { idOf, makeScene } from "./scene.ts"

describe("contacts", () => {
  it.scoped("are created with a Location, and read there as they were answered", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const given = {
        nombre: "Ñandú & Cía «S.L.»", nif: "b-8765 4323", email: "a@b.es", telefono: "1", movil: "2",
        tipo: "supplier", direccion: "c/ 1", ciudad: "Vigo", cp: "36201", provincia: "Pontevedra",
        pais: "España", nif_iva: "FR12345678901", web: "b.es", persona_contacto: "Eva",
        iban: "ES91 2100 0418 4502 0005 1332",
        dias_pago: 30, forma_pago: "transfer", irpf: 15, descuento: 2.5, moneda: "USD", idioma: "es",
        referencia: "R1", etiquetas: ["a", "b"], notas: "n",
      }
      const created = yield* post("/contactos", given)
      const id = idOf(created)
      assert.match(id, /^[0-9a-f]{32}$/)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/contactos/${id}`)
      assert.deepStrictEqual(created.json, {
        ...given, id, nif: "B87654323", iban: "ES9121000418450200051332", creado: "2026-11-20T10:00:00.000Z",
      })
      const read = yield* get(created.headers["location"] ?? "")
      assert.deepStrictEqual([read.status, read.json], [200, created.json])
      assert.notProperty(read.headers, "location")
    }))

  it.scoped("need a name only; everything else may be null", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const nothing = {
        nif: null, email: null, telefono: null, movil: null, direccion: null, ciudad: null, cp: null,
        provincia: null, pais: null, nif_iva: null, web: null, persona_contacto: null, iban: null,
        dias_pago: null, forma_pago: null, moneda: null, idioma: null, referencia: null, notas: null,
      }
      const defaults = { tipo: "customer", irpf: 0, descuento: 0, etiquetas: [] }
      const nulls = { ...nothing, tipo: null, irpf: null, descuento: null, etiquetas: null }
      for (const body of [{ nombre: "Ana" }, { nombre: "Ana", ...nulls }]) {
        const created = yield* post("/contactos", body)
        const always = { id: idOf(created), nombre: "Ana", creado: "2026-11-20T10:00:00.000Z" }
        assert.deepStrictEqual(created.json, { ...nothing, ...defaults, ...always })
      }
    }))
})
