import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import type { Command } from "../../core/commit/Command.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { key } from "../../core/commit/tables.ts"
import { fanOut } from "../../core/deliveries/fanOut.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { idOf, makeScene, now, pageOf, type Scene } from "../http/scene.ts"

const url = "https://example.org/avisos"

const subscribe = ({ post }: Scene, sucesos: ReadonlyArray<string> = ["*"]) =>
  Effect.map(post("/webhooks", { url, sucesos }), idOf)

/** Makes contacts, which tells so many events; their ids. */
const tell = ({ post }: Scene, times = 1) =>
  Effect.replicateEffect(Effect.map(post("/contactos", { nombre: "Ana" }), idOf), times)

const set = ({ live, request }: Scene, webhook: string, activo: boolean) =>
  request("PATCH", `/webhooks/${webhook}`, { key: live, body: { activo } })

/** As a process of the version before switches it, which notes no place of it. */
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

/** The log of a subscription, oldest first: what each delivery is, and how it stands. */
const logOf = ({ organizationId, provide }: Scene, webhook: string) =>
  provide(Effect.flatMap(Storage, ({ page }) =>
    page("delivery", { organizationId, orden: "antiguo", after: null, limit: 10_000, conditions: [] }))).pipe(
      Effect.orDie,
      Effect.map(({ rows }) => rows.filter(({ webhook_id }) => webhook_id === webhook)),
    )

describe("fan-out", () => {
  it.scoped("makes one delivery of each event for each subscription that wants it, and empties the outbox", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const all = yield* subscribe(scene)
      const some = yield* subscribe(scene, ["contact.created"])
      const none = yield* subscribe(scene, ["invoice.paid"])
      const [contact = ""] = yield* tell(scene)
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

  it.scoped("does so once, however often and by however many it is done", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = yield* subscribe(scene)
      yield* tell(scene, 5)
      const events = yield* waiting(scene)
      const once = run(scene, events, [webhook])
      yield* Effect.all([once, once, run(scene, events.slice(2), [webhook])], { concurrency: "unbounded" })
      yield* once
      yield* scene.workOff
      assert.lengthOf(yield* logOf(scene, webhook), 5)
      assert.lengthOf(scene.notices, 5)
    }))

  it.scoped("keeps an event from whoever subscribed after it", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      yield* tell(scene)
      const webhook = yield* subscribe(scene)
      yield* scene.workOff
      assert.lengthOf(yield* logOf(scene, webhook), 0)
      yield* tell(scene)
      yield* scene.workOff
      assert.lengthOf(yield* logOf(scene, webhook), 1)
    }))

  it.scoped("goes by what a subscription asked for when the event happened, whatever it asks for since", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = yield* subscribe(scene, ["contact.created"])
      const ask = (...sucesos: ReadonlyArray<string>) =>
        scene.request("PATCH", `/webhooks/${webhook}`, { key: scene.live, body: { sucesos } })
      const [first] = yield* tell(scene)
      yield* ask("invoice.paid")
      yield* tell(scene)
      yield* ask("contact.updated", "contact.created")
      const [third] = yield* tell(scene)
      yield* ask("contact.deleted")
      yield* set(scene, webhook, false)
      yield* scene.workOff
      const log = yield* logOf(scene, webhook)
      assert.deepStrictEqual(log.map(({ cuerpo }) => JSON.parse(cuerpo).datos.contacto.id), [first, third])
    }))

  it.scoped("lists as abandoned what a subscription was switched off after, and nothing that came later", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = yield* subscribe(scene)
      yield* tell(scene, 2)
      yield* set(scene, webhook, false)
      yield* tell(scene, 3)
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

  it.scoped("sends nothing of what happened before a subscription was switched on, and lists only what it was on for", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = yield* subscribe(scene)
      const [before] = yield* tell(scene)
      yield* set(scene, webhook, false)
      yield* tell(scene)
      yield* scene.request("PATCH", `/webhooks/${webhook}`, { key: scene.live, body: { descripcion: "apagada" } })
      yield* set(scene, webhook, true)
      const [after] = yield* tell(scene)
      yield* scene.workOff
      const log = yield* logOf(scene, webhook)
      assert.deepStrictEqual(log.map(({ cuerpo, estado }) => [JSON.parse(cuerpo).datos.contacto.id, estado]), [
        [before, "abandoned"],
        [after, "delivered"],
      ])
      assert.lengthOf(scene.notices, 1)
    }))

  it.scoped("lists what a subscription was on for also where the version before switches it off", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const [off, onAgain] = [yield* subscribe(scene), yield* subscribe(scene)]
      // Off and on once by the present version, so that the place noted is not the last one.
      yield* set(scene, off, false)
      yield* set(scene, off, true)
      const [before] = yield* tell(scene)
      yield* setBefore(scene, off, false)
      yield* setBefore(scene, onAgain, false)
      yield* tell(scene)
      yield* set(scene, onAgain, true)
      const [after] = yield* tell(scene)
      yield* scene.workOff
      const told = (webhook: string) =>
        Effect.map(logOf(scene, webhook), (log) => log.map(({ cuerpo, estado }) => [JSON.parse(cuerpo).datos.contacto.id, estado]))
      assert.deepStrictEqual(yield* told(off), [[before, "abandoned"]])
      assert.deepStrictEqual(yield* told(onAgain), [[before, "abandoned"], [after, "delivered"]])
    }))

  it.scoped("keeps nothing of what happened while a subscription is off, whatever else of it changes", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = yield* subscribe(scene)
      yield* set(scene, webhook, false)
      yield* tell(scene)
      yield* scene.request("PATCH", `/webhooks/${webhook}`, { key: scene.live, body: { descripcion: "apagada" } })
      yield* scene.post(`/webhooks/${webhook}/rotar-secreto`)
      yield* scene.workOff
      assert.lengthOf(yield* logOf(scene, webhook), 0)
    }))

  it.scoped("serves twenty subscriptions in the order of the events", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene({ rateLimit: { limit: 1_000, windowSeconds: 60 } })
      const webhooks = yield* Effect.forEach(Array.from({ length: 20 }), () => subscribe(scene))
      const contacts = yield* tell(scene, 45)
      yield* scene.workOff
      for (const webhook of webhooks) {
        const log = yield* logOf(scene, webhook)
        const about = log.map(({ cuerpo }) => contacts.find((id) => cuerpo.includes(`"contacto":{"id":"${id}"`)))
        assert.deepStrictEqual(about, contacts)
      }
      assert.lengthOf(scene.notices, 900)
    }))

  it.scoped("comes at once also after the clock was set back", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      yield* subscribe(scene)
      yield* TestClock.adjust("1 day")
      yield* tell(scene)
      yield* scene.workOff
      yield* TestClock.setTime(now)
      yield* tell(scene)
      yield* scene.workOff
      assert.lengthOf(scene.notices, 2)
    }))

  it.scoped("misses no subscription that was made between two of its readings", () =>
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
      yield* tell(scene)
      between = Effect.asVoid(Effect.zipRight(subscribe(scene), tell(scene)))
      yield* scene.workOff
      const { ids: [webhook = ""] } = pageOf(yield* scene.get("/webhooks"))
      assert.lengthOf(yield* logOf(scene, webhook), 1)
    }))
})
