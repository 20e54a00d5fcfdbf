import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { InvoiceResource } from "../../core/invoices/invoiceResource.ts"
import { needTheirScopes } from "./neededScopes.ts"
import { anError, camposOf, conflict, errorOf, idOf, invoiceOf, makeScene, pageOf, type Scene, simpleDraft } from "./scene.ts"

/** The part of an invoice that follows from its payments. */
type Standing = Pick<InvoiceResource, "cobrado" | "estado" | "fecha_cobro" | "pendiente">

/** An issued invoice of 24.20 EUR. */
const issueOne = ({ post }: Scene) =>
  Effect.gen(function*() {
    const id = idOf(yield* post("/facturas", simpleDraft))
    yield* post(`/facturas/${id}/emitir`)
    return id
  })

const standingOf = ({ get }: Scene, id: string) =>
  Effect.map(get(`/facturas/${id}`), (answer): Standing => {
    const { cobrado, estado, fecha_cobro, pendiente } = invoiceOf(answer)
    return { cobrado, estado, fecha_cobro, pendiente }
  })

const open: Standing = { cobrado: 0, estado: "sent", fecha_cobro: null, pendiente: 24.2 }

describe("payments", () => {
  it.scoped("are recorded with a Location; there and in both lists they read as the recording answered", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const invoice = yield* issueOne(scene)
      const given = { importe: 10.5, fecha: "2026-11-18", forma_pago: "card", referencia: "TPV 7", notas: "a cuenta" }
      const created = yield* post(`/facturas/${invoice}/cobros`, given)
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/cobros/${id}`)
      assert.deepStrictEqual(created.json, { id, factura_id: invoice, ...given, creado: "2026-11-20T10:00:00.000Z" })
      const read = yield* get(created.headers["location"] ?? "")
      assert.deepStrictEqual([read.status, read.json], [200, created.json])
      for (const path of ["/cobros", `/facturas/${invoice}/cobros`]) {
        const only = { datos: [created.json], total: 1, limite: 50, siguiente: null }
        assert.deepStrictEqual((yield* get(path)).json, only)
      }
    }))

  it.scoped("need an amount only; by default they are dated today and the rest is null", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const invoice = yield* issueOne(scene)
      for (const body of [{ importe: 1 }, { importe: 1, fecha: null, forma_pago: null, referencia: "", notas: null }]) {
        const rest = { fecha: "2026-11-20", forma_pago: null, referencia: null, notas: null }
        assert.deepInclude((yield* scene.post(`/facturas/${invoice}/cobros`, body)).json, { importe: 1, ...rest })
      }
    }))

  it.scoped("pay the invoice, beyond its total too, and reopen it when they are deleted", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, live: key, post, request } = scene
      const invoice = yield* issueOne(scene)
      const pay = (importe: number, fecha: string) =>
        Effect.map(post(`/facturas/${invoice}/cobros`, { importe, fecha }), idOf)
      const standing = standingOf(scene, invoice)

      const part = yield* pay(20, "2026-11-01")
      assert.deepStrictEqual(yield* standing, { ...open, cobrado: 20, pendiente: 4.2 })
      yield* pay(5, "2026-11-02")
      const paid: Standing = { cobrado: 25, estado: "paid", fecha_cobro: "2026-11-02", pendiente: 0 }
      assert.deepStrictEqual(yield* standing, paid)
      assert.deepStrictEqual(pageOf(yield* get("/facturas?estado=paid")).ids, [invoice])

      const gone = yield* request("DELETE", `/cobros/${part}`, { key })
      assert.deepStrictEqual([gone.status, gone.text], [204, ""])
      assert.deepStrictEqual(yield* standing, { ...open, cobrado: 5, pendiente: 19.2 })
      assert.strictEqual(pageOf(yield* get("/cobros")).total, 1)
      for (const method of ["GET", "DELETE"]) {
        const answer = yield* request(method, `/cobros/${part}`, { key })
        assert.deepStrictEqual(errorOf(answer), anError(404, "no_encontrado"))
      }
      assert.strictEqual(pageOf(yield* get("/facturas?estado=paid")).total, 0)
    }))

  it.scoped("when deleted, leave an invoice that stays paid with the date of the remaining payment that completes it", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { live: key, post, request } = scene
      const invoice = yield* issueOne(scene)
      const paid: Array<string> = []
      for (const [importe, fecha] of [[20, "2026-11-01"], [10, "2026-11-03"], [15, "2026-11-02"], [30, "2026-11-09"]]) {
        paid.push(idOf(yield* post(`/facturas/${invoice}/cobros`, { importe, fecha })))
      }
      const days = [(yield* standingOf(scene, invoice)).fecha_cobro]
      for (const id of paid) {
        yield* request("DELETE", `/cobros/${id}`, { key })
        days.push((yield* standingOf(scene, invoice)).fecha_cobro)
      }
      assert.deepStrictEqual(days, ["2026-11-03", "2026-11-02", "2026-11-09", "2026-11-09", null])
    }))

  it.scoped("that arrive at the same time all count", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const invoice = yield* issueOne(scene)
      const pay = scene.post(`/facturas/${invoice}/cobros`, { importe: 0.01 })
      const answers = yield* Effect.all(Array.from({ length: 40 }, () => pay), { concurrency: "unbounded" })
      assert.isTrue(answers.every(({ status }) => status === 201))
      assert.strictEqual(new Set(answers.map(idOf)).size, 40)
      assert.deepStrictEqual(yield* standingOf(scene, invoice), { ...open, cobrado: 0.4, pendiente: 23.8 })

      const { live: key, request } = scene
      const twice = answers.slice(0, 30).map(idOf).flatMap((id) => [id, id])
      const deletions = twice.map((id) => request("DELETE", `/cobros/${id}`, { key }))
      const statuses = (yield* Effect.all(deletions, { concurrency: "unbounded" })).map(({ status }) => status)
      assert.deepStrictEqual(statuses.toSorted(), [...Array(30).fill(204), ...Array(30).fill(404)])
      assert.deepStrictEqual(yield* standingOf(scene, invoice), { ...open, cobrado: 0.1, pendiente: 24.1 })
    }))

  it.scoped("count once under an Idempotency-Key, deletions too", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const invoice = yield* issueOne(scene)
      const pay = scene.post(`/facturas/${invoice}/cobros`, { importe: 24.2 }, "k1")
      const [first, again] = [yield* pay, yield* pay]
      assert.deepStrictEqual([again.status, again.text], [201, first.text])
      assert.strictEqual(again.headers["idempotency-replayed"], "true")
      assert.deepInclude(yield* standingOf(scene, invoice), { cobrado: 24.2, estado: "paid" })

      const headers = { "idempotency-key": "k2" }
      const remove = scene.request("DELETE", `/cobros/${idOf(first)}`, { key: scene.live, headers })
      assert.deepStrictEqual([(yield* remove).status, (yield* remove).status], [204, 204])
      assert.deepStrictEqual(yield* standingOf(scene, invoice), open)
    }))

  it.scoped("are for issued invoices only", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const draft = idOf(yield* scene.post("/facturas", simpleDraft))
      const quote = idOf(yield* scene.post("/facturas", { ...simpleDraft, tipo_documento: "quote" }))
      yield* scene.post(`/facturas/${quote}/emitir`)
      const refused = [[draft, "factura_en_borrador"], [quote, "no_es_factura"]] as const
      for (const [id, motivo] of refused) {
        const answer = yield* scene.post(`/facturas/${id}/cobros`, { importe: 1 })
        assert.deepStrictEqual(errorOf(answer), conflict(motivo))
        assert.deepInclude((yield* scene.get(`/facturas/${id}/cobros`)).json, { datos: [], total: 0 })
      }
    }))

  it.scoped("are refused with everything that is wrong with them", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const path = `/facturas/${yield* issueOne(scene)}/cobros`
      const wrong: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
        [undefined, ["importe"]],
        [{ importe: 0 }, ["importe"]],
        [{ importe: 1.001 }, ["importe"]],
        [{ importe: 1, fecha: "2026-02-30" }, ["fecha"]],
        [{ importe: 1, fecha: "2026-02-01T99:00:00Z" }, ["fecha"]],
        [{ importe: 1, factura_id: "x", creado: "x" }, ["factura_id", "creado"]],
        [{ importe: -1, fecha: 3, forma_pago: "bizum", referencia: "r".repeat(61), notas: "n".repeat(2001) },
          ["importe", "fecha", "forma_pago", "referencia", "notas"]],
      ]
      for (const [body, campos] of wrong) {
        assert.sameMembers([...camposOf(yield* scene.post(path, body))], [...campos])
      }
      assert.strictEqual(pageOf(yield* scene.get("/cobros")).total, 0)
    }))

  it.scoped("of another organization seem not to exist", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { openCompany, post, request } = scene
      const invoice = yield* issueOne(scene)
      const payment = idOf(yield* post(`/facturas/${invoice}/cobros`, { importe: 1 }))
      const { live: key } = yield* openCompany({ nombre: "Otra", nif: "B87654323" })
      const foreign = [
        ["POST", `/facturas/${invoice}/cobros`],
        ["GET", `/facturas/${invoice}/cobros`],
        ["GET", "/facturas/nada/cobros"],
        ["GET", `/cobros/${payment}`],
        ["DELETE", `/cobros/${payment}`],
      ] as const
      for (const [method, path] of foreign) {
        const body = method === "POST" ? { body: { importe: 1 } } : {}
        const answer = yield* request(method, path, { key, ...body })
        assert.deepStrictEqual(errorOf(answer), anError(404, "no_encontrado"), path)
      }
      assert.strictEqual(pageOf(yield* request("GET", `/cobros?factura_id=${invoice}`, { key })).total, 0)
      assert.deepInclude(yield* standingOf(scene, invoice), { cobrado: 1 })
    }))

  it.scoped("need their scopes; the one to write does not allow reading", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const invoice = yield* issueOne(scene)
      yield* needTheirScopes(scene, [
        ["POST", `/facturas/${invoice}/cobros`, "payments:write", 201, { importe: 1 }],
        ["GET", `/facturas/${invoice}/cobros`, "payments:read", 200],
        ["GET", "/cobros", "payments:read", 200],
        ["GET", "/cobros/nada", "payments:read", 404],
        ["DELETE", "/cobros/nada", "payments:write", 404],
      ])
    }))
})

describe("lists of payments", () => {
  it.scoped("can be filtered by invoice, day and form of payment, which siguiente carries on", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const [one, two] = [yield* issueOne(scene), yield* issueOne(scene)]
      const pay = (invoice: string, fecha: string, forma_pago: string | null) =>
        Effect.map(post(`/facturas/${invoice}/cobros`, { importe: 1, fecha, forma_pago }), idOf)
      const a = yield* pay(one, "2026-01-31", "cash")
      const b = yield* pay(two, "2026-02-01", "cash")
      const c = yield* pay(one, "2026-02-28", null)
      const d = yield* pay(one, "2026-03-01", "transfer")

      const expected: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["", [a, b, c, d]],
        [`factura_id=${one}`, [a, c, d]],
        ["factura_id=nada", []],
        ["fecha_desde=2026-02-01", [b, c, d]],
        ["fecha_hasta=2026-02-28", [a, b, c]],
        [`fecha_desde=2026-02-01&fecha_hasta=2026-02-28&factura_id=${one}`, [c]],
        ["fecha_desde=2026-03-01&fecha_hasta=2026-01-01", []],
        ["forma_pago=cash", [a, b]],
      ]
      for (const [query, ids] of expected) {
        const page = pageOf(yield* get(`/cobros?orden=antiguo&${query}`))
        assert.deepStrictEqual([page.ids, page.total], [ids, ids.length], query)
      }
      assert.deepStrictEqual(pageOf(yield* get(`/facturas/${one}/cobros`)).ids, [d, c, a])

      const first = pageOf(yield* get(`/cobros?factura_id=${one}&limite=2`))
      assert.deepStrictEqual([first.ids, first.total], [[d, c], 3])
      assert.deepStrictEqual(pageOf(yield* get(first.siguiente ?? "")).ids, [a])
    }))

  it.scoped("accept only their own cursors, and name filters that are unknown or malformed", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const [one, two] = [yield* issueOne(scene), yield* issueOne(scene)]
      for (const importe of [1, 2]) yield* post(`/facturas/${one}/cobros`, { importe })
      const { siguiente } = pageOf(yield* get(`/facturas/${one}/cobros?limite=1`))
      assert.strictEqual(pageOf(yield* get(siguiente ?? "")).ids.length, 1)
      const desde = new URL(siguiente ?? "").searchParams.get("desde") ?? ""
      for (const path of ["/cobros", `/facturas/${two}/cobros`]) {
        assert.deepStrictEqual(camposOf(yield* get(`${path}?desde=${desde}`)), ["desde"])
      }
      const query = "fecha_desde=2026-02-30&fecha_hasta=ayer&forma_pago=bizum&factura_id=&importe=1"
      const unknown = ["fecha_desde", "fecha_hasta", "forma_pago", "factura_id", "importe"]
      assert.sameMembers([...camposOf(yield* get(`/cobros?${query}`))], unknown)
      assert.deepStrictEqual(camposOf(yield* get(`/facturas/${one}/cobros?factura_id=${one}`)), ["factura_id"])
    }))
})
