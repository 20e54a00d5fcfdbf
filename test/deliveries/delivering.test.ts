import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber, Layer, Schema, TestClock } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import * as WebhookSenderMemory from "../../adapters/memory/WebhookSenderMemory.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { Command } from "../../core/commit/Command.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { key } from "../../core/commit/tables.ts"
import { deliverWaiting } from "../../core/deliveries/deliverWaiting.ts"
import { again } from "../../core/jobs/HeldJob.ts"
import { webhookJob } from "../../core/jobs/Job.ts"
import { workOff } from "../../core/jobs/work.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { NoAnswer, type WebhookRequest } from "../../core/ports/WebhookSender.ts"
import { verifyWebhookSignature } from "../../core/signing/webhookSignature.ts"
import { updateWebhook } from "../../core/webhooks/updateWebhook.ts"
import { allWorks, workers } from "../../core/workers/workers.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { idOf, makeScene, now, pageOf, type Scene } from "../http/scene.ts"
import { storeDeliveries } from "../support/storedDeliveries.ts"

const url = "https://example.org/avisos"

const secretOf = Schema.decodeUnknownSync(Schema.Struct({ secreto: Schema.String }))
const noticeOf = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({
  id: Schema.String,
  suceso: Schema.String,
  creado: Schema.String,
  datos: Schema.Struct({ contacto: Schema.Struct({ id: Schema.String, nombre: Schema.String }) }),
})))

const rename = ({ live, request }: Scene, id: string, nombre: string) =>
  request("PATCH", `/contactos/${id}`, { key: live, body: { nombre } })

const log = ({ get }: Scene, webhook: string) => Effect.map(get(`/webhooks/${webhook}/envios`), ({ json }) => json)

describe("delivering", () => {
  it.scoped("sends each event once to each subscription that asked for it, as it was when it happened", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const all = yield* scene.post("/webhooks", { url: `${url}/todo` })
      yield* scene.post("/webhooks", { url: `${url}/cambios`, sucesos: ["contact.updated", "contact.deleted"] })
      yield* scene.post("/webhooks", { url: `${url}/facturas`, sucesos: ["invoice.paid"] })
      const ana = idOf(yield* scene.post("/contactos", { nombre: "Ana" }))
      yield* TestClock.adjust("2 seconds")
      yield* rename(scene, ana, "Eva")
      yield* scene.workOff
      yield* TestClock.adjust("3 days")
      yield* scene.workOff
      const got = scene.notices.map(({ body, url }) => ({ url, ...noticeOf(body) }))
      const told = got.map(({ creado, datos, suceso, url }) => [url, suceso, creado, datos.contacto.nombre])
      assert.sameDeepMembers(told, [
        [`${url}/todo`, "contact.created", "2026-11-20T10:00:00.000Z", "Ana"],
        [`${url}/todo`, "contact.updated", "2026-11-20T10:00:02.000Z", "Eva"],
        [`${url}/cambios`, "contact.updated", "2026-11-20T10:00:02.000Z", "Eva"],
      ])
      assert.strictEqual(new Set(got.map(({ id }) => id)).size, 3)
      for (const { datos } of got) assert.strictEqual(datos.contacto.id, ana)
      const shown = yield* log(scene, idOf(all))
      assert.deepNestedInclude(shown, { "datos[0].estado": "delivered", "datos[0].intentos": 1, total: 2 })
    }))

  it.scoped("shows a company nothing of another", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const other = yield* scene.openCompany({ nombre: "Otra", nif: "B87654323" })
      yield* scene.post("/webhooks", { url })
      yield* scene.request("POST", "/contactos", { key: other.live, body: { nombre: "Ana" } })
      yield* scene.workOff
      assert.lengthOf(scene.notices, 0)
    }))

  it.scoped("signs with the secret that was shown to the client, and sends it along in mode token", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { secreto } = secretOf((yield* scene.post("/webhooks", { url, modo_aviso: "token" })).json)
      yield* scene.post("/contactos", { nombre: "Ana" })
      yield* scene.workOff
      const [{ body, headers } = assert.fail("no notice")] = scene.notices
      const verified = verifyWebhookSignature({ header: headers["x-svc-firma"], body, secrets: [secreto], now: instant(now) })
      assert.strictEqual(verified._tag, "Right")
      assert.strictEqual(headers["x-svc-token"], secreto)
    }))

  it.scoped("tries again after a failure, with the same id and the next attempt number, until it succeeds", () =>
    Effect.gen(function*() {
      const received: Array<WebhookRequest> = []
      const webhookSender = WebhookSenderMemory.layer((request) => {
        received.push(request)
        return received.length === 1
          ? new NoAnswer({ reason: "el servidor cortó la conexión" })
          : Effect.succeed({ codigo: received.length === 2 ? 503 : 200 })
      })
      const scene = yield* makeScene({ webhookSender })
      const webhook = idOf(yield* scene.post("/webhooks", { url }))
      yield* scene.post("/contactos", { nombre: "Ana" })
      yield* scene.workOff
      assert.deepNestedInclude(yield* log(scene, webhook), {
        "datos[0].estado": "pending",
        "datos[0].intentos": 1,
        "datos[0].proximo_intento": "2026-11-20T10:01:00.000Z",
        "datos[0].ultimo_codigo": null,
        "datos[0].ultimo_error": "el servidor cortó la conexión",
      })
      for (const wait of ["59 seconds", "1 second", "5 minutes", "30 days"] as const) {
        yield* TestClock.adjust(wait)
        yield* scene.workOff
      }
      assert.deepStrictEqual(received.map(({ headers }) => headers["x-svc-intento"]), ["1", "2", "3"])
      assert.strictEqual(new Set(received.map(({ headers }) => headers["x-svc-envio"])).size, 1)
      const shown = yield* log(scene, webhook)
      assert.deepNestedInclude(shown, { "datos[0].estado": "delivered", "datos[0].ultimo_codigo": 200 })
    }))

  it.scoped("abandons what waited when its subscription was switched off, even if it is on again by then", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      let codigo = 500
      const webhookSender = WebhookSenderMemory.layer(({ body }) => {
        sent.push(noticeOf(body).datos.contacto.nombre)
        return Effect.succeed({ codigo })
      })
      const scene = yield* makeScene({ webhookSender })
      const webhook = idOf(yield* scene.post("/webhooks", { url }))
      const { organizationId, provide } = scene
      // Like a switch-off that sees fewer waiting deliveries than there are.
      const set = (activo: boolean) =>
        provide(Effect.flatMap(GroupCommit, ({ run }) => run(updateWebhook(organizationId, webhook, { activo })))).pipe(Effect.orDie)
      yield* scene.post("/contactos", { nombre: "Ana" })
      yield* scene.workOff
      yield* set(false)
      yield* set(true)
      codigo = 200
      yield* scene.post("/contactos", { nombre: "Eva" })
      yield* TestClock.adjust("3 days")
      yield* scene.workOff
      assert.deepStrictEqual(sent, ["Ana", "Eva"])
      const shown = yield* scene.get(`/webhooks/${webhook}/envios`)
      const { ids: [, ana = ""] } = pageOf(shown)
      assert.deepNestedInclude(shown.json, { "datos[0].estado": "delivered", "datos[1].estado": "abandoned", "datos[1].intentos": 1 })
      yield* scene.post(`/webhooks/${webhook}/envios/${ana}/reenviar`)
      yield* scene.workOff
      assert.deepStrictEqual(sent, ["Ana", "Eva", "Ana"])
    }))

  it.scoped("sends what was fanned out under a fast clock once that time has come, and delays nothing else", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      yield* scene.post("/webhooks", { url })
      const told = () => scene.notices.map(({ body }) => noticeOf(body).datos.contacto.nombre)
      yield* TestClock.adjust("90 seconds")
      yield* scene.post("/contactos", { nombre: "Ana" })
      yield* scene.provide(Effect.flatMap(allWorks, ({ fanOut }) => workOff(fanOut))).pipe(Effect.orDie)
      yield* TestClock.setTime(now)
      yield* scene.post("/contactos", { nombre: "Eva" })
      yield* scene.workOff
      assert.deepStrictEqual(told(), ["Eva"])
      yield* TestClock.adjust("89 seconds")
      yield* scene.workOff
      assert.deepStrictEqual(told(), ["Eva"])
      yield* TestClock.adjust("1 second")
      yield* scene.workOff
      assert.deepStrictEqual(told(), ["Eva", "Ana"])
    }))

  it.scoped("holds back what cannot be signed, which is nobody's failure, until the subscription has another secret", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { organizationId, post, provide, workOff } = scene
      const id = idOf(yield* post("/webhooks", { url }))
      const unreadable: Command<void> = {
        organizationId,
        reads: () => [key("webhook", organizationId, id)],
        decide: (view) => {
          const row = { ...(view.get("webhook", organizationId, id) ?? assert.fail()), sealedSecret: "v1.lost" }
          return Either.right({ result: undefined, rows: [{ table: "webhook", row }], events: [] })
        },
      }
      yield* Effect.orDie(provide(Effect.flatMap(GroupCommit, ({ run }) => run(unreadable))))
      yield* post("/contactos", { nombre: "Ana" })
      yield* workOff
      assert.deepNestedInclude(yield* log(scene, id), { "datos[0].estado": "pending", "datos[0].intentos": 0 })
      assert.deepInclude((yield* scene.get(`/webhooks/${id}`)).json, { fallos_seguidos: 0 })
      yield* post(`/webhooks/${id}/rotar-secreto`)
      yield* TestClock.adjust("59 seconds")
      yield* workOff
      assert.lengthOf(scene.notices, 0)
      yield* TestClock.adjust("1 second")
      yield* workOff
      assert.lengthOf(scene.notices, 1)
    }))

  it.scoped("waits ten seconds for an answer", () =>
    Effect.gen(function*() {
      const begun = yield* Effect.makeLatch()
      const webhookSender = WebhookSenderMemory.layer(() => Effect.zipRight(begun.open, Effect.never))
      const scene = yield* makeScene({ webhookSender })
      const webhook = idOf(yield* scene.post("/webhooks", { url }))
      yield* scene.post("/contactos", { nombre: "Ana" })
      const working = yield* Effect.fork(scene.workOff)
      yield* begun.await
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(working)
      assert.deepNestedInclude(yield* log(scene, webhook), {
        "datos[0].intentos": 1,
        "datos[0].proximo_intento": "2026-11-20T10:01:10.000Z",
        "datos[0].ultimo_error": "no respondió en 10 segundos",
      })
    }))

  describe("a backlog", () => {
    /** A scene with that many deliveries due. Notes how many were asked for before each batch, and which were tried. */
    const behind = (count: number, attempt: () => Effect.Effect<{ readonly codigo: number }, NoAnswer>) =>
      Effect.gen(function*() {
        const asked: Array<number> = []
        let last = 0
        const tried: Array<string> = []
        const storage = Layer.effect(Storage, Effect.map(Storage, (whole): Storage["Type"] => ({
          ...whole,
          waiting: (organizationId, webhookId, limit) => {
            last = limit
            return whole.waiting(organizationId, webhookId, limit)
          },
        }))).pipe(Layer.provide(StorageMemory.layer))
        const webhookSender = WebhookSenderMemory.layer(({ headers }) => {
          if (last > 0) asked.push(last)
          last = 0
          tried.push(headers["x-svc-envio"] ?? "")
          return attempt()
        })
        const scene = yield* makeScene({ storage, webhookSender })
        const webhook_id = idOf(yield* scene.post("/webhooks", { url }))
        const { organizationId, provide } = scene
        const due = instant(now)
        const ids = yield* storeDeliveries(scene, organizationId, Array.from({ length: count }, () => ({ webhook_id, proximo_intento: due })))
        yield* provide(Effect.flatMap(Queue, ({ put }) => put([webhookJob(organizationId, webhook_id, due)]))).pipe(Effect.orDie)
        return { asked, tried, ids, scene }
      })

    it.scoped("is sent whole, in growing batches while it goes well", () =>
      Effect.gen(function*() {
        const { asked, ids, scene, tried } = yield* behind(700, () => Effect.succeed({ codigo: 200 }))
        yield* scene.workOff
        assert.sameMembers(tried, [...ids])
        assert.deepStrictEqual(asked, [8, 64, 256, 256, 256])
      }))

    it.scoped("is sent in small batches while the receiver fails, never answers, or is slow", () =>
      Effect.gen(function*() {
        const answers = [
          [Effect.succeed({ codigo: 500 }), 15],
          [Effect.never, 15],
          [Effect.delay(Effect.succeed({ codigo: 200 }), "2 seconds"), 40],
        ] as const
        for (const [answer, attempts] of answers) {
          const { asked, scene, tried } = yield* behind(40, () => answer)
          const working = yield* Effect.fork(scene.workOff)
          while (working.unsafePoll() === null) yield* TestClock.adjust("1 second")
          assert.lengthOf(tried, attempts)
          assert.deepStrictEqual(new Set(asked), new Set([8]))
        }
      }))

    it.scoped("gives way to other subscriptions after about a second, and at once where an attempt fails", () =>
      Effect.gen(function*() {
        const slow = Effect.delay(Effect.succeed({ codigo: 200 }), "600 millis")
        for (const [answer, attempts, took] of [[slow, 24, 1_800], [Effect.succeed({ codigo: 500 }), 8, 0]] as const) {
          yield* TestClock.setTime(now)
          const { scene, tried } = yield* behind(40, () => answer)
          const take = Effect.flatMap(Queue, ({ take }) => take("webhook", 1, 30_000))
          const [job = assert.fail("no job")] = yield* Effect.orDie(scene.provide(take))
          const always = Effect.succeed(true)
          const turn = yield* Effect.fork(scene.provide(deliverWaiting({ ...job, mayBegin: () => always, mayNote: always })))
          while (turn.unsafePoll() === null) yield* TestClock.adjust("100 millis")
          assert.deepStrictEqual(yield* Fiber.join(turn), again(instant(now + took)))
          assert.lengthOf(tried, attempts)
        }
      }))

    it.scoped("is given up at the fifteenth failure in a row, although attempts are made side by side until the first", () =>
      Effect.gen(function*() {
        let attempts = 0
        const answer = () => Effect.delay(Effect.succeed({ codigo: ++attempts > 96 ? 500 : 200 }), "10 millis")
        const { scene, tried } = yield* behind(120, answer)
        const working = yield* Effect.fork(scene.workOff)
        while (working.unsafePoll() === null) yield* TestClock.adjust("10 millis")
        assert.lengthOf(tried, 96 + 15)
      }))
  })

  it.scopedLive("is done once by several workers, as soon as something happens", () =>
    Effect.gen(function*() {
      const { notices, openCompany, provide, request } = yield* makeHarness()
      const { live: key } = yield* openCompany()
      const three = Effect.all([workers, workers, workers], { concurrency: "unbounded" })
      const working = yield* Effect.fork(provide(three))
      yield* request("POST", "/webhooks", { key, body: { url } })
      const names = Array.from({ length: 20 }, (_, n) => `n${n}`)
      for (const nombre of names) yield* request("POST", "/contactos", { key, body: { nombre } })
      const allCame = Effect.repeat(Effect.sleep("5 millis"), { until: () => notices.length >= names.length })
      yield* Effect.timeout(allCame, "10 seconds")
      yield* Fiber.interrupt(working)
      assert.sameMembers(notices.map(({ body }) => noticeOf(body).datos.contacto.nombre), names)
    }))
})
