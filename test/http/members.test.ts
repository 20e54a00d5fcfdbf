import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isDeletedAlone } from "./deletedAlone.ts"
import { needTheirScopes } from "./neededScopes.ts"
import { camposOf, conflict, errorOf, idOf, makeScene, pageOf, type Scene } from "./scene.ts"

const patch = ({ live: key, request }: Scene, id: string, body: unknown) =>
  request("PATCH", `/socios/${id}`, { key, body })

const remove = ({ live: key, request }: Scene, id: string) => request("DELETE", `/socios/${id}`, { key })

describe("members", () => {
  it.scoped("are created with a Location; there and in the list they read as the creation answered", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const given = {
        numero: 118, nombre: "Marta Iglesias", nif: "12345678Z", email: "marta@socios.es", cuota: 60.5,
        periodicidad: "monthly", alta: "2026-01-01", baja: "2026-12-31",
      }
      const created = yield* post("/socios", { ...given, nif: "12.345.678-z" })
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/socios/${id}`)
      assert.deepStrictEqual(created.json, { ...given, id, creado: "2026-11-20T10:00:00.000Z" })
      const read = yield* get(created.headers["location"] ?? "")
      assert.deepStrictEqual([read.status, read.json], [200, created.json])
      const only = { datos: [created.json], total: 1, limite: 50, siguiente: null }
      assert.deepStrictEqual((yield* get("/socios")).json, only)
    }))

  it.scoped("need a name only; everything else may be null", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const nulls = { numero: null, nif: null, email: null, cuota: null, periodicidad: null, alta: null, baja: null }
      for (const [i, body] of [{ nombre: "Ana" }, { nombre: "Ana", ...nulls }].entries()) {
        const created = yield* post("/socios", body)
        assert.deepStrictEqual(created.json, {
          ...nulls, id: idOf(created), numero: i + 1, nombre: "Ana", cuota: 0, periodicidad: "yearly", alta: "2026-11-20",
          creado: "2026-11-20T10:00:00.000Z",
        })
      }
    }))

  it.scoped("are refused with everything that is wrong with them", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const wrong: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
        [undefined, ["nombre"]],
        [{ nombre: null, numero: 0 }, ["nombre", "numero"]],
        [{ nombre: "n".repeat(121), numero: 1_000_000_000 }, ["nombre", "numero"]],
        [{ nombre: "dos\nlíneas", numero: 1.5, cuota: 0.001 }, ["nombre", "numero", "cuota"]],
        [{ nombre: " ", numero: "1", nif: "12345678A", email: "nada", cuota: -0.01, periodicidad: "daily", alta: "hoy",
          baja: "2026-02-30" }, ["nombre", "numero", "nif", "email", "cuota", "periodicidad", "alta", "baja"]],
        [{ nombre: "Ana", nif: "1".repeat(21), email: `${"a".repeat(200)}@b.es`, cuota: 1e12 }, ["nif", "email", "cuota"]],
        [{ nombre: "Ana", alta: "2026-02-02", baja: "2026-02-01" }, ["baja"]],
        [{ nombre: "Ana", id: "x", creado: "x", telefono: "x" }, ["id", "creado", "telefono"]],
      ]
      for (const [body, campos] of wrong) {
        assert.sameMembers([...camposOf(yield* scene.post("/socios", body))], [...campos])
      }
      assert.strictEqual(pageOf(yield* scene.get("/socios")).total, 0)
      const id = idOf(yield* scene.post("/socios", { nombre: "Ana", alta: "2026-02-02" }))
      assert.sameMembers([...camposOf(yield* patch(scene, id, { numero: null, nombre: null, cuota: "1", id }))],
        ["numero", "nombre", "cuota", "id"])
      assert.deepStrictEqual([...camposOf(yield* patch(scene, id, { baja: "2026-02-01" }))], ["baja"])
    }))

  it.scoped("never share a number; one that was given before is given again only on request", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const numberOf = (body: object) => Effect.map(post("/socios", { nombre: "Ana", ...body }), ({ json }) => json)
      const ten = idOf(yield* post("/socios", { nombre: "Ana", numero: 10 }))
      const eleven = yield* post("/socios", { nombre: "Eva" })
      assert.deepInclude(eleven.json, { numero: 11 })
      assert.deepStrictEqual(
        errorOf(yield* post("/socios", { nombre: "Eva", numero: 10 })),
        conflict("numero_de_socio_repetido"),
      )
      assert.deepStrictEqual(errorOf(yield* patch(scene, ten, { numero: 11 })), conflict("numero_de_socio_repetido"))

      assert.strictEqual((yield* remove(scene, idOf(eleven))).status, 204)
      assert.deepInclude(yield* numberOf({}), { numero: 12 })
      assert.deepInclude(yield* numberOf({ numero: 11 }), { numero: 11 })
      assert.deepInclude((yield* patch(scene, ten, { numero: 20 })).json, { numero: 20 })
      assert.deepInclude(yield* numberOf({ numero: 10 }), { numero: 10 })
      assert.deepInclude(yield* numberOf({}), { numero: 21 })
      assert.deepInclude(yield* numberOf({ numero: 999_999_999 }), { numero: 999_999_999 })
      assert.deepStrictEqual(errorOf(yield* post("/socios", { nombre: "Eva" })), conflict("numeros_de_socio_agotados"))
    }))

  it.scoped("that are created at the same time get different numbers; of those that ask for the same one, one gets it", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const twenty = Array.from({ length: 20 }, () => post("/socios", { nombre: "Ana" }))
      const same = Array.from({ length: 10 }, () => post("/socios", { nombre: "Eva", numero: 500 }))
      const answers = yield* Effect.all([...twenty, ...same], { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [...Array(21).fill(201), ...Array(9).fill(409)])
      const { json } = yield* get("/socios?limite=200")
      const numbers = new Set(Array.from(JSON.stringify(json).matchAll(/"numero":(\d+)/g), ([, numero]) => numero))
      assert.strictEqual(numbers.size, 21)
    }))

  it.scoped("are numbered separately by each company", () =>
    Effect.gen(function*() {
      const { openCompany, post, request } = yield* makeScene()
      yield* post("/socios", { nombre: "Ana", numero: 7 })
      const { live: key } = yield* openCompany({ nombre: "Otra", nif: "B87654323" })
      const theirs = yield* request("POST", "/socios", { key, body: { nombre: "Eva" } })
      assert.deepInclude(theirs.json, { numero: 1 })
      assert.strictEqual((yield* request("POST", "/socios", { key, body: { nombre: "Luz", numero: 7 } })).status, 201)
    }))

  it.scoped("are patched property by property; a patch that changes nothing does not count as a change", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const created = yield* post("/socios", { nombre: "Ana", cuota: 10, baja: "2030-01-01" })
      const id = idOf(created)
      const later = idOf(yield* post("/socios", { nombre: "Eva" }))
      const byChange = Effect.map(get("/socios?orden=modificado"), (answer) => pageOf(answer).ids)
      for (const body of [{}, { cuota: 10, numero: 1, alta: "2026-11-20" }]) {
        const same = yield* patch(scene, id, body)
        assert.deepStrictEqual([same.status, same.json], [200, created.json])
      }
      assert.deepStrictEqual(yield* byChange, [later, id])
      const changed = yield* patch(scene, id, { cuota: null, periodicidad: "weekly", baja: null })
      assert.deepInclude(changed.json, { cuota: 0, periodicidad: "weekly", baja: null, nombre: "Ana" })
      assert.deepStrictEqual((yield* get(`/socios/${id}`)).json, changed.json)
      assert.deepStrictEqual(yield* byChange, [id, later])
    }))

  it.scoped("are gone once they are deleted; those of another organization seem not to exist", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const [id, other] = [idOf(yield* post("/socios", { nombre: "A" })), idOf(yield* post("/socios", { nombre: "B" }))]
      yield* isDeletedAlone(scene, "/socios", id, other)
    }))

  it.scoped("need their scopes; the one to write does not allow reading", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = idOf(yield* scene.post("/socios", { nombre: "Ana" }))
      yield* needTheirScopes(scene, [
        ["GET", "/socios", "members:read", 200],
        ["GET", `/socios/${id}`, "members:read", 200],
        ["POST", "/socios", "members:write", 201, { nombre: "Eva" }],
        ["PATCH", `/socios/${id}`, "members:write", 200],
        ["DELETE", `/socios/${id}`, "members:write", 204],
      ])
    }))
})

describe("the list of members", () => {
  it.scoped("can be filtered by period and by leaving, and searched", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const add = (body: object) => Effect.map(post("/socios", body), idOf)
      const a = yield* add({ nombre: "Marta Núñez", numero: 4711, periodicidad: "weekly", nif: "12345678Z" })
      const b = yield* add({ nombre: "Luis", email: "luis@pena.es", baja: "2026-11-20" })
      const c = yield* add({ nombre: "Eva", periodicidad: "weekly", baja: "2200-01-01" })
      const expected: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["", [a, b, c]],
        ["periodicidad=weekly", [a, c]],
        ["periodicidad=monthly", []],
        ["de_baja=true", [b, c]],
        ["de_baja=false", [a]],
        ["de_baja=true&periodicidad=weekly", [c]],
        ["buscar=nunez", [a]],
        ["buscar=471", [a, b, c]],
        ["buscar=4711", [a]],
        ["buscar=12345678z", [a]],
        ["buscar=PENA&de_baja=true", [b]],
        ["buscar=pena&de_baja=false", []],
      ]
      for (const [query, ids] of expected) {
        const page = pageOf(yield* get(`/socios?orden=antiguo&${query}`))
        assert.deepStrictEqual([page.ids, page.total], [ids, ids.length], query)
      }
      const first = pageOf(yield* get("/socios?periodicidad=weekly&limite=1"))
      assert.deepStrictEqual([first.ids, pageOf(yield* get(first.siguiente ?? "")).ids], [[c], [a]])
    }))

  it.scoped("names filters that are unknown or malformed", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const query = "de_baja=si&periodicidad=x&buscar=&numero=1"
      assert.sameMembers([...camposOf(yield* get(`/socios?${query}`))], ["de_baja", "periodicidad", "buscar", "numero"])
    }))
})
