import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { PdfPrinter } from "../../core/ports/PdfPrinter.ts"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import { anError, errorOf, idOf, makeScene, simpleDraft } from "./scene.ts"

const windowOf = ({ headers }: Answer) =>
  ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"].map((name) => headers[name])

describe("the rate limit", () => {
  it.scoped("is 120 requests a minute and key, then 429 with Retry-After until the first slot frees", () =>
    Effect.gen(function*() {
      const { get, request, test } = yield* makeScene()
      const read = get("/organizacion")
      assert.deepStrictEqual(windowOf(yield* read), ["120", "119", "60", undefined])
      yield* TestClock.adjust("10 seconds")
      for (let i = 2; i <= 119; i++) yield* read
      assert.deepStrictEqual(windowOf(yield* read), ["120", "0", "50", undefined])

      yield* TestClock.adjust("200 millis")
      const refused = yield* read
      assert.deepStrictEqual(errorOf(refused), anError(429, "demasiadas_peticiones"))
      assert.deepStrictEqual(windowOf(refused), ["120", "0", "50", "50"])
      assert.strictEqual((yield* request("GET", "/organizacion", { key: test })).status, 200)

      yield* TestClock.adjust("49799 millis")
      assert.deepStrictEqual(windowOf(yield* read), ["120", "0", "1", "1"])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual([(yield* read).status, (yield* read).status], [200, 429])
    }))

  it.scoped("counts by the client's address without a valid key, and once exceeded outranks 401 and 404", () =>
    Effect.gen(function*() {
      const { get, request } = yield* makeScene({ rateLimit: { limit: 3, windowSeconds: 60 } })
      const answers = [
        yield* request("GET", "/organizacion"),
        yield* request("GET", "/nada"),
        yield* request("GET", "/organizacion", { key: "svc_live_no" }),
        yield* request("GET", "/organizacion"),
        yield* request("GET", "/nada"),
      ]
      assert.deepStrictEqual(answers.map(({ status }) => status), [401, 404, 401, 429, 429])
      assert.deepStrictEqual(answers.map(windowOf), [
        ["3", "2", "60", undefined],
        ["3", "1", "60", undefined],
        ["3", "0", "60", undefined],
        ["3", "0", "60", "60"],
        ["3", "0", "60", "60"],
      ])
      assert.strictEqual((yield* get("/organizacion")).status, 200)
    }))

  it.scoped("counts refused requests too, but no 429", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene({ rateLimit: { limit: 2, windowSeconds: 10 } })
      yield* post("/contactos", "{")
      yield* TestClock.adjust("5 seconds")
      yield* get("/nada")
      for (let i = 0; i < 5; i++) assert.strictEqual((yield* get("")).status, 429)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(windowOf(yield* get("")), ["2", "0", "5", undefined])
    }))

  it.scoped("counts what never became a request by its address, together with requests without a key", () =>
    Effect.gen(function*() {
      const { get, refuse, request } = yield* makeScene({ rateLimit: { limit: 2, windowSeconds: 60 } })
      const refused = Effect.map(refuse(400, "no es HTTP", "192.0.2.1"), ({ headers, status }) => [status, headers["Retry-After"]])
      const tried = [yield* refused, yield* refused, yield* refused]
      assert.deepStrictEqual(tried, [[400, undefined], [400, undefined], [429, "60"]])
      assert.strictEqual((yield* request("GET", "")).status, 429)
      assert.strictEqual((yield* get("")).status, 200)
    }))

  it.scoped("is neither spent by nor applied to health check and description, which show its state", () =>
    Effect.gen(function*() {
      const { get, request } = yield* makeScene({ rateLimit: { limit: 1, windowSeconds: 60 } })
      for (const path of ["/salud", "/openapi.json", "/salud"]) {
        assert.deepStrictEqual(windowOf(yield* request("GET", path)), ["1", "1", "0", undefined])
        assert.deepStrictEqual(windowOf(yield* get(path)), ["1", "1", "0", undefined])
      }
      yield* get("")
      const full = yield* get("/salud")
      assert.strictEqual(full.status, 200)
      assert.deepStrictEqual(windowOf(full), ["1", "0", "60", undefined])
    }))

  it.scoped("is shown on every response", () =>
    Effect.gen(function*() {
      const broken = Layer.succeed(PdfPrinter, { print: () => Effect.dieMessage("out of paper") })
      const scene = yield* makeScene({ printer: broken })
      const { get, live, post, refuse, request } = scene
      const readOnly = yield* scene.openKey(scene.organizationId, "live", [])
      const draft = idOf(yield* post("/facturas", simpleDraft))
      const answers = [
        yield* get(`/facturas/${draft}/pdf`),
        yield* request("GET", "/facturas", { key: readOnly }),
        yield* post("/facturas", { x: 1 }),
        yield* request("HEAD", "/facturas", { key: live }),
      ]
      assert.deepStrictEqual(answers.map(({ status }) => status), [500, 403, 422, 200])
      for (const { headers } of answers) {
        for (const name of ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]) {
          assert.match(headers[name] ?? "", /^\d+$/)
        }
        assert.notProperty(headers, "retry-after")
      }
      const { headers } = yield* refuse(431, "las cabeceras son demasiado grandes", "192.0.2.1")
      assert.deepInclude(headers, { "RateLimit-Limit": "120", "RateLimit-Remaining": "119", "RateLimit-Reset": "60" })
    }))
})
