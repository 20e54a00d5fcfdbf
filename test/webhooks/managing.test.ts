import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { eventNames } from "../../core/events/catalogue.ts"
import { SecretBox } from "../../core/ports/SecretBox.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { parseWebhookAllow } from "../../core/webhooks/webhookAllow.ts"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import { anError, camposOf, conflict, errorOf, idOf, makeScene, pageOf, type Scene } from "../http/scene.ts"
import { alteredStorage } from "../support/alteredStorage.ts"

const url = "https://avisos.ejemplo.es/talonario"

const patch = ({ live, request }: Scene, path: string, body: unknown) => request("PATCH", path, { key: live, body })
const remove = ({ live, request }: Scene, path: string) => request("DELETE", path, { key: live })

/** The secret in an answer, and the rest of it. */
const secretOf = ({ json }: Answer) => {
  const { secreto, ...rest } = Object.fromEntries(Object.entries(json ?? {}))
  assert.match(String(secreto), /^whsec_[A-Za-z0-9+/]{43}=$/)
  return { secreto: String(secreto), rest }
}

const storedWebhook = ({ organizationId, provide }: Scene, id: string) =>
  provide(Effect.flatMap(Storage, ({ find }) => find("webhook", organizationId, id))).pipe(
    Effect.orDie,
    Effect.map(Option.getOrThrow),
  )

describe("webhook subscriptions", () => {
  it.scoped("are created with their secret, and read without it", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const given = { url, sucesos: ["invoice.paid", "contact.created"], descripcion: "ERP", modo_aviso: "token" }
      const created = yield* post("/webhooks", given)
      const id = idOf(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `http://talonario.test/api/v1/webhooks/${id}`)
      const shown = {
        id,
        ...given,
        activo: true,
        fallos_seguidos: 0,
        firma: { cabecera: "x-svc-firma", formato: "t=<unix>,v1=<hex>", se_firma: "<t>.<cuerpo>" },
        sucesos_disponibles: eventNames,
      }
      assert.deepStrictEqual(secretOf(created).rest, shown)
      assert.deepStrictEqual((yield* get(`/webhooks/${id}`)).json, shown)
      const list = yield* get("/webhooks")
      assert.deepStrictEqual(list.json, { datos: [shown], total: 1, limite: 50, siguiente: null })
    }))

  it.scoped("need a URL only: all events, a signature, no description", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      for (const body of [{ url }, { url, sucesos: null, descripcion: null, modo_aviso: null }]) {
        const { rest } = secretOf(yield* post("/webhooks", body))
        assert.deepInclude(rest, { url, sucesos: ["*"], descripcion: "", modo_aviso: "firma" })
      }
    }))

  it.scoped("are refused with everything that is wrong with them", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { post } = scene
      const wrong: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
        [{}, ["url"]],
        [{ url: null }, ["url"]],
        [
          { url: "http://ejemplo.es", sucesos: ["factura.pagada"], modo_aviso: "nada", activo: true, secreto: "x" },
          ["url", "sucesos[0]", "modo_aviso", "activo", "secreto"],
        ],
        [{ url: "https://127.1/", sucesos: [] }, ["url", "sucesos"]],
        [{ url, sucesos: ["webhook.test"] }, ["sucesos[0]"]],
        [{ url, descripcion: "d".repeat(501) }, ["descripcion"]],
        [{ url: `https://ejemplo.es/${"a".repeat(2048)}` }, ["url"]],
      ]
      for (const [body, campos] of wrong) {
        assert.sameMembers([...camposOf(yield* post("/webhooks", body))], [...campos], JSON.stringify(body))
      }
      const id = idOf(yield* post("/webhooks", { url }))
      for (const [body, campos] of [...wrong.slice(1, 2), [{ url: "https://localhost/", x: 1 }, ["url", "x"]]] as const) {
        assert.sameMembers([...camposOf(yield* patch(scene, `/webhooks/${id}`, body))], [...campos])
      }
    }))

  it.scoped("may go to an address that is not public only where the installation allows it", () =>
    Effect.gen(function*() {
      const body = { url: "http://127.0.0.1:9000/aviso" }
      const strict = yield* makeScene()
      assert.deepStrictEqual(camposOf(yield* strict.post("/webhooks", body)), ["url"])
      const webhookAllow = parseWebhookAllow("127.0.0.0/8") ?? assert.fail()
      const scene = yield* makeScene({ webhookAllow })
      const created = yield* scene.post("/webhooks", body)
      assert.strictEqual(created.status, 201)
      const path = `/webhooks/${idOf(created)}`
      assert.strictEqual((yield* patch(scene, path, { url: "http://127.0.0.2/" })).status, 200)
      assert.deepStrictEqual(camposOf(yield* patch(scene, path, { url: "http://10.0.0.1/" })), ["url"])
    }))

  it.scoped("can be twenty at most; a deleted one makes room", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const twins = Array.from({ length: 21 }, () => post("/webhooks", { url }))
      const answers = yield* Effect.all(twins, { concurrency: "unbounded" })
      const refused = answers.filter(({ status }) => status !== 201)
      assert.deepStrictEqual(refused.map(errorOf), [conflict("limite_de_suscripciones")])
      const { ids, total } = pageOf(yield* get("/webhooks"))
      assert.strictEqual(total, 20)
      const [id = ""] = ids
      const gone = yield* remove(scene, `/webhooks/${id}`)
      assert.deepStrictEqual([gone.status, gone.text], [204, ""])
      for (const answer of [yield* get(`/webhooks/${id}`), yield* remove(scene, `/webhooks/${id}`)]) {
        assert.deepStrictEqual(errorOf(answer), anError(404, "no_encontrado"))
      }
      assert.strictEqual((yield* post("/webhooks", { url })).status, 201)
      assert.deepStrictEqual(errorOf(yield* post("/webhooks", { url })), conflict("limite_de_suscripciones"))
    }))

  it.scoped("are changed by PATCH, which keeps URL and secret", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const created = yield* post("/webhooks", { url, modo_aviso: "token" })
      const path = `/webhooks/${idOf(created)}`
      const before = yield* storedWebhook(scene, idOf(created))
      const { rest } = secretOf(created)
      const changed = yield* patch(scene, path, { modo_aviso: "firma", sucesos: ["invoice.paid"] })
      assert.strictEqual(changed.status, 200)
      assert.deepStrictEqual(changed.json, { ...rest, modo_aviso: "firma", sucesos: ["invoice.paid"] })
      assert.deepStrictEqual((yield* get(path)).json, changed.json)
      const after = yield* storedWebhook(scene, idOf(created))
      assert.strictEqual(after.sealedSecret, before.sealedSecret)
      assert.deepStrictEqual((yield* patch(scene, path, {})).json, changed.json)
      assert.deepStrictEqual(yield* storedWebhook(scene, idOf(created)), after)
    }))

  it.scoped("can be switched off, which abandons pending deliveries, and on again", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post } = scene
      const path = `/webhooks/${idOf(yield* post("/webhooks", { url }))}`
      const envio = idOf(yield* post(`${path}/probar`))
      assert.deepInclude((yield* patch(scene, path, { activo: false })).json, { activo: false })
      assert.deepNestedInclude((yield* get(`${path}/envios`)).json, {
        total: 1,
        "datos[0].id": envio,
        "datos[0].estado": "abandoned",
        "datos[0].proximo_intento": null,
        "datos[0].ultimo_error": "la suscripción se desactivó antes de enviarlo",
      })
      const off = conflict("suscripcion_desactivada")
      for (const action of ["probar", `envios/${envio}/reenviar`]) {
        assert.deepStrictEqual(errorOf(yield* post(`${path}/${action}`)), off)
      }
      const on = yield* post(`${path}/reactivar`)
      assert.deepStrictEqual([on.status, on.json], [200, (yield* get(path)).json])
      assert.deepInclude(on.json, { activo: true, fallos_seguidos: 0 })
      assert.strictEqual((yield* post(`${path}/probar`)).status, 202)
    }))
})

describe("a subscription that is deleted", () => {
  it.scoped("leaves no delivery waiting", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const path = `/webhooks/${idOf(yield* scene.post("/webhooks", { url }))}`
      const envio = idOf(yield* scene.post(`${path}/probar`))
      assert.strictEqual((yield* remove(scene, path)).status, 204)
      const find = Effect.flatMap(Storage, (storage) => storage.find("delivery", scene.organizationId, envio))
      const delivery = Option.getOrThrow(yield* Effect.orDie(scene.provide(find)))
      assert.deepInclude(delivery, { estado: "abandoned", proximo_intento: null })
    }))
})

describe("the secret of a subscription", () => {
  it.scoped("can be rotated: the new one is shown once, the old one signs for another day", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, post, provide } = scene
      const created = yield* post("/webhooks", { url })
      const id = idOf(created)
      const rotated = yield* post(`/webhooks/${id}/rotar-secreto`)
      assert.strictEqual(rotated.status, 200)
      assert.deepStrictEqual(secretOf(rotated).rest, (yield* get(`/webhooks/${id}`)).json)
      const { previousSecret, sealedSecret } = yield* storedWebhook(scene, id)
      const opened = (sealed: string) => provide(Effect.flatMap(SecretBox, ({ open }) => Effect.orDie(open(sealed))))
      assert.strictEqual(yield* opened(sealedSecret), secretOf(rotated).secreto)
      assert.strictEqual(yield* opened(previousSecret?.sealed ?? ""), secretOf(created).secreto)
      assert.notStrictEqual(secretOf(rotated).secreto, secretOf(created).secreto)
      assert.strictEqual(previousSecret?.until, Date.parse("2026-11-21T10:00:00.000Z"))
    }))

  it.scoped("is repeated to the same request, and is stored nowhere in clear", () =>
    Effect.gen(function*() {
      const written: Array<string> = []
      const scene = yield* makeScene({ storage: recording(written) })
      const { live, post, request } = scene
      const create = post("/webhooks", { url }, "crear")
      const first = yield* create
      const rotate = post(`/webhooks/${idOf(first)}/rotar-secreto`, undefined, "rotar")
      const rotated = yield* rotate
      yield* TestClock.adjust("1 hour")
      for (const [again, before] of [[yield* create, first], [yield* rotate, rotated]] as const) {
        assert.deepStrictEqual([again.status, again.text], [before.status, before.text])
        assert.strictEqual(again.headers["location"], before.headers["location"])
        assert.strictEqual(again.headers["idempotency-replayed"], "true")
      }
      const headers = { "idempotency-key": "crear" }
      const other = yield* request("POST", "/webhooks", { key: live, body: { url: "x" }, headers })
      assert.deepStrictEqual(errorOf(other), conflict("clave_reutilizada"))
      assert.strictEqual(pageOf(yield* scene.get("/webhooks")).total, 1)

      const everything = written.join("\n")
      assert.include(everything, "idempotencyRecord")
      assert.include(everything, "\"sealedSecret\":\"v1.")
      for (const { secreto } of [secretOf(first), secretOf(rotated)]) {
        assert.notInclude(everything, secreto.slice("whsec_".length))
      }
      assert.notInclude(everything, "whsec_")
    }))

  it.scoped("is repeated even when the request would be refused by now, after the rules became stricter", () =>
    Effect.gen(function*() {
      const storage = Layer.succeed(Storage, yield* Effect.provide(Storage, StorageMemory.layer))
      const webhookAllow = parseWebhookAllow("localhost") ?? assert.fail()
      const lax = yield* makeScene({ storage, webhookAllow })
      const body = { url: "https://localhost:9000/" }
      const headers = { "idempotency-key": "crear" }
      const first = yield* lax.post("/webhooks", body, "crear")
      const strict = yield* makeScene({ storage })
      const again = yield* strict.request("POST", "/webhooks", { key: lax.live, body, headers })
      assert.deepStrictEqual([again.status, again.text], [201, first.text])
      secretOf(again)
    }))
})

/** Storage in memory that adds whatever is written to `written`. */
const recording = (written: Array<string>) =>
  alteredStorage((inner) => ({
    transact: (opening, body) =>
      inner.transact(opening, (rows, load) =>
        Effect.tap(body(rows, load), ({ changes }) => Effect.sync(() => written.push(JSON.stringify(changes))))),
  }))

describe("managing webhooks", () => {
  it.scoped("needs its scope, and touches no other organization's", () =>
    Effect.gen(function*() {
      const { openCompany, openKey, organizationId, post, request } = yield* makeScene()
      const id = idOf(yield* post("/webhooks", { url }))
      const envio = idOf(yield* post(`/webhooks/${id}/probar`))
      const body = { desde: "2026-11-20T00:00:00Z" }
      const endpoints: ReadonlyArray<readonly [string, string, unknown?]> = [
        ["GET", `/webhooks/${id}`],
        ["PATCH", `/webhooks/${id}`, {}],
        ["DELETE", `/webhooks/${id}`],
        ["POST", `/webhooks/${id}/probar`],
        ["POST", `/webhooks/${id}/reactivar`],
        ["POST", `/webhooks/${id}/rotar-secreto`],
        ["GET", `/webhooks/${id}/envios`],
        ["POST", `/webhooks/${id}/envios/${envio}/reenviar`],
        ["POST", `/webhooks/${id}/reenviar`, body],
      ]
      const bare = yield* openKey(organizationId, "live", ["activity:read"])
      const stranger = yield* openCompany({ nombre: "Otra", nif: "B87654323" })
      for (const [method, path, sent] of endpoints) {
        const options = sent === undefined ? {} : { body: sent }
        const withoutScope = yield* request(method, path, { key: bare, ...options })
        assert.deepStrictEqual(errorOf(withoutScope), anError(403, "sin_permiso", { scope: "webhooks:manage" }), path)
        const foreign = yield* request(method, path, { key: stranger.live, ...options })
        assert.deepStrictEqual(errorOf(foreign), anError(404, "no_encontrado"), `${method} ${path}`)
      }
      for (const method of ["GET", "POST"]) {
        const answer = yield* request(method, "/webhooks", { key: bare, ...(method === "POST" ? { body: { url } } : {}) })
        assert.strictEqual(answer.status, 403)
      }
    }))
})
