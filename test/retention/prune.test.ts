import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Option, TestClock } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { Mailer, MailNotSent } from "../../core/ports/Mailer.ts"
import { type PrunedTable, Storage, StorageConflict, StorageUnavailable } from "../../core/ports/Storage.ts"
import { prune } from "../../core/retention/prune.ts"
import { makePruning } from "../../core/workers/workers.ts"
import { errorOf, idOf, makeScene, now, pageOf, type Scene, simpleDraft } from "../http/scene.ts"
import { alteredStorage } from "../support/alteredStorage.ts"
import { storeDeliveries } from "../support/storedDeliveries.ts"

const day = 24 * 60 * 60 * 1000

const ended = (settled: number) => ({ estado: "delivered", proximo_intento: null, settled: instant(settled) }) as const

const isThere = ({ organizationId, provide }: Scene, id: string) =>
  provide(Effect.flatMap(Storage, ({ find }) => find("delivery", organizationId, id))).pipe(
    Effect.orDie,
    Effect.map(Option.isSome),
  )

const pruned = ({ provide }: Scene) => Effect.orDie(provide(prune))

const replayed = "idempotency-replayed"

/** What comes of an effect, and what the log is told meanwhile. */
const toldBy = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const told: Array<unknown> = []
  const log = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => void told.push(message)))
  return Effect.map(Effect.provide(effect, log), (result) => ({ result, told }))
}

/** A storage in which something happens between reading which rows of a table have expired and removing them. */
const storageWith = (of: PrunedTable, between: () => Effect.Effect<void>) =>
  alteredStorage(({ expired }) => ({
    expired: (table, ...query) =>
      Effect.tap(expired(table, ...query), () => (table === of ? between() : Effect.void)),
  }))

describe("pruning", () => {
  it.scoped("removes deliveries that ended more than thirty days ago, and none that wait", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const ids = yield* storeDeliveries(scene, scene.organizationId, [
        ended(now - 31 * day),
        ended(now - 30 * day - 1),
        { ...ended(now - 40 * day), estado: "abandoned" },
        ended(now - 30 * day),
        ended(now),
        { creado: instant(now - 400 * day) },
      ])
      assert.strictEqual(yield* pruned(scene), 3)
      const are = yield* Effect.forEach(ids, (id) => isThere(scene, id))
      assert.deepStrictEqual(are, [false, false, false, true, true, true])
      assert.strictEqual(yield* pruned(scene), 0)
    }))

  it.scoped("keeps a delivery as long as it can be replayed", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = idOf(yield* scene.post("/webhooks", { url: "https://example.org/" }))
      yield* scene.post("/contactos", { nombre: "Ana" })
      yield* scene.workOff
      const { ids: [envio] } = pageOf(yield* scene.get(`/webhooks/${webhook}/envios`))
      const replay = Effect.map(scene.post(`/webhooks/${webhook}/envios/${envio}/reenviar`), ({ status }) => status)
      yield* TestClock.adjust("30 days")
      assert.strictEqual(yield* pruned(scene), 0)
      assert.strictEqual(yield* replay, 202)
      yield* scene.workOff
      yield* TestClock.adjust("30 days")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* replay, 409)
      assert.strictEqual(yield* pruned(scene), 1)
      assert.strictEqual(yield* replay, 404)
    }))

  it.scoped("removes letters thirty days after they were sent or given up, and none that wait", () =>
    Effect.gen(function*() {
      let fails = true
      const reason = "no contesta"
      const failing = Layer.succeed(Mailer, Mailer.of({
        send: () => Effect.suspend(() => (fails ? new MailNotSent({ reason, transient: true }) : Effect.void)),
      }))
      const scene = yield* makeScene({ mailer: failing })
      const factura = idOf(yield* scene.post("/facturas", simpleDraft))
      yield* scene.post(`/facturas/${factura}/emitir`)
      const send = scene.post(`/facturas/${factura}/enviar`, { para: ["ana@example.org"] })
      yield* send
      yield* scene.workOff
      yield* TestClock.adjust("40 days")
      assert.strictEqual(yield* pruned(scene), 0, "one that waits")
      for (let i = 0; i < 6; i++) yield* Effect.zipRight(scene.workOff, TestClock.adjust("1 day"))
      fails = false
      yield* send
      yield* scene.workOff
      yield* TestClock.adjust("29 days")
      assert.strictEqual(yield* pruned(scene), 0, "thirty days after one was given up")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* pruned(scene), 1)
      yield* TestClock.adjust("1 day")
      assert.strictEqual(yield* pruned(scene), 1, "the one that was sent")
      assert.strictEqual(yield* pruned(scene), 0)
    }))

  it.scoped("removes letters thirty days after they ended by the clock, even after one that was a year ahead", () =>
    Effect.gen(function*() {
      const answers: Array<Effect.Effect<void, MailNotSent>> = [
        Effect.void,
        new MailNotSent({ reason: "no existe", transient: false }),
      ]
      const mailer = Layer.succeed(Mailer, Mailer.of({ send: () => answers.shift() ?? Effect.void }))
      const scene = yield* makeScene({ mailer })
      yield* TestClock.setTime(now + 365 * day)
      yield* scene.post("/contactos", { nombre: "Ana" })
      yield* TestClock.setTime(now)
      const factura = idOf(yield* scene.post("/facturas", simpleDraft))
      yield* scene.post(`/facturas/${factura}/emitir`)
      for (const para of ["ana@example.org", "nadie@example.org"]) {
        yield* scene.post(`/facturas/${factura}/enviar`, { para: [para] })
        yield* scene.workOff
      }
      yield* TestClock.adjust("30 days")
      assert.strictEqual(yield* pruned(scene), 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* pruned(scene), 2)
    }))

  it.scoped("removes idempotency keys a day after their use", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const post = scene.post("/contactos", { nombre: "Ana" }, "clave")
      yield* post
      yield* TestClock.adjust("1 day")
      assert.strictEqual(yield* pruned(scene), 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* pruned(scene), 1)
      assert.notProperty((yield* post).headers, replayed)
      yield* TestClock.adjust("23 hours")
      assert.strictEqual(yield* pruned(scene), 0)
      assert.propertyVal((yield* post).headers, replayed, "true")
    }))

  it.scoped("goes through all companies, in several batches, even when several processes prune at the same time", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { organizationId: other } = yield* scene.openCompany({ nombre: "Otra", nif: "B87654323" })
      const old = (count: number) => Array.from({ length: count }, (_, n) => ended(now - 31 * day - n))
      yield* storeDeliveries(scene, scene.organizationId, [...old(450), ended(now)])
      yield* storeDeliveries(scene, other, [...old(170), ended(now)])
      const counts = yield* Effect.all([pruned(scene), pruned(scene), pruned(scene)], { concurrency: "unbounded" })
      assert.strictEqual(counts.reduce((sum, count) => sum + count, 0), 620)
      assert.strictEqual(yield* pruned(scene), 0)
    }))

  it.scoped("ends when another process has removed everything that was found", () =>
    Effect.gen(function*() {
      let looks = 0
      const storage = alteredStorage(() => ({
        expired: (table, _, limit) =>
          Effect.sync(() => {
            looks++
            return Array.from({ length: limit }, (_, n) => ({ table, organizationId: scene.organizationId, id: String(n) }))
          }),
      }))
      const scene: Scene = yield* makeScene({ storage })
      assert.deepStrictEqual(yield* toldBy(pruned(scene)), { result: 0, told: [] })
      assert.strictEqual(looks, 3, "one at each table")
    }))

  it.scoped("looks once at each table where little is to be removed", () =>
    Effect.gen(function*() {
      const looks: Array<string> = []
      const storage = alteredStorage(({ expired }) => ({
        expired: (table, ...query) =>
          Effect.suspend(() => {
            looks.push(table)
            return expired(table, ...query)
          }),
      }))
      const scene = yield* makeScene({ storage })
      yield* storeDeliveries(scene, scene.organizationId, [ended(now - 31 * day), ended(now - 32 * day)])
      assert.strictEqual(yield* pruned(scene), 2)
      assert.deepStrictEqual(looks.toSorted(), ["delivery", "idempotencyRecord", "outgoingMail"])
    }))

  it.scoped("keeps a key that was used again after it had been found", () =>
    Effect.gen(function*() {
      let between = Effect.void
      const scene = yield* makeScene({ storage: storageWith("idempotencyRecord", () => between) })
      const post = scene.post("/contactos", { nombre: "Ana" }, "clave")
      const first = idOf(yield* post)
      yield* TestClock.adjust("25 hours")
      between = Effect.asVoid(post)
      yield* pruned(scene)
      const again = yield* post
      assert.propertyVal(again.headers, replayed, "true")
      assert.notStrictEqual(idOf(again), first)
    }))

  it.scoped("keeps a delivery that was replayed after it had been found, once a clock that was ahead had been put right", () =>
    Effect.gen(function*() {
      let between = Effect.void
      const scene = yield* makeScene({ storage: storageWith("delivery", () => between) })
      const webhook = idOf(yield* scene.post("/webhooks", { url: "https://example.org/" }))
      yield* scene.post("/contactos", { nombre: "Ana" })
      yield* scene.workOff
      const { ids: [envio = ""] } = pageOf(yield* scene.get(`/webhooks/${webhook}/envios`))
      yield* TestClock.setTime(now + 31 * day)
      between = Effect.gen(function*() {
        yield* TestClock.setTime(now + day)
        assert.strictEqual((yield* scene.post(`/webhooks/${webhook}/envios/${envio}/reenviar`)).status, 202)
      })
      assert.strictEqual(yield* pruned(scene), 0)
      assert.isTrue(yield* isThere(scene, envio))
    }))

  it.scoped("keeps a key whose time is not over by the clock of the removal, though an earlier look at the clock said so", () =>
    Effect.gen(function*() {
      const corrected = TestClock.setTime(now + day / 2)
      const scene = yield* makeScene({ storage: storageWith("idempotencyRecord", () => corrected) })
      const post = scene.post("/contactos", { nombre: "Ana" }, "clave")
      yield* post
      yield* TestClock.setTime(now + 2 * day)
      assert.strictEqual(yield* pruned(scene), 0)
      assert.propertyVal((yield* post).headers, replayed, "true")
    }))

  it.scoped("leaves removed deliveries indistinguishable from unknown ones", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const webhook = idOf(yield* scene.post("/webhooks", { url: "https://example.org/" }))
      const [id] = yield* storeDeliveries(scene, scene.organizationId, [{ webhook_id: webhook, ...ended(now - 31 * day) }])
      yield* pruned(scene)
      const gone = yield* scene.post(`/webhooks/${webhook}/envios/${id}/reenviar`)
      const unknown = yield* scene.post(`/webhooks/${webhook}/envios/1/reenviar`)
      assert.deepStrictEqual(errorOf(gone), errorOf(unknown))
    }))

  it.scoped("skips a company that cannot be written, and comes back to it", () =>
    Effect.gen(function*() {
      let held = ""
      const storage = alteredStorage(({ transact }) => ({
        transact: (opening, body) =>
          Effect.suspend(() =>
            opening.organizationIds.some((id) => id === held) ? new StorageConflict() : transact(opening, body)),
      }))
      const scene = yield* makeScene({ storage })
      const { organizationId: other } = yield* scene.openCompany()
      // More than one batch, and older than the other company's.
      yield* storeDeliveries(scene, scene.organizationId, Array.from({ length: 250 }, () => ended(now - 50 * day)))
      yield* storeDeliveries(scene, other, [ended(now - 40 * day)])
      held = scene.organizationId
      const pruning = yield* Effect.fork(toldBy(pruned(scene)))
      yield* TestClock.adjust("1 minute")
      const what = { organizationId: scene.organizationId, table: "delivery" }
      assert.deepStrictEqual(yield* Fiber.join(pruning), {
        result: 1,
        told: [["what a company no longer needs could not be removed", what]],
      })
      held = ""
      assert.strictEqual(yield* pruned(scene), 250)
    }))

  it.scoped("tells the log what broke it, but no outage, of which the storage has told", () =>
    Effect.gen(function*() {
      const brokenBy = (broken: Effect.Effect<never, StorageUnavailable>) =>
        Effect.gen(function*() {
          const { provide } = yield* makeScene({ storage: alteredStorage(() => ({ expired: () => broken })) })
          return (yield* toldBy(provide(Effect.flatten(makePruning)))).told
        })
      assert.deepStrictEqual(yield* brokenBy(new StorageUnavailable()), [])
      assert.include(JSON.stringify(yield* brokenBy(Effect.die(new TypeError("a slip")))), "pruning broke")
    }))
})
