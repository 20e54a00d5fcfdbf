import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Fiber, Layer, Logger, Option, Schema, TestClock } from "effect"
import { Entropy } from "../../core/ports/Entropy.ts"
import { PdfPrinter, PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import { RateLimiter } from "../../core/ports/RateLimiter.ts"
import {
  StorageConflict,
  StorageOutcomeUnknown,
  StorageUnavailable,
  type TransactionFailure,
} from "../../core/ports/Storage.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { alteredStorage } from "../support/alteredStorage.ts"
import { anError, errorOf, idOf, makeScene, simpleDraft } from "./scene.ts"

/** Storage in memory whose reads or commits can be made to end in a failure. */
const breakableStorage = () => {
  let fault: Effect.Effect<never, StorageUnavailable> | undefined
  let commitFault: Effect.Effect<never, TransactionFailure> | undefined
  const layer = alteredStorage((inner) => ({
    transact: (opening, body) => Effect.suspend(() => commitFault ?? inner.transact(opening, body)),
    find: (...key) => Effect.suspend(() => fault ?? inner.find(...key)),
    accessKeyByFingerprint: (text) => Effect.suspend(() => fault ?? inner.accessKeyByFingerprint(text)),
    ping: Effect.suspend(() => fault ?? inner.ping),
  }))
  return {
    layer,
    breakReads: (by: typeof fault) => (fault = by),
    breakCommits: (by: typeof commitFault) => (commitFault = by),
  }
}

/** Collects the log, one text per entry. */
const logged = () => {
  const entries: Array<string> = []
  const logger = Logger.make(({ cause, logLevel, message }) =>
    entries.push(`${logLevel.label} ${JSON.stringify(message)} ${Cause.pretty(cause)}`))
  return { entries, layer: Logger.replace(Logger.defaultLogger, logger) }
}

const Referred = Schema.Struct({ referencia: Schema.String.pipe(Schema.length(8)) })

const referred = Schema.decodeUnknownSync(Referred, { onExcessProperty: "error" })

/** Randomness that throws from the call of `exhaust` on. */
const exhaustibleEntropy = () => {
  let exhausted = false
  const bytes = (count: number) => {
    if (exhausted) throw new Error("no entropy is left")
    return crypto.getRandomValues(new Uint8Array(count))
  }
  return { layer: Layer.succeed(Entropy, { bytes }), exhaust: () => (exhausted = true) }
}

describe("an internal failure", () => {
  it.scoped("has a reference even where the source of randomness is what fails", () => {
    const { entries, layer } = logged()
    return Effect.gen(function*() {
      const entropy = exhaustibleEntropy()
      const { post } = yield* makeScene({ entropy: entropy.layer })
      entropy.exhaust()
      const { codigo, detalles, status } = errorOf(yield* post("/webhooks", { url: "https://example.com/hook", sucesos: ["*"] }))
      assert.deepStrictEqual([status, codigo], [500, "error_interno"])
      assert.isTrue(entries.some((entry) => entry.includes(referred(detalles).referencia) && entry.includes("no entropy is left")))
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is a 500 whose reference is in the log with the reason, but with no secret", () => {
    const { entries, layer } = logged()
    return Effect.gen(function*() {
      const storage = breakableStorage()
      const { live, request } = yield* makeScene({ storage: storage.layer })
      const reasons: ReadonlyArray<readonly [Effect.Effect<never, StorageUnavailable>, string]> = [
        [new StorageUnavailable(), "StorageUnavailable"],
        [Effect.dieMessage("a defect of ours"), "a defect of ours"],
        [Effect.sync(() => { throw new RangeError("thrown") }), "thrown"],
      ]
      const seen = new Set<string>()
      for (const [reason, told] of reasons) {
        storage.breakReads(reason)
        for (const path of ["/contactos/1", "/organizacion"]) {
          const answer = yield* request("GET", path, { key: live, headers: { "x-note": "hush" } })
          const { codigo, detalles, status } = errorOf(answer)
          assert.deepStrictEqual([status, codigo], [500, "error_interno"])
          const { referencia } = referred(detalles)
          seen.add(referencia)
          const entry = entries.find((text) => text.includes(referencia)) ?? ""
          assert.include(entry, told)
          assert.match(entry, /^ERROR/)
          assert.notInclude(answer.text, told)
          assert.match(answer.headers["ratelimit-remaining"] ?? "", /^\d+$/)
        }
        storage.breakReads(undefined)
      }
      assert.strictEqual(seen.size, 6)
      for (const secret of [live, "hush"]) assert.isFalse(entries.some((text) => text.includes(secret)))
    }).pipe(Effect.provide(layer))
  })

  it.scoped("to note the use of a key is logged once a minute where it is a defect, and fails no request", () => {
    const { entries, layer } = logged()
    return Effect.gen(function*() {
      const storage = breakableStorage()
      const { live, request } = yield* makeScene({ storage: storage.layer })
      storage.breakCommits(Effect.dieMessage("permission denied for table access_key"))
      const ask = request("GET", "/organizacion", { key: live })
      for (let i = 0; i < 3; i++) assert.strictEqual((yield* ask).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* ask).status, 200)
      yield* TestClock.adjust("1 second")
      const told = entries.filter((entry) => entry.startsWith("ERROR") && entry.includes("permission denied"))
      assert.deepStrictEqual(told.map((entry) => /"times":(\d)/.exec(entry)?.[1]), ["1", "3"])
      storage.breakCommits(new StorageUnavailable())
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* ask).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.isFalse(entries.some((entry) => entry.includes("StorageUnavailable")))
    }).pipe(Effect.provide(layer))
  })

  it.scoped("of the rate limiter does not affect what needs no key", () => {
    const { entries, layer } = logged()
    return Effect.gen(function*() {
      const broken = Effect.dieMessage("the host's limiter has a bug")
      const limiter = { rule: { limit: 7, windowSeconds: 60 }, take: () => broken, peek: () => broken }
      const { live, request } = yield* makeScene({ rateLimiter: Layer.succeed(RateLimiter, limiter) })
      for (const path of ["/salud", "/openapi.json"]) {
        const { headers, status } = yield* request("GET", path, { key: live })
        assert.deepStrictEqual([status, headers["ratelimit-limit"]], [200, "7"], path)
      }
      assert.isTrue(entries.some((entry) => entry.startsWith("ERROR") && entry.includes("the host's limiter has a bug")))
      assert.strictEqual((yield* request("GET", "/organizacion", { key: live })).status, 500)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("of the storage is answered to every key without counting any as a guess; afterwards guesses count again", () =>
    Effect.gen(function*() {
      const storage = breakableStorage()
      const { live, request, test } = yield* makeScene({
        storage: storage.layer,
        rateLimit: { limit: 3, windowSeconds: 60 },
      })
      const guess = `${live.slice(0, -1)}${live.endsWith("a") ? "b" : "a"}`
      const fourTimes = (key: string) =>
        Effect.map(Effect.replicateEffect(request("GET", "/organizacion", { key }), 4), (answers) =>
          answers.map(({ status }) => status))
      assert.strictEqual((yield* request("GET", "/organizacion", { key: live })).status, 200)
      storage.breakReads(new StorageUnavailable())
      for (const key of [live, test, guess]) assert.deepStrictEqual(yield* fourTimes(key), [500, 500, 500, 500])
      storage.breakReads(undefined)
      assert.strictEqual((yield* request("GET", "/organizacion", { key: test })).status, 200)
      assert.deepStrictEqual(yield* fourTimes(guess), [401, 401, 401, 429])
    }).pipe(Effect.provide(logged().layer)))

  it.scoped("of the storage is logged once, under the reference in the answer and with the company, even for a key that was in use", () => {
    const { entries, layer } = logged()
    return Effect.gen(function*() {
      const storage = breakableStorage()
      const { get, organizationId, post } = yield* makeScene({ storage: storage.layer })
      const id = idOf(yield* post("/contactos", { nombre: "Ana" }))
      storage.breakReads(new StorageUnavailable())
      storage.breakCommits(Effect.dieMessage("broken"))
      for (const ask of [get(`/contactos/${id}`), post("/contactos", { nombre: "Eva" }), get("/organizacion")]) {
        const already = entries.length
        const { detalles, status } = errorOf(yield* ask)
        assert.strictEqual(status, 500)
        const told = entries.slice(already).filter((entry) => entry.startsWith("ERROR"))
        assert.strictEqual(told.length, 1)
        assert.include(told[0], referred(detalles).referencia)
        assert.include(told[0], `"organizationId":"${organizationId}"`)
      }
    }).pipe(Effect.provide(layer))
  })

  it.scoped("does not keep unknown routes from answering 404", () =>
    Effect.gen(function*() {
      const storage = breakableStorage()
      const { get, request } = yield* makeScene({ storage: storage.layer })
      storage.breakReads(new StorageUnavailable())
      assert.deepStrictEqual(errorOf(yield* get("/nada")), anError(404, "no_encontrado"))
      assert.strictEqual((yield* request("GET", "/contactos")).status, 401)
    }))

  it.live("of a write is a 500 as well, and the same Idempotency-Key carries it out later", () =>
    Effect.gen(function*() {
      const storage = breakableStorage()
      const { openCompany, request } = yield* makeHarness({ storage: storage.layer })
      const { live } = yield* openCompany()
      const create = request("POST", "/contactos", {
        key: live,
        body: { nombre: "Ana" },
        headers: { "idempotency-key": "k" },
      })
      for (const fault of [new StorageOutcomeUnknown(), new StorageConflict(), Effect.dieMessage("broken")]) {
        storage.breakCommits(fault)
        const answer = yield* create
        assert.deepStrictEqual([answer.status, errorOf(answer).codigo], [500, "error_interno"])
      }
      storage.breakCommits(undefined)
      assert.strictEqual((yield* create).status, 201)
    }).pipe(Effect.scoped, Effect.provide(logged().layer)))
})

describe("503", () => {
  it.scoped("is answered after three seconds when the storage is silent, whatever key is sent", () =>
    Effect.gen(function*() {
      const storage = breakableStorage()
      const { get, live, request } = yield* makeScene({ storage: storage.layer })
      assert.strictEqual((yield* get("/salud")).status, 200)
      storage.breakReads(Effect.never)
      const keys = [{}, { key: live }, { key: `${live.slice(0, -1)}${live.endsWith("a") ? "b" : "a"}` }]
      const asked = yield* Effect.fork(Effect.forEach(keys, (key) => request("GET", "/salud", key), { concurrency: 3 }))
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(Option.isNone(yield* Fiber.poll(asked)))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual((yield* Fiber.join(asked)).map(({ status }) => status), [503, 503, 503])
      storage.breakReads(undefined)
      assert.strictEqual((yield* request("GET", "/salud")).status, 200)
    }))

  it.scoped("answers a request for a PDF when the print queue is full, but a 404 comes first", () =>
    Effect.gen(function*() {
      const printer = Layer.succeed(PdfPrinter, { print: () => new PrinterBusy() })
      const { get, post } = yield* makeScene({ printer })
      const id = idOf(yield* post("/facturas", simpleDraft))
      const busy = yield* get(`/facturas/${id}/pdf`)
      assert.deepStrictEqual(errorOf(busy), anError(503, "error_interno"))
      assert.notProperty(busy.headers, "retry-after")
      assert.strictEqual((yield* get("/facturas/1/pdf")).status, 404)
    }))

  it.scoped("answers the health check when the storage fails, with a key or without", () =>
    Effect.gen(function*() {
      const storage = breakableStorage()
      const { get, live, request } = yield* makeScene({ storage: storage.layer })
      assert.deepStrictEqual((yield* request("GET", "/salud")).json, { estado: "ok" })
      storage.breakReads(new StorageUnavailable())
      for (const key of [{}, { key: live }]) {
        assert.deepStrictEqual(errorOf(yield* request("GET", "/salud", key)), anError(503, "error_interno"))
      }
      assert.strictEqual((yield* get("/openapi.json")).status, 200)
      storage.breakReads(undefined)
      assert.strictEqual((yield* request("GET", "/salud")).status, 200)
    }))
})
