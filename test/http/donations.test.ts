import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isDeletedAlone } from "./deletedAlone.ts"
import { needTheirScopes } from "./neededScopes.ts"
import { camposOf, idOf, makeScene, pageOf, type Scene } from "./scene.ts"

const patch = ({ live: key, request }: Scene, id: string, body: unknown) =>
  request("PATCH", `/donativos/${id}`, { key, body })

const addMember = ({ post }: Scene) => Effect.map(post("/socios", { nombre: "Marta" }), idOf)
const addContact = ({ post }: Scene) => Effect.map(post("/contactos", { nombre: "Ana" }), idOf)

describe("donations", () => {
  it.scoped("are created with a Location; there and in the list they read as the creation answered", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const given = {
        importe: 50.05, fecha: "2026-11-01", forma_pago: "direct_debit", socio_id: yield* addMember(scene), contacto_id: null,
        anonimo: true,
      }
      const created = yield* post("/donativos", given)
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/donativos/${id}`)
      assert.deepStrictEqual(created.json, { ...given, id, creado: "2026-11-20T10:00:00.000Z" })
      const read = yield* get(created.headers["location"] ?? "")
      assert.deepStrictEqual([read.status, read.json], [200, created.json])
      const only = { datos: [created.json], total: 1, limite: 50, siguiente: null }
      assert.deepStrictEqual((yield* get("/donativos")).json, only)
    }))

  it.scoped("need an amount only; everything else may be null", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const nulls = { fecha: null, forma_pago: null, socio_id: null, contacto_id: null, anonimo: null }
      for (const body of [{ importe: 0.01 }, { importe: 0.01, ...nulls }]) {
        const created = yield* post("/donativos", body)
        assert.deepStrictEqual(created.json, {
          ...nulls, id: idOf(created), importe: 0.01, fecha: "2026-11-20", anonimo: false, creado: "2026-11-20T10:00:00.000Z",
        })
      }
    }))

  it.scoped("are refused with everything that is wrong with them", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const [socio_id, contacto_id] = [yield* addMember(scene), yield* addContact(scene)]
      const { live } = yield* scene.openCompany({ nombre: "Otra", nif: "B87654323" })
      const foreign = (path: string) => Effect.map(scene.request("POST", path, { key: live, body: { nombre: "X" } }), idOf)
      const wrong: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
        [undefined, ["importe"]],
        [{ importe: null }, ["importe"]],
        [{ importe: 0 }, ["importe"]],
        [{ importe: 0.001, anonimo: "no" }, ["importe", "anonimo"]],
        [{ importe: 1, socio_id, contacto_id }, ["contacto_id"]],
        [{ socio_id, contacto_id, fecha: "hoy" }, ["importe", "contacto_id", "fecha"]],
        [{ importe: 1, socio_id: contacto_id }, ["socio_id"]],
        [{ importe: 1, contacto_id: socio_id }, ["contacto_id"]],
        [{ importe: 1, socio_id: yield* foreign("/socios") }, ["socio_id"]],
        [{ importe: 1, contacto_id: yield* foreign("/contactos") }, ["contacto_id"]],
        // Mistakes within the body come before those that only the stored rows show.
        [{ importe: 1, socio_id: "nada", fecha: "2026-01-01T99:00Z" }, ["fecha"]],
        [{ importe: 1e12, socio_id: "s".repeat(65), contacto_id: "c".repeat(65), forma_pago: "x", fecha: "1899-01-01" },
          ["importe", "socio_id", "contacto_id", "forma_pago", "fecha"]],
        [{ importe: 1, nombre: "x", socio: "x" }, ["nombre", "socio"]],
      ]
      for (const [body, campos] of wrong) {
        const answer = yield* scene.post("/donativos", body)
        assert.sameMembers([...new Set(camposOf(answer))], [...campos], JSON.stringify(body))
      }
      assert.strictEqual(pageOf(yield* scene.get("/donativos")).total, 0)
      const id = idOf(yield* scene.post("/donativos", { importe: 1, socio_id }))
      assert.sameMembers([...camposOf(yield* patch(scene, id, { importe: null, creado: "x" }))], ["importe", "creado"])
      assert.deepStrictEqual([...camposOf(yield* patch(scene, id, { contacto_id }))], ["contacto_id"])
      assert.deepStrictEqual([...camposOf(yield* patch(scene, id, { socio_id: "nada" }))], ["socio_id"])
    }))

  it.scoped("are patched property by property; a patch that changes nothing does not count as a change", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const [socio_id, contacto_id] = [yield* addMember(scene), yield* addContact(scene)]
      const created = yield* post("/donativos", { importe: 10, socio_id, forma_pago: "cash" })
      const id = idOf(created)
      const later = idOf(yield* post("/donativos", { importe: 1 }))
      const byChange = Effect.map(get("/donativos?orden=modificado"), (answer) => pageOf(answer).ids)
      for (const body of [{}, { importe: 10, socio_id, fecha: "2026-11-20" }]) {
        const same = yield* patch(scene, id, body)
        assert.deepStrictEqual([same.status, same.json], [200, created.json])
      }
      assert.deepStrictEqual(yield* byChange, [later, id])
      const changed = yield* patch(scene, id, { socio_id: null, contacto_id, forma_pago: null, anonimo: true })
      assert.deepInclude(changed.json, { importe: 10, socio_id: null, contacto_id, forma_pago: null, anonimo: true })
      assert.deepStrictEqual((yield* get(`/donativos/${id}`)).json, changed.json)
      assert.deepStrictEqual(yield* byChange, [id, later])
      assert.deepStrictEqual(pageOf(yield* get(`/donativos?contacto_id=${contacto_id}`)).ids, [id])
      assert.deepStrictEqual(pageOf(yield* get(`/donativos?socio_id=${socio_id}`)).ids, [])
    }))

  it.scoped("keep naming a member or a contact that was deleted, and can still be changed", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, live: key, post, request } = scene
      const [socio_id, contacto_id] = [yield* addMember(scene), yield* addContact(scene)]
      for (const [path, donor] of [
        [`/socios/${socio_id}`, { socio_id }], [`/contactos/${contacto_id}`, { contacto_id }],
      ] as const) {
        const id = idOf(yield* post("/donativos", { importe: 5, ...donor }))
        assert.strictEqual((yield* request("DELETE", path, { key })).status, 204)
        assert.deepInclude((yield* get(`/donativos/${id}`)).json, donor)
        assert.deepInclude((yield* patch(scene, id, { importe: 6, ...donor })).json, { ...donor, importe: 6 })
        const [[field, value] = []] = Object.entries(donor)
        assert.deepStrictEqual(pageOf(yield* get(`/donativos?${field}=${value}`)).ids, [id])
        assert.deepStrictEqual([...camposOf(yield* post("/donativos", { importe: 5, ...donor }))], [field])
      }
    }))

  it.scoped("are gone once they are deleted; those of another organization seem not to exist", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const [id, other] = [idOf(yield* post("/donativos", { importe: 1 })), idOf(yield* post("/donativos", { importe: 2 }))]
      yield* isDeletedAlone(scene, "/donativos", id, other)
    }))

  it.scoped("need their scopes; the one to write does not allow reading", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = idOf(yield* scene.post("/donativos", { importe: 1 }))
      yield* needTheirScopes(scene, [
        ["GET", "/donativos", "donations:read", 200],
        ["GET", `/donativos/${id}`, "donations:read", 200],
        ["POST", "/donativos", "donations:write", 201, { importe: 2 }],
        ["PATCH", `/donativos/${id}`, "donations:write", 200],
        ["DELETE", `/donativos/${id}`, "donations:write", 204],
      ])
    }))
})

describe("the list of donations", () => {
  it.scoped("can be filtered by donor, form of payment and day", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const [socio_id, contacto_id] = [yield* addMember(scene), yield* addContact(scene)]
      const add = (body: object) => Effect.map(post("/donativos", { importe: 1, ...body }), idOf)
      const a = yield* add({ socio_id, fecha: "2026-01-31", forma_pago: "card" })
      const b = yield* add({ contacto_id, fecha: "2026-02-01" })
      const c = yield* add({ socio_id, fecha: "2026-02-28", forma_pago: "cash" })
      const d = yield* add({ fecha: "2026-03-01T00:30:00+01:00", forma_pago: "card" })
      const expected: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["", [a, b, c, d]],
        [`socio_id=${socio_id}`, [a, c]],
        [`contacto_id=${contacto_id}`, [b]],
        [`contacto_id=${socio_id}`, []],
        ["socio_id=nada", []],
        [`socio_id=${socio_id}&contacto_id=${contacto_id}`, []],
        [`socio_id=${socio_id}&forma_pago=cash`, [c]],
        [`socio_id=${socio_id}&fecha_hasta=2026-02-01`, [a]],
        ["forma_pago=card", [a, d]],
        ["fecha_desde=2026-02-01&fecha_hasta=2026-02-28", [b, c]],
        ["fecha_desde=2026-03-01", [d]],
      ]
      for (const [query, ids] of expected) {
        const page = pageOf(yield* get(`/donativos?orden=antiguo&${query}`))
        assert.deepStrictEqual([page.ids, page.total], [ids, ids.length], query)
      }
      const first = pageOf(yield* get(`/donativos?socio_id=${socio_id}&limite=1`))
      assert.deepStrictEqual([first.ids, pageOf(yield* get(first.siguiente ?? "")).ids], [[c], [a]])
    }))

  it.scoped("names filters that are unknown or malformed", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const wrong = ["socio_id", "contacto_id", "forma_pago", "fecha_desde", "fecha_hasta", "buscar"]
      const query = "socio_id=&contacto_id=&forma_pago=x&fecha_desde=1&fecha_hasta=2026-13-01&buscar=a"
      assert.sameMembers([...camposOf(yield* get(`/donativos?${query}`))], wrong)
    }))
})
