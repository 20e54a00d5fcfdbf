import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema, TestClock } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { prune } from "../../core/retention/prune.ts"
import { anError, camposOf, conflict, errorOf, idOf, makeScene, now, pageOf } from "../http/scene.ts"
import { storeDeliveries } from "../support/storedDeliveries.ts"

const url = "https://avisos.ejemplo.es/talonario"
const day = 24 * 60 * 60 * 1000

/** A scene with one subscription. */
const makeWebhook = Effect.gen(function*() {
  const scene = yield* makeScene()
  const id = idOf(yield* scene.post("/webhooks", { url }))
  return { ...scene, id, path: `/webhooks/${id}` }
})

const abandoned = { estado: "abandoned", intentos: 7, proximo_intento: null, settled: instant(now), ultimo_codigo: 503 } as const
const delivered = { estado: "delivered", intentos: 1, proximo_intento: null, settled: instant(now), ultimo_codigo: 200 } as const

const nextOf = ({ json }: { readonly json: unknown }) =>
  Schema.decodeUnknownSync(Schema.Struct({ continuar_tras: Schema.String }))(json).continuar_tras

describe("the test of a webhook", () => {
  it.scoped("is queued for that subscription alone, with a body that no longer changes", () =>
    Effect.gen(function*() {
      const { get, id, organizationId, path, post, provide } = yield* makeWebhook
      const other = idOf(yield* post("/webhooks", { url }))
      const tested = yield* post(`${path}/probar`)
      const creado = "2026-11-20T10:00:00.000Z"
      const shown = {
        id: idOf(tested), suceso: "webhook.test", creado, estado: "pending", intentos: 0,
        proximo_intento: creado, ultimo_codigo: null, ultimo_error: null,
      }
      assert.deepStrictEqual([tested.status, tested.json], [202, shown])
      assert.deepStrictEqual((yield* get(`${path}/envios`)).json, { datos: [shown], total: 1, limite: 50, siguiente: null })
      assert.strictEqual(pageOf(yield* get(`/webhooks/${other}/envios`)).total, 0)
      const found = yield* provide(Effect.flatMap(Storage, ({ find }) => find("delivery", organizationId, idOf(tested))))
      const { cuerpo, webhook_id } = Option.getOrThrow(found)
      assert.deepStrictEqual(JSON.parse(cuerpo), { id: shown.id, suceso: "webhook.test", creado, datos: { prueba: true } })
      assert.strictEqual(webhook_id, id)
    }))
})

describe("the delivery log", () => {
  it.scoped("is a separate list for each subscription", () =>
    Effect.gen(function*() {
      const scene = yield* makeWebhook
      const { get, id, path, post } = scene
      const other = idOf(yield* post("/webhooks", { url }))
      const ids = yield* storeDeliveries(scene, scene.organizationId, [
        { webhook_id: id, ...abandoned },
        { webhook_id: other },
        { webhook_id: id },
        { webhook_id: id, ...delivered },
      ])
      const ours = [0, 2, 3].map((place) => ids[place])
      const first = pageOf(yield* get(`${path}/envios?orden=antiguo&limite=2`))
      assert.deepStrictEqual([first.ids, first.total], [ours.slice(0, 2), 3])
      const last = pageOf(yield* get(first.siguiente ?? ""))
      assert.deepStrictEqual([last.ids, last.siguiente], [ours.slice(2), null])
      const elsewhere = (first.siguiente ?? "").replace(id, other)
      assert.deepStrictEqual(camposOf(yield* get(elsewhere)), ["desde"])
      assert.deepStrictEqual(camposOf(yield* get(`${path}/envios?estado=pending`)), ["estado"])
      assert.deepStrictEqual(errorOf(yield* get("/webhooks/1/envios")), anError(404, "no_encontrado"))
    }))
})

describe("replaying", () => {
  it.scoped("one delivery queues it again, and goes on counting its attempts", () =>
    Effect.gen(function*() {
      const scene = yield* makeWebhook
      const { get, id, path, post } = scene
      const [lost, done] = yield* storeDeliveries(scene, scene.organizationId, [
        { webhook_id: id, ...abandoned },
        { webhook_id: id, ...delivered },
      ])
      yield* TestClock.adjust("1 hour")
      for (const envio of [lost, done]) {
        const again = yield* post(`${path}/envios/${envio}/reenviar`)
        assert.strictEqual(again.status, 202)
        assert.deepInclude(again.json, { id: envio, estado: "pending", proximo_intento: "2026-11-20T11:00:00.000Z" })
      }
      const log = yield* get(`${path}/envios?orden=modificado`)
      assert.deepNestedInclude(log.json, { "datos[0].id": done, "datos[1].intentos": 7 })
      yield* TestClock.adjust("31 days")
      const [old] = yield* storeDeliveries(scene, scene.organizationId, [{ webhook_id: id, ...abandoned }])
      const late = yield* post(`${path}/envios/${old}/reenviar`)
      assert.deepStrictEqual(errorOf(late), conflict("envio_caducado"))
      assert.deepStrictEqual(errorOf(yield* post(`${path}/envios/1/reenviar`)), anError(404, "no_encontrado"))
    }))

  it.scoped("a range takes what was created in it, including both bounds", () =>
    Effect.gen(function*() {
      const scene = yield* makeWebhook
      const { get, id, path, post } = scene
      const at = (offset: number) => ({ webhook_id: id, creado: instant(now + offset) })
      const [before, first, last, after] = yield* storeDeliveries(scene, scene.organizationId, [
        { ...at(-1), ...abandoned },
        { ...at(0), ...abandoned },
        { ...at(60_000), ...delivered },
        { ...at(60_001), ...abandoned },
      ])
      yield* storeDeliveries(scene, scene.organizationId, [{ creado: instant(now), ...abandoned }])
      const range = { desde: "2026-11-20T10:00:00Z", hasta: "2026-11-20T11:01:00+01:00" }
      const replayed = yield* post(`${path}/reenviar`, range)
      assert.deepStrictEqual([replayed.status, replayed.json], [202, { reenviados: 2, caducados: 0, continuar_tras: null }])
      const { ids } = pageOf(yield* get(`${path}/envios?orden=modificado`))
      assert.deepStrictEqual(ids, [last, first, after, before])
      const open = yield* post(`${path}/reenviar`, { desde: range.desde, hasta: null })
      assert.deepInclude(open.json, { reenviados: 3 })
      const moment = yield* post(`${path}/reenviar`, { desde: range.desde, hasta: range.desde })
      assert.deepInclude(moment.json, { reenviados: 1 })
    }))

  it.scoped("a long range goes on where the last call ended, until nothing is left", () =>
    Effect.gen(function*() {
      const scene = yield* makeWebhook
      const { id, path, post } = scene
      const tooOld = { ...abandoned, settled: instant(now - 31 * day) }
      yield* storeDeliveries(scene, scene.organizationId, Array.from({ length: 1_001 }, (_, i) =>
        ({ webhook_id: id, creado: instant(now), ...(i === 0 ? tooOld : abandoned) })))
      const range = { desde: "2026-11-20T00:00:00Z" }
      const first = yield* post(`${path}/reenviar`, range)
      assert.deepInclude(first.json, { reenviados: 499, caducados: 1 })
      const second = yield* post(`${path}/reenviar`, { ...range, tras: nextOf(first) })
      assert.deepInclude(second.json, { reenviados: 500, caducados: 0 })
      const third = yield* post(`${path}/reenviar`, { ...range, tras: nextOf(second) })
      assert.deepStrictEqual(third.json, { reenviados: 1, caducados: 0, continuar_tras: null })
    }))

  it.scoped("a long range goes on even if expired deliveries are removed meanwhile, and repeats its answers", () =>
    Effect.gen(function*() {
      const scene = yield* makeWebhook
      const { id, path, post, provide } = scene
      const tooOld = { ...abandoned, settled: instant(now - 31 * day) }
      yield* storeDeliveries(scene, scene.organizationId, Array.from({ length: 1_002 }, (_, i) =>
        ({ webhook_id: id, creado: instant(now), ...(i < 1_000 ? tooOld : abandoned) })))
      const range = { desde: "2026-11-20T00:00:00Z" }
      const first = yield* post(`${path}/reenviar`, range)
      const asked = { ...range, tras: nextOf(first) }
      const second = yield* post(`${path}/reenviar`, asked, "second")
      assert.deepInclude(second.json, { reenviados: 0, caducados: 500 })
      yield* provide(prune)
      assert.deepStrictEqual((yield* post(`${path}/reenviar`, asked, "second")).json, second.json)
      const third = yield* post(`${path}/reenviar`, { ...range, tras: nextOf(second) })
      assert.deepStrictEqual(third.json, { reenviados: 2, caducados: 0, continuar_tras: null })
    }))

  it.scoped("an impossible range is refused", () =>
    Effect.gen(function*() {
      const scene = yield* makeWebhook
      const { path, post } = scene
      const [foreign] = yield* storeDeliveries(scene, scene.organizationId, [abandoned])
      const desde = "2026-11-20T10:00:00Z"
      const wrong: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
        [{}, ["desde"]],
        [{ desde: null, hasta: 1 }, ["desde", "hasta"]],
        [{ desde: "2026-11-20", hasta: "2026-11-20T10:00:00" }, ["desde", "hasta"]],
        [{ desde: "2026-02-30T10:00:00Z", hasta: "2026-11-20T25:00:00Z" }, ["desde", "hasta"]],
        [{ desde, hasta: "2026-11-20T09:59:59Z" }, ["hasta"]],
        [{ desde, hasta: "2026-11-20T09:59:59Z", tras: "x" }, ["hasta", "tras"]],
        [{ desde, tras: foreign }, ["tras"]],
        ...["x", "x1", "1x", "1".repeat(16)].map((tras) => [{ desde, tras }, ["tras"]] as const),
        [{ desde, limite: 5 }, ["limite"]],
      ]
      for (const [body, campos] of wrong) {
        assert.sameMembers([...camposOf(yield* post(`${path}/reenviar`, body))], [...campos], JSON.stringify(body))
      }
      for (const body of [{ desde }, { desde, tras: "x" }, { desde, tras: foreign }, { desde, hasta: "2026-11-20T09:59:59Z" }]) {
        assert.deepStrictEqual(errorOf(yield* post("/webhooks/1/reenviar", body)), anError(404, "no_encontrado"))
      }
    }))

  it.scoped("an impossible range under a used Idempotency-Key is refused as another request", () =>
    Effect.gen(function*() {
      const { path, post } = yield* makeWebhook
      const desde = "2026-11-20T10:00:00Z"
      assert.strictEqual((yield* post(`${path}/reenviar`, { desde }, "k")).status, 202)
      for (const body of [{ desde, hasta: "2026-11-20T09:59:59Z" }, { desde, tras: "x" }]) {
        const answer = yield* post(`${path}/reenviar`, body, "k")
        assert.deepStrictEqual(errorOf(answer), conflict("clave_reutilizada"))
      }
    }))
})
