import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import * as SecretBoxWebCrypto from "../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as RateLimiterMemory from "../../adapters/memory/RateLimiterMemory.ts"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { PdfPrinter } from "../../core/ports/PdfPrinter.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"
import { makeHttpHandler } from "../../runtimes/lambda/makeHttpHandler.ts"
import { answerOf } from "../../runtimes/memory/exchange.ts"
import { openCompany } from "../../runtimes/memory/harness.ts"
import { anError, errorOf, idOf, pageOf, simpleDraft } from "../http/scene.ts"
import { deployments, received } from "./deployments.ts"
import { lambdaRequest } from "./lambdaRequest.ts"

const settings = {
  publicUrl: null,
  secret: new Uint8Array(32).fill(3),
  software: talonarioSoftware({ producer: "Talonario", producerNif: "B00000000" }),
  qrHost: "test",
} as const

const filePrinter = Layer.succeed(PdfPrinter, { print: () => Effect.succeed(new Uint8Array(5_000_000)) })

/** The handler on memory storage, which takes `buildMillis` to build, and a company. */
const scene = (wrap: (storage: Storage["Type"]) => Storage["Type"] = (storage) => storage, buildMillis = 0) =>
  Effect.gen(function*() {
    const engine = GroupCommit.layer.pipe(
      Layer.provideMerge(Layer.effect(Storage, Effect.map(Storage, wrap))),
      Layer.provideMerge(StorageMemory.layer),
      Layer.merge(SecretBoxWebCrypto.layer(settings.secret)),
      Layer.provideMerge(EntropyWebCrypto.layer),
      Layer.merge(RateLimiterMemory.layer({ limit: 120, windowSeconds: 60 })),
      Layer.merge(filePrinter),
    )
    const built = yield* Layer.build(engine)
    const company = yield* Effect.provide(openCompany({ nombre: "Talleres Núñez", nif: "B12345674" }), built)
    const http = makeHttpHandler(Layer.merge(Layer.succeedContext(built), Layer.effectDiscard(Effect.sleep(buildMillis))), settings)
    yield* Effect.addFinalizer(() => Effect.promise(http.dispose))
    return { ...http, ...company }
  })

const contactsAsked = (key: string) =>
  deployments.httpApi.event({
    method: "GET",
    path: "/api/v1/contactos",
    search: "",
    headers: [["Authorization", `Bearer ${key}`]],
    body: new Uint8Array(),
  })

const answerTo = (handler: (event: unknown) => Promise<Parameters<typeof received>[0]>, event: unknown) =>
  Effect.promise(async () => answerOf(received(await handler(event))))

/** The lines written to console.error until the scope closes. */
const errorLines = Effect.gen(function*() {
  const lines: Array<string> = []
  const note = (...words: ReadonlyArray<unknown>): void => void lines.push(words.join(" "))
  yield* Effect.acquireRelease(
    Effect.sync(() => vi.spyOn(console, "error").mockImplementation(note)),
    (spy) => Effect.sync(() => spy.mockRestore()),
  )
  return lines
})

const referred = Schema.decodeUnknownSync(Schema.Struct({ referencia: Schema.String.pipe(Schema.length(8)) }))

describe("the function of the HTTP interface", () => {
  for (const deployment of [deployments.stagedHttpApi, deployments.mappedRestApi]) {
    it.scopedLive(`gives out working addresses behind ${deployment.name}`, () =>
      Effect.gen(function*() {
        const { handler, live: key } = yield* scene()
        const request = lambdaRequest(handler, deployment)
        const made: Array<string> = []
        for (const nombre of ["Ñandú SL", "100 % «B»", "C"]) {
          const answer = yield* request("POST", "/contactos", { key, body: { nombre } })
          const { location = "" } = answer.headers
          assert.isTrue(location.startsWith(`${deployment.origin}/api/v1/contactos/`), location)
          assert.deepStrictEqual((yield* request("GET", location, { key })).json, answer.json)
          made.push(idOf(answer))
        }
        // Signed cursors and encoded filters arrive unchanged.
        for (const [filter, found] of [["", made], ["&buscar=%25+%C2%ABb", made.slice(1, 2)]] as const) {
          const seen: Array<string> = []
          for (let path: string | null = `/contactos?orden=antiguo&limite=1${filter}`; path !== null;) {
            const page: ReturnType<typeof pageOf> = pageOf(yield* request("GET", path, { key }))
            seen.push(...page.ids)
            path = page.siguiente
          }
          assert.deepStrictEqual(seen, found)
        }
        const head = yield* request("HEAD", `/contactos/${made[0]}`, { key })
        assert.deepStrictEqual([head.status, head.bytes.length], [200, 0])
        assert.isAbove(Number(head.headers["content-length"]), 100)
      }))
  }

  it.scopedLive("answers 400 in the contract's envelope to an event that is not a request", () =>
    Effect.gen(function*() {
      const { handler } = yield* scene()
      for (const event of [null, "hola", {}, { Records: [{ body: "" }] }, { version: "2.0", rawPath: 1 }]) {
        const answer = yield* answerTo(handler, event)
        assert.deepInclude(errorOf(answer), { status: 400, codigo: "datos_invalidos" })
        assert.strictEqual(answer.headers["ratelimit-limit"], "120")
      }
    }))

  it.scopedLive("answers 422 to a body beyond 1 MiB", () =>
    Effect.gen(function*() {
      const { handler, live } = yield* scene()
      const headers = [["Authorization", `Bearer ${live}`], ["Content-Type", "application/json"]] as const
      const body = new Uint8Array(1_048_577).fill(0x20)
      for (const { event } of [deployments.httpApi, deployments.restApi]) {
        const sent = event({ method: "POST", path: "/api/v1/contactos", search: "", headers, body })
        assert.deepInclude(errorOf(yield* answerTo(handler, sent)), { status: 422, codigo: "datos_invalidos" })
      }
    }))

  it.scopedLive("answers 500 with a reference if the answer exceeds Lambda's 6 MB", () =>
    Effect.gen(function*() {
      const { handler, live: key } = yield* scene()
      const request = lambdaRequest(handler, deployments.httpApi)
      const id = idOf(yield* request("POST", "/facturas", { key, body: simpleDraft }))
      const logged = yield* errorLines
      const answer = yield* request("GET", `/facturas/${id}/pdf`, { key })
      const { detalles } = errorOf(answer)
      assert.deepStrictEqual(errorOf(answer), anError(500, "error_interno", detalles))
      const { referencia } = referred(detalles)
      const [line = "", ...more] = logged.filter((one) => one.includes(referencia))
      assert.match(line, /beyond Lambda's 6 MB/)
      assert.isEmpty(more)
    }))

  it.scopedLive("answers 500 in time if the storage does not answer", () =>
    Effect.gen(function*() {
      const gate = yield* Effect.makeLatch(false)
      // Uninterruptible, like waiting for a connection.
      const { handler, live: key } = yield* scene((storage) => ({
        ...storage,
        page: (...asked) => Effect.uninterruptible(gate.whenOpen(storage.page(...asked))),
      }))
      const event = contactsAsked(key)
      yield* Effect.fork(Effect.delay(gate.open, "8 seconds"))
      const began = performance.now()
      const late = yield* answerTo((one) => handler(one, { getRemainingTimeInMillis: () => 800 }), event)
      assert.strictEqual(late.status, 500)
      referred(errorOf(late).detalles)
      assert.isBelow(performance.now() - began, 5_000)
      yield* gate.open
    }))

  it.scopedLive("answers 500 in time even if building took some of it", () =>
    Effect.gen(function*() {
      const { handler, live: key } = yield* scene((storage) => ({ ...storage, page: () => Effect.never }), 1_500)
      const event = contactsAsked(key)
      const end = performance.now() + 3_000
      const late = yield* answerTo((one) => handler(one, { getRemainingTimeInMillis: () => end - performance.now() }), event)
      assert.strictEqual(late.status, 500)
      assert.isBelow(performance.now(), end)
    }))

  it.live("is built again after building failed", () =>
    Effect.promise(async () => {
      let tries = 0
      const services = Layer.suspend(() =>
        ++tries === 1 ? Layer.fail(new Error("not yet")) : GroupCommit.layer.pipe(
          Layer.provideMerge(StorageMemory.layer),
          Layer.merge(SecretBoxWebCrypto.layer(settings.secret)),
          Layer.provideMerge(EntropyWebCrypto.layer),
          Layer.merge(RateLimiterMemory.layer({ limit: 120, windowSeconds: 60 })),
          Layer.merge(filePrinter),
        ))
      const { dispose, handler } = makeHttpHandler(services, settings)
      const sent = { method: "GET", path: "/api/v1/salud", search: "", headers: [], body: new Uint8Array() }
      const event = deployments.restApi.event(sent)
      assert.match(String(await handler(event).catch((error: unknown) => error)), /not yet/)
      assert.strictEqual((await handler(event)).statusCode, 200)
      await handler(event)
      assert.strictEqual(tries, 2)
      await dispose()
    }))
})
