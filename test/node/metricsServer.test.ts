import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Deferred, Effect, Exit, Logger, Scope } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { StorageUnavailable } from "../../core/ports/Storage.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { serveMetrics } from "../../runtimes/node/telemetry/metricsServer.ts"
import { publishedMetrics } from "../../runtimes/node/telemetry/telemetry.ts"
import { readPrometheus, valueOf } from "../metrics/readPrometheus.ts"
import { queueWith } from "../telemetry/fakeQueue.ts"

const get = (url: string, init?: RequestInit) => Effect.promise(() => fetch(url, init))
const textAt = (url: string) => Effect.flatMap(get(url), (response) => Effect.promise(() => response.text()))

const host = "127.0.0.1"

/** The address of the metrics with these settings. */
const publishedUnder = (settings: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(publishedMetrics, ConfigProvider.fromMap(new Map(Object.entries(settings))))

describe("metrics over HTTP", () => {
  it.scopedLive("include requests, commits and the current queue", () => {
    let due = 3
    const queue = queueWith((kind) =>
      kind === "mail"
        ? Effect.fail(new StorageUnavailable())
        : Effect.succeed({ due, oldestDue: instant(Date.now() - 60_000) }))
    return Effect.gen(function*() {
      const { openCompany } = yield* makeHarness()
      yield* openCompany()
      const url = (yield* publishedUnder({ TALONARIO_METRICS_PORT: "0" })) ?? ""
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
      const response = yield* get(url)
      assert.strictEqual(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
      const text = yield* Effect.promise(() => response.text())
      assert.strictEqual(valueOf(text, "talonario_queue_due", { kind: "webhook" }), 3)
      assert.closeTo(valueOf(text, "talonario_queue_oldest_due_seconds", { kind: "webhook" }) ?? 0, 60, 10)
      assert.isNaN(valueOf(text, "talonario_queue_due", { kind: "mail" }))
      assert.isAbove(valueOf(text, "talonario_commit_seconds_count") ?? 0, 0)
      const { help, types } = readPrometheus(text)
      for (const name of types.keys()) {
        assert.match(name, /^talonario_/)
        assert.isNotEmpty(help.get(name))
      }
      due = 5
      yield* Effect.sleep("1100 millis")
      assert.strictEqual(valueOf(yield* textAt(url), "talonario_queue_due", { kind: "webhook" }), 5)
    }).pipe(Effect.provide(queue))
  })

  it.scopedLive("are a 500 whose reason is logged where they cannot be told", () => {
    const told: Array<string> = []
    const log = Logger.replace(Logger.defaultLogger, Logger.make(({ cause, message }) => void told.push(`${message} ${Cause.pretty(cause)}`)))
    return Effect.gen(function*() {
      const { url } = yield* serveMetrics({ host, port: 0 }, Effect.dieMessage("a metric of no known kind"))
      assert.strictEqual((yield* get(`${url}/metrics`)).status, 500)
      assert.match(told.join(), /the metrics could not be told.*a metric of no known kind/s)
    }).pipe(Effect.provide(log))
  })

  it.scopedLive("have one address, for reading only", () =>
    Effect.gen(function*() {
      const { url } = yield* serveMetrics({ host, port: 0 }, Effect.succeed("one 1\n"))
      assert.strictEqual(yield* textAt(`${url}/metrics?x=1`), "one 1\n")
      assert.strictEqual((yield* get(`${url}/metrics`, { method: "HEAD" })).status, 200)
      assert.strictEqual((yield* get(`${url}/`)).status, 404)
      assert.strictEqual((yield* get(`${url}/api/v1/salud`)).status, 404)
      const { headers, status } = yield* get(`${url}/metrics`, { method: "POST", body: "x" })
      assert.deepStrictEqual([status, headers.get("allow")], [405, "GET, HEAD"])
      assert.strictEqual((yield* get(`${url}/metrics`)).headers.get("cache-control"), "no-store")
    }))

  it.scopedLive("answer 500 when they cannot be read, and work again later", () =>
    Effect.gen(function*() {
      let broken = true
      const text = Effect.suspend(() => (broken ? Effect.dieMessage("broken") : Effect.succeed("one 1\n")))
      const { url } = yield* serveMetrics({ host, port: 0 }, text)
      assert.strictEqual((yield* get(`${url}/metrics`)).status, 500)
      broken = false
      assert.strictEqual((yield* get(`${url}/metrics`)).status, 200)
    }))

  it.live("end with their scope, even while somebody waits for them", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const { url } = yield* Scope.extend(serveMetrics({ host, port: 0 }, Effect.never), scope)
      const waiting = fetch(`${url}/metrics`).then(() => "answered", () => "cut off")
      yield* Effect.sleep("50 millis")
      yield* Effect.timeout(Scope.close(scope, Exit.void), "2 seconds")
      assert.strictEqual(yield* Effect.promise(() => waiting), "cut off")
    }))

  it.scopedLive("name their settings when the port is taken", () =>
    Effect.gen(function*() {
      const { port } = yield* serveMetrics({ host, port: 0 }, Effect.succeed(""))
      const { message } = yield* Effect.flip(serveMetrics({ host, port }, Effect.succeed("")))
      assert.include(message, `TALONARIO_METRICS_HOST 127.0.0.1, TALONARIO_METRICS_PORT ${port}`)
    }))

  it.scopedLive("are kept fresh for a collector also where they are not served", () =>
    Effect.gen(function*() {
      const asked = yield* Deferred.make<void>()
      const queue = queueWith(() => Effect.as(Deferred.succeed(asked, undefined), { due: 0, oldestDue: null }))
      const told = Effect.provide(publishedUnder({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }), queue)
      assert.isNull(yield* told)
      yield* Effect.timeout(Deferred.await(asked), "10 seconds")
    }))

  it.scopedLive("are not served by default", () =>
    Effect.gen(function*() {
      const servers = () => process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length
      const before = servers()
      assert.isNull(yield* publishedUnder({}))
      assert.isNull(yield* publishedUnder({ TALONARIO_METRICS_PORT: " " }))
      assert.strictEqual(servers(), before)
    }).pipe(Effect.provide(queueWith(() => Effect.dieMessage("nobody asks")))))
})
