import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { anError, camposOf, conflict, errorOf, idOf, makeScene, pageOf, simpleDraft } from "./scene.ts"

describe("contacts", () => {
  it.scoped("are created with a Location, where they read as the creation answered", () =>
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

  it.scoped("are changed property by property, and deleted", () =>
    Effect.gen(function*() {
      const { get, live: key, post, request } = yield* makeScene()
      const created = yield* post("/contactos", { nombre: "Ana", nif: "12345678Z", dias_pago: 30 })
      const path = `/contactos/${idOf(created)}`
      const patched = yield* request("PATCH", path, { key, body: { nombre: "Ana S.", dias_pago: null } })
      assert.strictEqual(patched.status, 200)
      assert.deepInclude(patched.json, { nombre: "Ana S.", nif: "12345678Z", dias_pago: null })
      assert.deepStrictEqual((yield* get(path)).json, patched.json)
      for (const body of [undefined, {}, { nombre: "Ana S." }]) {
        const same = yield* request("PATCH", path, { key, body })
        assert.deepStrictEqual([same.status, same.json], [200, patched.json])
      }
      const wrong = { nombre: null, nif: "12345678A", id: "1", dias_pago: 366 }
      assert.sameMembers([...camposOf(yield* request("PATCH", path, { key, body: wrong }))], Object.keys(wrong))

      const deleted = yield* request("DELETE", path, { key, headers: { "idempotency-key": "b" } })
      assert.deepStrictEqual([deleted.status, deleted.text], [204, ""])
      const repeated = yield* request("DELETE", path, { key, headers: { "idempotency-key": "b" } })
      assert.deepStrictEqual([repeated.status, repeated.headers["idempotency-replayed"]], [204, "true"])
      for (const method of ["GET", "PATCH", "DELETE"]) {
        assert.strictEqual((yield* request(method, path, { key })).status, 404, method)
      }
      assert.strictEqual(pageOf(yield* get("/contactos")).total, 0)
    }))

  it.scoped("cannot be deleted while an invoice names them", () =>
    Effect.gen(function*() {
      const { get, live: key, post, request } = yield* makeScene()
      const id = idOf(yield* post("/contactos", { nombre: "Ana" }))
      yield* post("/facturas", { ...simpleDraft, contacto_id: id })
      const refused = errorOf(yield* request("DELETE", `/contactos/${id}`, { key }))
      assert.deepStrictEqual(refused, conflict("contacto_con_facturas"))
      assert.strictEqual((yield* get(`/contactos/${id}`)).status, 200)
    }))

  it.scoped("of another organization seem not to exist", () =>
    Effect.gen(function*() {
      const { openCompany, post, request } = yield* makeScene()
      const path = `/contactos/${idOf(yield* post("/contactos", { nombre: "Ana" }))}`
      const { live: key } = yield* openCompany()
      for (const method of ["GET", "PATCH", "DELETE"]) {
        assert.strictEqual((yield* request(method, path, { key })).status, 404, method)
      }
    }))

  it.scoped("can be filtered by their properties and labels, and searched", () =>
    Effect.gen(function*() {
      const { get, live: key, post, request } = yield* makeScene()
      const add = (body: object) => Effect.map(post("/contactos", body), idOf)
      const ana = yield* add({ nombre: "Ana Núñez", nif: "12345678Z", email: "ana@a.es", etiquetas: ["vip", "a b"] })
      const bea = yield* add({ nombre: "Bea", nif: "B12345674", tipo: "supplier", referencia: "N/12" })
      const listed = (query: string) => Effect.map(get(`/contactos?orden=antiguo&${query}`), (page) => pageOf(page).ids)
      assert.deepStrictEqual(yield* listed("buscar=nunez"), [ana])
      assert.deepStrictEqual(yield* listed("buscar=n"), [ana, bea])
      assert.deepStrictEqual(yield* listed("buscar=n%2F12+b"), [bea])
      assert.deepStrictEqual(yield* listed("tipo=supplier"), [bea])
      assert.deepStrictEqual(yield* listed("nif=es-b12.345.674"), [bea])
      assert.deepStrictEqual(yield* listed("nif=-"), [])
      assert.deepStrictEqual(yield* listed("email=ana@a.es"), [ana])
      assert.deepStrictEqual(yield* listed("referencia=N%2F12"), [bea])
      assert.deepStrictEqual(yield* listed("etiqueta=a+b"), [ana])
      assert.deepStrictEqual(yield* listed("etiqueta=vip&tipo=supplier"), [])
      assert.deepStrictEqual(camposOf(yield* get("/contactos?tipo=otro&nif=&ciudad=Vigo")).toSorted(), ["ciudad", "nif", "tipo"])

      yield* add({ nombre: "Cía", etiquetas: ["vip"] })
      const first = pageOf(yield* get("/contactos?etiqueta=vip&limite=1&orden=antiguo"))
      assert.deepInclude(first, { ids: [ana], total: 2 })
      const second = yield* get(first.siguiente ?? "")
      assert.deepInclude(pageOf(second), { total: 2, siguiente: null })
      yield* request("PATCH", `/contactos/${ana}`, { key, body: { notas: "x" } })
      assert.strictEqual(pageOf(yield* get("/contactos?orden=modificado")).ids[0], ana)
    }))

  it.scoped("can be changed and deleted only with the scope to write", () =>
    Effect.gen(function*() {
      const { openKey, organizationId, request } = yield* makeScene()
      const reader = yield* openKey(organizationId, "live", ["contacts:read"])
      for (const method of ["PATCH", "DELETE"]) {
        const refused = errorOf(yield* request(method, "/contactos/x", { key: reader }))
        assert.deepStrictEqual(refused, anError(403, "sin_permiso", { scope: "contacts:write" }))
      }
      const writer = yield* openKey(organizationId, "live", ["contacts:write"])
      assert.strictEqual((yield* request("DELETE", "/contactos/x", { key: writer })).status, 404)
    }))
})
