import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Schema, TestClock } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { instant } from "../../core/calendar/instant.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { done } from "../../core/jobs/HeldJob.ts"
import { updateOrganization } from "../../core/organizations/organizationCommands.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { Recording } from "../../core/ports/Recording.ts"
import { Storage, StorageOutcomeUnknown } from "../../core/ports/Storage.ts"
import { advanceSubscription } from "../../core/subscriptions/advanceSubscription.ts"
import { invoiceSubscription } from "../../core/subscriptions/invoiceSubscription.ts"
import { idOf, makeScene, type Scene } from "../http/scene.ts"

const at = (text: string) => TestClock.setTime(Date.parse(text))

const subscriber = ({ post }: Scene, given: object = {}) =>
  Effect.map(post("/contactos", { nombre: "Ana SL", nif: "B87654323", ...given }), idOf)

const lineas = [{ descripcion: "Cuota", precio: 100 }]

/** Creates a subscription for a contact of its own. */
const subscribe = (scene: Scene, body: object = {}, contact: object = {}) =>
  Effect.gen(function*() {
    const contacto_id = yield* subscriber(scene, contact)
    return idOf(yield* scene.post("/suscripciones", { contacto_id, nombre: "Cuota", periodicidad: "monthly", lineas, ...body }))
  })

const shown = Schema.Record({ key: Schema.String, value: Schema.Unknown })

const listed = Schema.decodeUnknownSync(Schema.Struct({ datos: Schema.Array(shown) }))

const all = (scene: Scene, path: string) =>
  Effect.map(scene.get(`${path}?orden=antiguo&limite=200`), ({ json }) => listed(json).datos)

/** The bodies of notices of a kind. */
const bodiesOf = ({ notices }: Scene, suceso: string) =>
  notices.filter(({ headers }) => headers["x-svc-suceso"] === suceso).map(({ body }) => notice(JSON.parse(body)))

const notice = Schema.decodeUnknownSync(Schema.Struct({ datos: Schema.Record({ key: Schema.String, value: shown }) }))

const proxima = (scene: Scene, id: string) =>
  Effect.map(scene.get(`/suscripciones/${id}`), ({ json }) => Object(json).proxima)

const patch = (scene: Scene, id: string, body: object) =>
  scene.request("PATCH", `/suscripciones/${id}`, { key: scene.live, body })

/** Does one step, like a worker that dies after its commit. */
const step = ({ organizationId, provide }: Scene, id: string) =>
  provide(Effect.gen(function*() {
    const recording = yield* Recording
    return yield* Effect.flatMap(GroupCommit, ({ run }) => run(advanceSubscription(organizationId, id, recording)))
  })).pipe(Effect.orDie)

const scene = Effect.tap(makeScene(), ({ post }) => post("/webhooks", { url: "https://avisos.ejemplo.es/" }))

describe("a period that begins", () => {
  it.scoped("becomes one draft, and one event with both", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const id = yield* subscribe(one, { inicio: "2026-11-30", serie: "CUOTAS" })
      yield* one.workOff
      yield* at("2026-11-29T22:59:59.999Z")
      yield* one.workOff
      assert.deepStrictEqual(yield* all(one, "/facturas"), [])
      yield* at("2026-11-29T23:00:00Z")
      yield* one.workOff
      yield* one.workOff
      const [factura, ...others] = yield* all(one, "/facturas")
      assert.deepStrictEqual(others, [])
      assert.deepInclude(factura, { estado: "draft", serie: "CUOTAS", base_imponible: 100, fecha_emision: "2026-11-30" })
      assert.strictEqual(yield* proxima(one, id), "2026-12-30")
      const { json: suscripcion } = yield* one.get(`/suscripciones/${id}`)
      assert.deepStrictEqual<unknown>(bodiesOf(one, "subscription.invoiced"), [{ datos: { suscripcion, factura } }])
      assert.lengthOf(bodiesOf(one, "invoice.created"), 1)
    }))

  it.scoped("becomes an issued invoice if asked for, in the mode of whoever created the subscription", () =>
    Effect.gen(function*() {
      const one = yield* scene
      yield* subscribe(one, { emitir: true })
      const contacto_id = yield* subscriber(one)
      const body = { contacto_id, nombre: "Prueba", periodicidad: "monthly", lineas, emitir: true, serie: "T" }
      yield* one.request("POST", "/suscripciones", { key: one.test, body })
      yield* one.workOff
      const facturas = yield* all(one, "/facturas")
      assert.deepStrictEqual(
        facturas.map(({ estado, referencia, verifactu }) => [estado, referencia, Object(verifactu).registrada]),
        [["sent", "A-1", true], ["sent", "T-1", false]],
      )
      const events = bodiesOf(one, "subscription.invoiced")
      assert.sameDeepMembers<unknown>(events.map(({ datos }) => datos["factura"]), [...facturas])
      assert.deepStrictEqual(bodiesOf(one, "invoice.issued").length, 2)
      const record = yield* one.get("/registro")
      assert.deepNestedInclude(record.json, { total: 1, "datos[0].campos.SistemaInformatico.NombreRazon": "Talonario" })
    }))

  it.scoped("uses the price that its product has by then", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const producto_id = idOf(yield* one.post("/productos", { nombre: "Hosting", precio: 10 }))
      yield* subscribe(one, { lineas: [{ producto_id }] })
      yield* one.workOff
      yield* one.request("PATCH", `/productos/${producto_id}`, { key: one.live, body: { precio: 12 } })
      yield* at("2026-12-20T10:00:00Z")
      yield* one.workOff
      assert.deepStrictEqual((yield* all(one, "/facturas")).map(({ base_imponible }) => base_imponible), [10, 12])
    }))

  it.scoped("is made up for after an outage, with an invoice for each, including the last one", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const id = yield* subscribe(one, { inicio: "2026-12-31", fin: "2027-05-31", emitir: true })
      yield* at("2027-01-01T00:00:00Z")
      yield* one.workOff
      assert.lengthOf(yield* all(one, "/facturas"), 1)
      // 31 January, 28 February, 31 March, 30 April and 31 May begin meanwhile, and summer time.
      yield* at("2027-05-30T22:00:00Z")
      yield* one.workOff
      const facturas = yield* all(one, "/facturas")
      assert.deepStrictEqual(facturas.map(({ referencia }) => referencia), ["A-1", "A-2", "A-3", "A-4", "A-5", "A-6"])
      assert.deepStrictEqual(new Set(facturas.slice(1).map(({ fecha_emision }) => fecha_emision)), new Set(["2027-05-31"]))
      assert.deepStrictEqual(
        bodiesOf(one, "subscription.invoiced").map(({ datos }) => datos["suscripcion"]?.["proxima"]),
        ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", null],
      )
      yield* at("2030-01-01T00:00:00Z")
      yield* one.workOff
      assert.lengthOf(yield* all(one, "/facturas"), 6)
      assert.isNull(yield* proxima(one, id))
      assert.deepStrictEqual(yield* one.provide(Effect.flatMap(Queue, ({ depth }) => depth("subscription"))), {
        due: 0, oldestDue: null,
      })
    }))

  it.scoped("is made up for from up to four years ago, week by week", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const id = yield* subscribe(one, { inicio: "2022-11-20", periodicidad: "weekly", emitir: true })
      yield* one.workOff
      const weeks = 209
      const { json } = yield* one.get("/facturas?limite=1")
      assert.deepNestedInclude(json, { total: weeks, "datos[0].referencia": `A-${weeks}` })
      assert.lengthOf(bodiesOf(one, "subscription.invoiced"), weeks)
      assert.strictEqual(yield* proxima(one, id), "2026-11-22")
    }), 30_000)

  it.scoped("begins at midnight in the company's zone, even after clocks change or the company moves", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const { organizationId, provide } = one
      yield* subscribe(one, { inicio: "2027-03-25", periodicidad: "weekly", fin: "2027-04-15" })
      const count = Effect.map(Effect.zipRight(one.workOff, all(one, "/facturas")), (facturas) => facturas.length)
      yield* at("2027-03-24T22:59:59.999Z")
      assert.strictEqual(yield* count, 0)
      yield* at("2027-03-24T23:00:00Z")
      assert.strictEqual(yield* count, 1)
      yield* at("2027-03-31T21:59:59.999Z")
      assert.strictEqual(yield* count, 1)
      yield* at("2027-03-31T22:00:00Z")
      assert.strictEqual(yield* count, 2)
      // In the Canary Islands the day begins an hour later, so a worker that looks too early looks again.
      yield* provide(Effect.flatMap(GroupCommit, ({ run }) =>
        run(updateOrganization(organizationId, { region_fiscal: "canarias", tipo_iva_defecto: null })))).pipe(Effect.orDie)
      yield* at("2027-04-07T22:00:00Z")
      assert.strictEqual(yield* count, 2)
      yield* at("2027-04-07T22:59:59.999Z")
      assert.strictEqual(yield* count, 2)
      yield* at("2027-04-07T23:00:00Z")
      assert.strictEqual(yield* count, 3)
    }))

  it.scoped("is skipped while the subscription is paused, and does not come once it is deleted", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const id = yield* subscribe(one)
      yield* one.workOff
      yield* patch(one, id, { estado: "paused" })
      yield* at("2027-03-10T10:00:00Z")
      yield* one.workOff
      assert.lengthOf(yield* all(one, "/facturas"), 1)
      yield* patch(one, id, { estado: "active" })
      yield* one.workOff
      assert.lengthOf(yield* all(one, "/facturas"), 1)
      assert.strictEqual(yield* proxima(one, id), "2027-03-20")
      yield* at("2027-03-20T10:00:00Z")
      yield* one.workOff
      assert.lengthOf(yield* all(one, "/facturas"), 2)
      assert.strictEqual((yield* one.request("DELETE", `/suscripciones/${id}`, { key: one.live })).status, 204)
      yield* at("2027-12-20T10:00:00Z")
      yield* one.workOff
      assert.lengthOf(yield* all(one, "/facturas"), 2)
    }))
})

describe("a period that cannot be invoiced", () => {
  it.scoped("pauses the subscription, which says why; when resumed it makes up for that period", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const contacto_id = yield* subscriber(one)
      const body = { contacto_id, nombre: "Cuota", periodicidad: "monthly", lineas, inicio: "2026-12-20" }
      const id = idOf(yield* one.post("/suscripciones", body))
      assert.strictEqual((yield* one.request("DELETE", `/contactos/${contacto_id}`, { key: one.live })).status, 204)
      yield* at("2026-12-20T10:00:00Z")
      yield* one.workOff
      yield* at("2026-12-21T10:00:00Z")
      yield* one.workOff
      assert.deepStrictEqual(yield* all(one, "/facturas"), [])
      const { json } = yield* one.get(`/suscripciones/${id}`)
      assert.deepInclude(json, { estado: "paused", proxima: "2026-12-20" })
      const said = (yield* all(one, "/actividad")).filter(({ tipo }) => tipo === "subscription_paused")
      assert.deepStrictEqual(said.map(({ mensaje, recurso, recurso_id }) => [mensaje, recurso, recurso_id]), [[
        "La suscripción «Cuota» se ha pausado: no se pudo facturar su periodo del 20/12/2026"
        + " (contacto_id: no existe ese contacto).",
        "suscripcion",
        id,
      ]])
      const other = yield* subscriber(one, { nombre: "Eva SL" })
      const resumed = yield* patch(one, id, { estado: "active", contacto_id: other })
      assert.deepInclude(resumed.json, { estado: "active", proxima: "2026-12-20" })
      assert.deepStrictEqual(bodiesOf(one, "subscription.invoiced"), [])
      yield* one.workOff
      assert.lengthOf(bodiesOf(one, "subscription.invoiced"), 1)
      assert.deepInclude((yield* one.get(`/suscripciones/${id}`)).json, { estado: "active", proxima: "2027-01-20" })
    }))

  it.scoped("stays a draft if the issue is refused, and says why", () =>
    Effect.gen(function*() {
      const one = yield* scene
      // A customer whom a record cannot name.
      yield* subscribe(one, { emitir: true }, { nif: null })
      yield* one.workOff
      const [factura] = yield* all(one, "/facturas")
      assert.deepInclude(factura, { estado: "draft" })
      assert.deepStrictEqual(bodiesOf(one, "subscription.invoiced").map(({ datos }) => datos["factura"]), [factura])
      const said = (yield* all(one, "/actividad")).filter(({ tipo }) => tipo === "subscription_not_issued")
      assert.lengthOf(said, 1)
      assert.deepInclude(said[0], { recurso: "factura", recurso_id: factura?.["id"] })
      assert.strictEqual(
        said[0]?.["mensaje"],
        "La factura de la suscripción «Cuota» no se ha emitido"
        + " (contacto.nif: el destinatario debe tener NIF o identificación de su país).",
      )
      yield* at("2026-12-20T10:00:00Z")
      yield* one.workOff
      assert.lengthOf(yield* all(one, "/facturas"), 2)
    }))

  it.scoped("stays a draft also if its goods cannot leave stock, and is reported with its customer as it is by now", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const producto_id = idOf(yield* one.post("/productos", { nombre: "Pan S.A.", precio: 1, stock: -999_999_999_999 }))
      const id = yield* subscribe(one, { emitir: true, lineas: [{ producto_id }] })
      yield* step(one, id)
      const contacto = `/contactos/${String(Object((yield* one.get(`/suscripciones/${id}`)).json).contacto_id)}`
      yield* one.request("PATCH", contacto, { key: one.live, body: { nombre: "Ana Nueva SL" } })
      yield* one.workOff
      const [factura] = yield* all(one, "/facturas")
      assert.deepNestedInclude(factura, { estado: "draft", "contacto.nombre": "Ana Nueva SL" })
      assert.deepStrictEqual(bodiesOf(one, "subscription.invoiced").map(({ datos }) => datos["factura"]), [factura])
      assert.deepStrictEqual(
        (yield* all(one, "/actividad")).filter(({ tipo }) => tipo === "subscription_not_issued").map(({ mensaje }) => mensaje),
        ["La factura de la suscripción «Cuota» no se ha emitido (El stock de «Pan S.A.» no puede pasar de 12 cifras)."],
      )
    }))

  it.scoped("pauses the subscription with every reason, and blames the contact for a missing exchange rate", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const product = (nombre: string) => Effect.map(one.post("/productos", { nombre, precio: 1 }), idOf)
      const products = [yield* product("Pan"), yield* product("Sal")]
      const sold = products.map((producto_id) => ({ producto_id }))
      const body = { contacto_id: yield* subscriber(one), nombre: "Pan", periodicidad: "monthly", lineas: sold }
      yield* one.post("/suscripciones", body)
      const abroad = yield* subscriber(one, { nombre: "Eva SL" })
      yield* one.post("/suscripciones", { ...body, contacto_id: abroad, nombre: "Leche", lineas })
      yield* one.workOff
      for (const id of products) yield* one.request("DELETE", `/productos/${id}`, { key: one.live })
      yield* one.request("PATCH", `/contactos/${abroad}`, { key: one.live, body: { moneda: "USD" } })
      yield* at("2026-12-20T10:00:00Z")
      yield* one.workOff
      const said = (yield* all(one, "/actividad")).filter(({ tipo }) => tipo === "subscription_paused")
      const paused = (nombre: string, why: string) =>
        `La suscripción «${nombre}» se ha pausado: no se pudo facturar su periodo del 20/12/2026 (${why}).`
      assert.sameMembers(said.map(({ mensaje }) => String(mensaje)), [
        paused("Pan", "lineas[0].producto_id: no existe ese producto; lineas[1].producto_id: no existe ese producto"),
        paused("Leche", "contacto_id: sus facturas no van en euros, y una suscripción no tiene tipo de cambio"),
      ])
    }))

  it.scoped("is reported if its draft was deleted before it was issued, or was issued by hand", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const [deleted, issued] = [yield* subscribe(one, { emitir: true }), yield* subscribe(one, { emitir: true, nombre: "B" })]
      yield* step(one, deleted)
      yield* step(one, issued)
      const [first, second] = (yield* all(one, "/facturas")).map(({ id }) => String(id))
      yield* one.request("DELETE", `/facturas/${first}`, { key: one.live })
      yield* one.post(`/facturas/${second}/emitir`)
      yield* one.workOff
      const facturas = yield* all(one, "/facturas")
      assert.deepStrictEqual(facturas.map(({ id, referencia }) => [id, referencia]), [[second, "A-1"]])
      assert.deepStrictEqual<unknown>(bodiesOf(one, "subscription.invoiced").map(({ datos }) => datos["factura"]), facturas)
      const said = (yield* all(one, "/actividad")).filter(({ tipo }) => tipo === "subscription_not_issued")
      assert.deepStrictEqual(said.map(({ mensaje, recurso, recurso_id }) => [mensaje, recurso, recurso_id]), [
        ["La factura de la suscripción «Cuota» se borró antes de emitirse.", "suscripcion", deleted],
      ])
    }))

  it.scoped("is reported if its subscription is deleted before the draft is issued, unless the draft is gone too", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const ids = [yield* subscribe(one, { emitir: true }), yield* subscribe(one, { emitir: true }), yield* subscribe(one)]
      for (const id of ids) yield* step(one, id)
      const [first, second, third] = yield* all(one, "/facturas")
      yield* one.request("DELETE", `/facturas/${String(second?.["id"])}`, { key: one.live })
      const { json } = yield* one.get(`/suscripciones/${ids[0]}`)
      for (const id of ids) {
        assert.strictEqual((yield* one.request("DELETE", `/suscripciones/${id}`, { key: one.live })).status, 204)
      }
      yield* one.workOff
      assert.deepStrictEqual((yield* all(one, "/facturas")).map(({ estado, id }) => [id, estado]), [
        [first?.["id"], "draft"],
        [third?.["id"], "draft"],
      ])
      const events = bodiesOf(one, "subscription.invoiced").map(({ datos }) => datos)
      assert.deepStrictEqual<unknown>(events.map(({ factura }) => factura), [third, first])
      assert.deepStrictEqual<unknown>(events.at(-1)?.["suscripcion"], json)
    }))
})

describe("exactly one invoice per period", () => {
  it.scoped("is made if a worker dies between its commits, once its lease has ended", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const id = yield* subscribe(one, { emitir: true, inicio: "2026-10-20" })
      yield* one.provide(Effect.flatMap(Queue, ({ take }) => take("subscription", 1, 30_000)))
      yield* step(one, id)
      assert.deepStrictEqual((yield* all(one, "/facturas")).map(({ estado }) => estado), ["draft"])
      assert.deepStrictEqual(bodiesOf(one, "subscription.invoiced"), [])
      yield* TestClock.adjust("29 seconds")
      yield* one.workOff
      assert.lengthOf(yield* all(one, "/facturas"), 1)
      yield* TestClock.adjust("1 second")
      yield* one.workOff
      const facturas = yield* all(one, "/facturas")
      assert.deepStrictEqual(facturas.map(({ referencia }) => referencia), ["A-1", "A-2"])
      assert.deepStrictEqual<unknown>(bodiesOf(one, "subscription.invoiced").map(({ datos }) => datos["factura"]), facturas)
    }))

  it.scoped("is made by however many workers at the same time, without wasted attempts", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const { organizationId, provide } = one
      const id = yield* subscribe(one, { emitir: true, inicio: "2026-08-20", fin: "2026-11-20" })
      const job = {
        kind: "subscription", organizationId, id, due: 0, lease: "x", mayBegin: () => Effect.succeed(true),
        mayNote: Effect.succeed(true),
      } as const
      const worker = provide(invoiceSubscription({ ...job, due: instant(0) })).pipe(Effect.orDie)
      const ends = yield* Effect.all(Array.from({ length: 8 }, () => worker), { concurrency: "unbounded" })
      assert.deepStrictEqual(new Set(ends), new Set([done]))
      assert.strictEqual(yield* worker, done)
      yield* one.workOff
      const facturas = yield* all(one, "/facturas")
      assert.deepStrictEqual(facturas.map(({ referencia }) => referencia), ["A-1", "A-2", "A-3", "A-4"])
      assert.lengthOf(bodiesOf(one, "subscription.invoiced"), 4)
      const gone = provide(invoiceSubscription({ ...job, due: instant(0), id: "nada" })).pipe(Effect.orDie)
      assert.strictEqual(yield* gone, done)
    }))

  it.scoped("is made if commits fail, before or after they are carried out", () =>
    Effect.gen(function*() {
      let failing = 0
      const storage = StorageMemory.layer.pipe(Layer.map((context) => {
        const inner = Context.get(context, Storage)
        const transact: typeof inner.transact = (opening, body) => {
          failing = failing === 0 ? 0 : failing - 1
          if (failing === 0) return inner.transact(opening, body)
          return failing % 2 === 0
            ? Effect.fail(new StorageOutcomeUnknown())
            : Effect.zipRight(inner.transact(opening, body), Effect.fail(new StorageOutcomeUnknown()))
        }
        return Context.add(context, Storage, { ...inner, transact })
      }))
      const one = yield* Effect.tap(
        makeScene({ storage }),
        ({ post }) => post("/webhooks", { url: "https://avisos.ejemplo.es/" }),
      )
      const id = yield* subscribe(one, { emitir: true, inicio: "2026-08-20" })
      const named = { kind: "subscription", organizationId: one.organizationId, id, due: instant(0) } as const
      const job = { ...named, lease: "x", mayNote: Effect.succeed(true) }
      failing = 9
      for (;;) {
        const end = yield* Effect.exit(one.provide(invoiceSubscription({ ...job, mayBegin: () => Effect.succeed(true) })))
        if (Exit.isSuccess(end)) break
        assert.isTrue(Cause.isFailure(end.cause))
      }
      yield* one.workOff
      assert.deepStrictEqual(
        (yield* all(one, "/facturas")).map(({ referencia }) => referencia),
        ["A-1", "A-2", "A-3", "A-4"],
      )
      assert.lengthOf(bodiesOf(one, "subscription.invoiced"), 4)
    }))

  it.scoped("is not begun by a worker that is being stopped", () =>
    Effect.gen(function*() {
      const one = yield* scene
      const id = yield* subscribe(one)
      const named = { kind: "subscription", organizationId: one.organizationId, id, due: instant(0) } as const
      const job = { ...named, lease: "x", mayNote: Effect.succeed(true) }
      const next = yield* one.provide(invoiceSubscription({ ...job, mayBegin: () => Effect.succeed(false) })).pipe(Effect.orDie)
      assert.deepStrictEqual(next, { _tag: "Again", due: Object(next).due })
      assert.deepStrictEqual(yield* all(one, "/facturas"), [])
    }))
})
