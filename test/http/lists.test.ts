import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { camposOf, idOf, invoiceOf, makeScene, pageOf, type Scene, simpleDraft } from "./scene.ts"

const createContacts = ({ post }: Scene, count: number) =>
  Effect.forEach(Array.from({ length: count }, (_, i) => i), (i) =>
    Effect.map(post("/contactos", { nombre: `Contacto ${i}` }), idOf))

/** Follows `siguiente` exactly as received until it is null; `between` runs after every page. */
const walk = ({ get }: Scene, first: string, between: Effect.Effect<unknown> = Effect.void) =>
  Effect.gen(function*() {
    const pages = []
    for (let path: string | null = first; path !== null;) {
      const page: ReturnType<typeof pageOf> = pageOf(yield* get(path))
      pages.push(page)
      path = page.siguiente
      yield* between
    }
    return { pages, ids: pages.flatMap(({ ids }) => ids) }
  })

describe("lists", () => {
  it.scoped("are an envelope of four properties, empty at first", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const empty = { datos: [], total: 0, limite: 50, siguiente: null }
      for (const path of ["/contactos", "/facturas", "/facturas?estado=paid"]) {
        assert.deepStrictEqual((yield* get(path)).json, empty)
      }
    }))

  it.scoped("hold 50 items by default, and 200 at most", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene({ rateLimit: { limit: 1_000, windowSeconds: 60 } })
      yield* createContacts(scene, 201)
      const sizes: ReadonlyArray<readonly [string, number]> = [
        ["", 50],
        ["?limite=1", 1],
        ["?limite=007", 7],
        ["?limite=200", 200],
        ["?limite=201", 200],
        ["?limite=9999999999999999999999", 200],
      ]
      for (const [query, limite] of sizes) {
        const page = pageOf(yield* scene.get(`/contactos${query}`))
        assert.deepInclude(page, { total: 201, limite })
        assert.strictEqual(page.ids.length, limite)
        assert.isNotNull(page.siguiente)
      }
    }))

  it.scoped("end with a siguiente of null, even when the last page is full", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const ids = yield* createContacts(scene, 6)
      for (const [limite, counts] of [[3, [3, 3]], [4, [4, 2]], [6, [6]], [7, [6]]] as const) {
        const { ids: seen, pages } = yield* walk(scene, `/contactos?limite=${limite}&orden=antiguo`)
        assert.deepStrictEqual(seen, ids)
        assert.deepStrictEqual(pages.map(({ ids }) => ids.length), [...counts])
        assert.isTrue(pages.every(({ total }) => total === 6))
      }
    }))

  it.scoped("give the newest first by default, and can be walked while others write", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const ids = yield* createContacts(scene, 7)
      const write = createContacts(scene, 1)

      const newest = yield* walk(scene, "/contactos?limite=2", write)
      assert.deepStrictEqual(newest.ids, ids.toReversed())
      assert.deepStrictEqual(newest.pages.map(({ total }) => total), [7, 8, 9, 10])

      const all = pageOf(yield* scene.get("/contactos?orden=antiguo")).ids
      assert.deepStrictEqual(all.slice(0, 7), ids)
      assert.deepStrictEqual((yield* walk(scene, "/contactos?limite=4&orden=antiguo")).ids, all)
    }))

  it.scoped("in order antiguo include what is written during the walk", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const ids = yield* createContacts(scene, 4)
      const added: Array<string> = []
      const write = Effect.gen(function*() {
        if (added.length < 2) added.push(...yield* createContacts(scene, 1))
      })
      const { ids: seen } = yield* walk(scene, "/contactos?limite=2&orden=antiguo", write)
      assert.deepStrictEqual(seen, [...ids, ...added])
    }))

  it.scoped("in order modificado put first what changed last", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const draft = Effect.map(post("/facturas", simpleDraft), idOf)
      const [a, b, c] = [yield* draft, yield* draft, yield* draft]
      yield* post(`/facturas/${a}/emitir`)
      const { ids } = yield* walk(scene, "/facturas?orden=modificado&limite=1")
      assert.deepStrictEqual(ids, [a, c, b])
      assert.deepStrictEqual((yield* walk(scene, "/facturas?limite=2")).ids, [c, b, a])
    }))

  it.scoped("of invoices can be filtered by estado, which siguiente carries on", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const made = yield* Effect.forEach([1, 2, 3, 4, 5], () =>
        Effect.map(post("/facturas", simpleDraft), idOf))
      const issued = made.filter((_, i) => i % 2 === 0)
      for (const id of issued) yield* post(`/facturas/${id}/emitir`)
      const drafts = made.filter((id) => !issued.includes(id))

      const sent = yield* walk(scene, "/facturas?estado=sent&limite=1&orden=antiguo")
      assert.deepStrictEqual(sent.ids, issued)
      assert.deepStrictEqual(sent.pages.map(({ limite, total }) => [limite, total]), [[1, 3], [1, 3], [1, 3]])
      const next = new URL(sent.pages[0]?.siguiente ?? "")
      assert.strictEqual(next.origin + next.pathname, "http://talonario.test/api/v1/facturas")
      const { searchParams } = next
      assert.deepInclude(Object.fromEntries(searchParams), { estado: "sent", limite: "1", orden: "antiguo" })
      assert.deepStrictEqual((yield* walk(scene, "/facturas?limite=1&estado=draft")).ids, drafts.toReversed())
      assert.deepStrictEqual((yield* walk(scene, "/facturas")).ids, made.toReversed())
    }))

  it.scoped("leave out the lines of invoices, which a read of one shows", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const created = yield* post("/facturas", simpleDraft)
      const { lineas: _, ...summary } = invoiceOf(created)
      assert.deepInclude((yield* get("/facturas")).json, { datos: [summary] })
      assert.deepStrictEqual((yield* get(`/facturas/${idOf(created)}`)).json, created.json)
    }))
})

describe("siguiente", () => {
  it.scoped("begins with the public address where there is one", () =>
    Effect.gen(function*() {
      for (const publicUrl of ["https://facturas.example/gestion", "https://facturas.example/gestion/"]) {
        const scene = yield* makeScene({ publicUrl })
        yield* createContacts(scene, 2)
        const { siguiente } = pageOf(yield* scene.get("/contactos?limite=1"))
        assert.match(siguiente ?? "", /^https:\/\/facturas\.example\/gestion\/api\/v1\/contactos\?/)
      }
    }))

  it.scoped("goes on in pages of 200 when more were asked for", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene({ rateLimit: { limit: 1_000, windowSeconds: 60 } })
      yield* createContacts(scene, 201)
      const page = pageOf(yield* scene.get("/contactos?limite=5000"))
      const last = pageOf(yield* scene.get(page.siguiente ?? ""))
      assert.deepInclude(last, { limite: 200, siguiente: null })
      assert.strictEqual(last.ids.length, 1)
    }))
})

describe("query parameters", () => {
  it.scoped("that are unknown, malformed, repeated or out of bounds are named", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const wrong: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["limite=0", ["limite"]],
        ["limite=-1", ["limite"]],
        ["limite=1.5", ["limite"]],
        ["limite=1e2", ["limite"]],
        ["limite=diez", ["limite"]],
        ["limite=", ["limite"]],
        ["limite", ["limite"]],
        ["limite=%201", ["limite"]],
        ["limite=1&limite=1", ["limite"]],
        ["orden=nuevo", ["orden"]],
        ["orden=", ["orden"]],
        ["estado=emitida", ["estado"]],
        ["desde=", ["desde"]],
        ["desde=abc", ["desde"]],
        ["desde=abc&limite=0", ["desde", "limite"]],
        ["pagina=2", ["pagina"]],
        ["Limite=2", ["Limite"]],
        ["__proto__=1", ["__proto__"]],
        ["constructor=1", ["constructor"]],
        ["%6Cimite=0", ["limite"]],
        ["limite=%E0%A4%A", ["limite"]],
        ["%FF=1", ["%FF"]],
        ["limite=0&orden=x&estado=y&a=1&b=2", ["limite", "orden", "estado", "a", "b"]],
      ]
      for (const [query, campos] of wrong) {
        const answer = yield* get(`/facturas?${query}`)
        assert.sameMembers([...camposOf(answer)], [...campos], query)
      }
    }))

  it.scoped("may be empty, or percent-encoded", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      for (const query of ["?", "?&", "?limite=2&", "?%6Cimite=%32"]) {
        assert.strictEqual((yield* get(`/facturas${query}`)).status, 200, query)
      }
    }))

  it.scoped("are refused where the endpoint takes none", () =>
    Effect.gen(function*() {
      const { get, live, post, request } = yield* makeScene()
      const id = idOf(yield* post("/facturas", simpleDraft))
      const paths: ReadonlyArray<readonly [string, string]> = [
        ["GET", "?x=1"],
        ["GET", "/organizacion?x=1"],
        ["GET", `/facturas/${id}?x=1`],
        ["GET", `/facturas/${id}/pdf?x=1`],
        ["GET", "/contactos?estado=draft"],
        ["GET", "/salud?x=1"],
        ["POST", "/contactos?x=1"],
        ["POST", `/facturas/${id}/emitir?x=1`],
      ]
      for (const [method, path] of paths) {
        const answer = yield* request(method, path, { key: live, ...(method === "POST" ? { body: {} } : {}) })
        assert.include(camposOf(answer), path.includes("estado") ? "estado" : "x", path)
      }
      assert.deepInclude((yield* get(`/facturas/${id}`)).json, { estado: "draft" })
    }))
})

describe("cursors", () => {
  it.scoped("that were tampered with, or belong elsewhere, fail as desde", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, live, openCompany, post, request } = scene
      yield* createContacts(scene, 3)
      yield* post("/facturas", simpleDraft)
      const { siguiente } = pageOf(yield* get("/contactos?limite=1"))
      const desde = new URL(siguiente ?? "").searchParams.get("desde") ?? ""
      const other = yield* openCompany({ nombre: "Otra", nif: "B87654323" })

      const fine = ["", "&orden=reciente", "&limite=2"]
      for (const more of fine) {
        assert.strictEqual((yield* get(`/contactos?desde=${desde}${more}`)).status, 200)
      }
      const changed = (desde.startsWith("A") ? "B" : "A") + desde.slice(1)
      const refused: ReadonlyArray<readonly [string, string]> = [
        [live, `/contactos?desde=${changed}`],
        [live, `/contactos?desde=${desde}A`],
        [live, `/contactos?desde=${desde.slice(1)}`],
        [live, `/contactos?desde=${desde}%3D`],
        [live, `/contactos?desde=${desde}&orden=antiguo`],
        [live, `/contactos?desde=${desde}&orden=modificado`],
        [live, `/facturas?desde=${desde}`],
        [other.live, `/contactos?desde=${desde}`],
      ]
      for (const [key, path] of refused) {
        assert.deepStrictEqual(camposOf(yield* request("GET", path, { key })), ["desde"], path)
      }
    }))

  it.scoped("from elsewhere are reported with whatever else is wrong in the query", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, openCompany, request } = scene
      const [contact] = yield* createContacts(scene, 3)
      const { siguiente } = pageOf(yield* get("/contactos?limite=1"))
      const desde = new URL(siguiente ?? "").searchParams.get("desde") ?? ""
      const other = yield* openCompany({ nombre: "Otra", nif: "B87654323" })

      const wrong: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        [`/productos?desde=${desde}&limite=0&a=1`, ["a", "limite", "desde"]],
        [`/contactos?desde=${desde}&limite=0&orden=antiguo`, ["limite", "desde"]],
        [`/facturas/${contact}/cobros?desde=${desde}&limite=0`, ["limite", "desde"]],
        [`/facturas?desde=${desde}&orden=nuevo`, ["orden", "desde"]],
        [`/contactos?desde=${desde}&orden=nuevo`, ["orden"]],
        [`/contactos?desde=${desde}&limite=0`, ["limite"]],
      ]
      for (const [path, campos] of wrong) {
        assert.sameMembers([...camposOf(yield* get(path))], [...campos], path)
      }
      const foreign = yield* request("GET", `/contactos?desde=${desde}&tipo=x`, { key: other.live })
      assert.sameMembers([...camposOf(foreign)], ["tipo", "desde"])
    }))

  it.scoped("of an order other than the default need that order repeated", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      yield* createContacts(scene, 3)
      const { siguiente } = pageOf(yield* scene.get("/contactos?limite=1&orden=antiguo"))
      const desde = new URL(siguiente ?? "").searchParams.get("desde") ?? ""
      const answer = yield* scene.get(`/contactos?desde=${desde}`)
      assert.deepStrictEqual(camposOf(answer), ["desde"])
    }))

  it.scoped("are valid only under the secret that they were signed with", () =>
    Effect.gen(function*() {
      const secret = new Uint8Array(32).fill(7)
      const first = yield* makeScene({ seed: 1, secret })
      yield* createContacts(first, 3)
      const { siguiente } = pageOf(yield* first.get("/contactos?limite=1"))
      const statusUnder = (other: Uint8Array) =>
        Effect.gen(function*() {
          const { get } = yield* makeScene({ seed: 1, secret: other })
          return (yield* get(siguiente ?? "")).status
        })
      assert.deepStrictEqual([yield* statusUnder(secret), yield* statusUnder(new Uint8Array(32))], [200, 422])
    }))
})
