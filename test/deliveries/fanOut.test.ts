import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import type { Command } from "../../core/commit/Command.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { key } from "../../core/commit/tables.ts"
import { fanOut } from "../../core/deliveries/fanOut.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { idOf, makeScene, now, pageOf, type Scene } from "../http/scene.ts"
import { alteredStorage } from "../support/alteredStorage.ts"

const url = "https://example.org/avisos"

const subscribe = ({ post }: Scene, sucesos: ReadonlyArray<string> = ["*"]) =>
  Effect.map(post("/webhooks", { url, sucesos }), idOf)

/** Creates contacts, each of which emits an event. Returns their ids. */
const createContacts = ({ post }: Scene, times = 1) =>
  Effect.replicateEffect(Effect.map(post("/contactos", { nombre: "Ana" }), idOf), times)

const set = ({ live, request }: Scene, webhook: string, activo: boolean) =>
  request("PATCH", `/webhooks/${webhook}`, { key: live, body: { activo } })

/** Switches the subscription like a process of the previous version, which does not note the place of the change. */
const setBefore = ({ organizationId, provide }: Scene, id: string, activo: boolean) => {
  const command: Command<void> = {
    organizationId,
    reads: () => [key("webhook", organizationId, id)],
    decide: (view, supply) => {
      const present = view.get("webhook", organizationId, id)
      const row = present && { ...present, activo, modifiedSequence: supply.sequence() }
      return Either.right({ result: undefined, rows: row === undefined ? [] : [{ table: "webhook", row }], events: [] })
    },
  }
  return Effect.orDie(provide(Effect.flatMap(GroupCommit, ({ run }) => run(command))))
}

const waiting = ({ organizationId, provide }: Scene) =>
  provide(Effect.flatMap(Storage, ({ outbox }) => outbox(organizationId, 1_000))).pipe(Effect.orDie)

const run = (
  { organizationId, provide }: Scene,
  events: Parameters<typeof fanOut>[1],
  webhooks: ReadonlyArray<string>,
) => {
  const command = fanOut(organizationId, events, webhooks.map((id) => ({ id })))
  return Effect.orDie(provide(Effect.flatMap(GroupCommit, ({ run }) => run(command))))
}

/** The deliveries of a subscription, oldest first. */
const logOf = ({ organizationId, provide }: Scene, webhook: string) =>
  provide(Effect.flatMap(Storage, ({ page }) =>
    page("delivery", { organizationId, orden: "antiguo", after: null, limit: 10_000, conditions: [] }))).pipe(
      Effect.orDie,
      Effect.map(({ rows }) => rows.filter(({ webhook_id }) => webhook_id === webhook)),
    )

describe("fan-out", () => {
  it.scoped("creates a delivery of each event for each subscription that wants it, and empties the outbox", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const all = yield* subscribe(scene)
      const some = yield* subscribe(scene, ["contact.created"])
      const none = yield* subscribe(scene, ["invoice.paid"])
      const [contact = ""] = yield* createContacts(scene)
      yield* scene.request("PATCH", `/contactos/${contact}`, { key: scene.live, body: { nombre: "Eva" } })
      const events = yield* waiting(scene)
      yield* run(scene, events, [all, some, none])
      const sucesos = yield* Effect.forEach([all, some, none], (id) =>
        Effect.map(logOf(scene, id), (rows) => rows.map(({ estado, suceso }) => `${suceso} ${estado}`)))
      assert.deepStrictEqual(sucesos, [
        ["contact.created pending", "contact.updated pending"],
        ["contact.created pending"],
        [],
      ])
      assert.lengthOf(yield* waiting(scene), 0)
    }))

  it.scoped("takes few events in one commit where these are long, as purchase orders may be", () =>
    Effect.gen(function*() {
      /** The characters of the bodies that each commit has made. */
      const made: Array<number> = []
      const storage = alteredStorage(({ transact }) => ({
        transact: (opening, body) =>
          transact(opening, (rows, load) =>
            Effect.tap(body(rows, load), ({ changes }) => {
              const bodies = changes.delivery.flatMap(({ after, before }) => (before === undefined ? [after?.cuerpo ?? ""] : []))
              if (bodies.length > 0) made.push(bodies.join("").length)
              return Effect.void
            })),
      }))
      const scene = yield* makeScene({ storage })
      const hooks = yield* Effect.replicateEffect(subscribe(scene, ["purchase_order.created"]), 8)
      const proveedor_id = idOf(yield* scene.post("/contactos", { nombre: "Tornillos SL", tipo: "supplier" }))
      const lineas = Array.from({ length: 500 }, () => ({ descripcion: "x".repeat(1_000), precio: 1 }))
      yield* Effect.replicateEffect(scene.post("/pedidos-compra", { proveedor_id, lineas }), 4)
      yield* scene.workOff
      for (const id of hooks) assert.lengthOf(yield* logOf(scene, id), 4)
      // The eight bodies of one event alone have more than four million.
      assert.isBelow(Math.max(...made), 5_000_000)
    }))

  it.scoped("happens once, however often it is done and by however many workers", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = yield* subscribe(scene)
      yield* createContacts(scene, 5)
      const events = yield* waiting(scene)
      const once = run(scene, events, [webhook])
      yield* Effect.all([once, once, run(scene, events.slice(2), [webhook])], { concurrency: "unbounded" })
      yield* once
      yield* scene.workOff
      assert.lengthOf(yield* logOf(scene, webhook), 5)
      assert.lengthOf(scene.notices, 5)
    }))

  it.scoped("gives no event to those who subscribed after it", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      yield* createContacts(scene)
      const webhook = yield* subscribe(scene)
      yield* scene.workOff
      assert.lengthOf(yield* logOf(scene, webhook), 0)
      yield* createContacts(scene)
      yield* scene.workOff
      assert.lengthOf(yield* logOf(scene, webhook), 1)
    }))

  it.scoped("goes by what a subscription asked for when the event happened, whatever it asked for later", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = yield* subscribe(scene, ["contact.created"])
      const ask = (...sucesos: ReadonlyArray<string>) =>
        scene.request("PATCH", `/webhooks/${webhook}`, { key: scene.live, body: { sucesos } })
      const [first] = yield* createContacts(scene)
      yield* ask("invoice.paid")
      yield* createContacts(scene)
      yield* ask("contact.updated", "contact.created")
      const [third] = yield* createContacts(scene)
      yield* ask("contact.deleted")
      yield* set(scene, webhook, false)
      yield* scene.workOff
      const log = yield* logOf(scene, webhook)
      assert.deepStrictEqual(log.map(({ cuerpo }) => JSON.parse(cuerpo).datos.contacto.id), [first, third])
    }))

  it.scoped("lists as abandoned what happened before a subscription was switched off, and nothing after it", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = yield* subscribe(scene)
      yield* createContacts(scene, 2)
      yield* set(scene, webhook, false)
      yield* createContacts(scene, 3)
      yield* scene.workOff
      const log = yield* logOf(scene, webhook)
      assert.deepStrictEqual(log.map(({ estado, proximo_intento }) => [estado, proximo_intento]), [
        ["abandoned", null],
        ["abandoned", null],
      ])
      yield* set(scene, webhook, true)
      yield* scene.post(`/webhooks/${webhook}/envios/${log[0]?.id}/reenviar`)
      yield* scene.workOff
      assert.lengthOf(scene.notices, 1)
    }))

  it.scoped("sends nothing that happened before a subscription was switched on, and lists only what happened while it was on", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = yield* subscribe(scene)
      const [before] = yield* createContacts(scene)
      yield* set(scene, webhook, false)
      yield* createContacts(scene)
      yield* scene.request("PATCH", `/webhooks/${webhook}`, { key: scene.live, body: { descripcion: "apagada" } })
      yield* set(scene, webhook, true)
      const [after] = yield* createContacts(scene)
      yield* scene.workOff
      const log = yield* logOf(scene, webhook)
      assert.deepStrictEqual(log.map(({ cuerpo, estado }) => [JSON.parse(cuerpo).datos.contacto.id, estado]), [
        [before, "abandoned"],
        [after, "delivered"],
      ])
      assert.lengthOf(scene.notices, 1)
    }))

  it.scoped("lists what happened while a subscription was on, even if the previous version switched it off", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const [off, onAgain] = [yield* subscribe(scene), yield* subscribe(scene)]
      // Switched off and on once by this version, so that the place it noted is not the last one.
      yield* set(scene, off, false)
      yield* set(scene, off, true)
      const [before] = yield* createContacts(scene)
      yield* setBefore(scene, off, false)
      yield* setBefore(scene, onAgain, false)
      yield* createContacts(scene)
      yield* set(scene, onAgain, true)
      const [after] = yield* createContacts(scene)
      yield* scene.workOff
      const told = (webhook: string) =>
        Effect.map(logOf(scene, webhook), (log) => log.map(({ cuerpo, estado }) => [JSON.parse(cuerpo).datos.contacto.id, estado]))
      assert.deepStrictEqual(yield* told(off), [[before, "abandoned"]])
      assert.deepStrictEqual(yield* told(onAgain), [[before, "abandoned"], [after, "delivered"]])
    }))

  it.scoped("keeps nothing that happened while a subscription was off, whatever else of it changes", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = yield* subscribe(scene)
      yield* set(scene, webhook, false)
      yield* createContacts(scene)
      yield* scene.request("PATCH", `/webhooks/${webhook}`, { key: scene.live, body: { descripcion: "apagada" } })
      yield* scene.post(`/webhooks/${webhook}/rotar-secreto`)
      yield* scene.workOff
      assert.lengthOf(yield* logOf(scene, webhook), 0)
    }))

  it.scoped("serves twenty subscriptions, each in the order of the events", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene({ rateLimit: { limit: 1_000, windowSeconds: 60 } })
      const webhooks = yield* Effect.forEach(Array.from({ length: 20 }), () => subscribe(scene))
      const contacts = yield* createContacts(scene, 45)
      yield* scene.workOff
      for (const webhook of webhooks) {
        const log = yield* logOf(scene, webhook)
        const about = log.map(({ cuerpo }) => contacts.find((id) => cuerpo.includes(`"contacto":{"id":"${id}"`)))
        assert.deepStrictEqual(about, contacts)
      }
      assert.lengthOf(scene.notices, 900)
    }))

  it.scoped("is not delayed by a clock that was set back", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      yield* subscribe(scene)
      yield* TestClock.adjust("1 day")
      yield* createContacts(scene)
      yield* scene.workOff
      yield* TestClock.setTime(now)
      yield* createContacts(scene)
      yield* scene.workOff
      assert.lengthOf(scene.notices, 2)
    }))

  it.scoped("misses no subscription that was created between two of its reads", () =>
    Effect.gen(function*() {
      let between = Effect.void
      const storage = Layer.effect(Storage, Effect.map(Storage, (inner) => {
        const then = <A, E>(read: Effect.Effect<A, E>) =>
          Effect.tap(read, () => {
            const now = between
            between = Effect.void
            return now
          })
        return Storage.of({
          ...inner,
          outbox: (...query) => then(inner.outbox(...query)),
          page: (...query) => then(inner.page(...query)),
        })
      })).pipe(Layer.provide(StorageMemory.layer))
      const scene = yield* makeScene({ storage })
      yield* createContacts(scene)
      between = Effect.asVoid(Effect.zipRight(subscribe(scene), createContacts(scene)))
      yield* scene.workOff
      const { ids: [webhook = ""] } = pageOf(yield* scene.get("/webhooks"))
      assert.lengthOf(yield* logOf(scene, webhook), 1)
    }))
})
