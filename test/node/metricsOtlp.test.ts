import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Layer, Logger, Redacted, type Scope, TestClock } from "effect"
import { version } from "../../core/registry/talonarioSoftware.ts"
import { traced, tracedWith } from "../../core/telemetry/tracing.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { telemetrySettings } from "../../runtimes/node/settings.ts"
import { collectorClient } from "../../runtimes/node/telemetry/collectorClient.ts"
import { layer } from "../../runtimes/node/telemetry/otlp.ts"
import {
  collector,
  factNames,
  factTexts,
  hexUnder,
  logTexts,
  metricNames,
  resourceNames,
  resourceValues,
  spanAttributeNames,
  spanNames,
  spanTraceIds,
  textsUnder,
} from "./otlpCollector.ts"

const settings = {
  attributes: {},
  headers: Redacted.make({ "x-collector": "its key" }),
  serviceName: "billing",
  metricsIntervalMillis: 50,
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"

/** Creates a contact in a request that belongs to a trace; returns the status. */
const aWrite = Effect.gen(function*() {
  const { openCompany, request } = yield* makeHarness()
  const { live: key } = yield* openCompany()
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  const { status } = yield* request("POST", "/contactos", { key, body: { nombre: "Ana" }, headers })
  return status
}).pipe(Effect.scoped)

/** The messages logged during an effect. */
const logsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const logs: Array<string> = []
  const kept = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => void logs.push(JSON.stringify(message))))
  return Effect.as(Effect.provide(effect, kept), logs)
}

describe("a collector gets", () => {
  it.scopedLive("spans, metrics and logs, all of them before the end", () =>
    Effect.gen(function*() {
      const { to, url } = yield* collector()
      const work = Effect.zipRight(Effect.logWarning("something to know", { referencia: "a1b2c3d4" }), aWrite)
      const status = yield* Effect.provide(work, layer({ ...settings, url }))
      assert.strictEqual(status, 201)
      const [traces] = to("/v1/traces")
      const [metrics] = to("/v1/metrics")
      const [logs] = to("/v1/logs")
      if (traces === undefined || metrics === undefined || logs === undefined) return assert.fail("an export is missing")
      assert.strictEqual(traces.headers["content-type"], "application/x-protobuf")
      assert.strictEqual(traces.headers["x-collector"], "its key")
      assert.includeMembers([...textsUnder(traces.body, resourceValues)], ["billing", version])
      assert.includeMembers([...textsUnder(traces.body, spanNames)], ["POST /api/v1/contactos", "commit"])
      assert.include(hexUnder(traces.body, spanTraceIds), traceId)
      const sent = to("/v1/metrics").flatMap(({ body }) => textsUnder(body, metricNames))
      assert.includeMembers([...sent], ["talonario_http_requests_total", "talonario_commit_batch_commands"])
      assert.include(textsUnder(logs.body, logTexts), "something to know")
      assert.include(textsUnder(logs.body, factNames), "referencia")
      assert.include(textsUnder(logs.body, factTexts), "a1b2c3d4")
    }))

  it.scopedLive("what the variables say of the process, each attribute once", () =>
    Effect.gen(function*() {
      const { to, url } = yield* collector()
      const variables = ConfigProvider.fromMap(new Map([
        ["OTEL_EXPORTER_OTLP_ENDPOINT", url],
        ["OTEL_SERVICE_NAME", "billing"],
        ["OTEL_RESOURCE_ATTRIBUTES", "service.name=other,service.version=7,team=caja%20y%20ventas"],
      ]))
      yield* Effect.gen(function*() {
        const { otlp } = yield* telemetrySettings
        if (otlp === null) return assert.fail("there is a collector")
        const work = Effect.zipRight(Effect.logWarning("something to know"), traced("one")(Effect.void))
        yield* Effect.provide(work, layer({ ...otlp, metricsIntervalMillis: 60_000 }))
      }).pipe(Effect.withConfigProvider(variables))
      for (const path of ["/v1/traces", "/v1/metrics", "/v1/logs"]) {
        const [sent] = to(path)
        if (sent === undefined) return assert.fail(`nothing at ${path}`)
        const told = [textsUnder(sent.body, resourceNames), textsUnder(sent.body, resourceValues)]
        assert.deepStrictEqual(told, [["team", "service.name", "service.version"], ["caja y ventas", "billing", "7"]], path)
      }
    }))

  it.scopedLive("metrics again and again", () =>
    Effect.gen(function*() {
      const { to, url } = yield* collector()
      const enough = Effect.repeat(Effect.sleep("20 millis"), { until: () => to("/v1/metrics").length >= 3 })
      yield* Effect.provide(Effect.timeout(enough, "10 seconds"), layer({ ...settings, url }))
    }))

  it.scopedLive("spans of failures, with their own attributes only", () =>
    Effect.gen(function*() {
      const { to, url } = yield* collector()
      const failing = tracedWith("one that fails", { attributes: { kept: true } }, () => Effect.fail("no"))
      yield* Effect.provide(Effect.flip(failing), layer({ ...settings, url }))
      const told = to("/v1/traces").flatMap(({ body }) => textsUnder(body, spanAttributeNames))
      assert.deepStrictEqual(told, ["kept"])
    }))
})

describe("a collector does no harm", () => {
  const unharmed = (what: string, url: Effect.Effect<string, never, Scope.Scope>, warning: RegExp | undefined) =>
    it.scopedLive(`that ${what}`, () =>
      Effect.gen(function*() {
        const at = yield* url
        const began = performance.now()
        const logs = yield* logsOf(Effect.provide(
          Effect.gen(function*() {
            for (let i = 0; i < 3; i++) assert.strictEqual(yield* aWrite, 201)
            yield* Effect.sleep("150 millis")
          }),
          layer({ ...settings, url: at }),
        ))
        assert.isBelow(performance.now() - began, 8_000)
        assert.strictEqual(logs.length, warning === undefined ? 0 : 1, logs.join("\n"))
        if (warning !== undefined) assert.match(logs[0] ?? "", warning)
        assert.notInclude(logs.join(), "its key")
      }))

  unharmed("is not there", Effect.succeed("http://127.0.0.1:1"), /does not take.*Transport/)
  unharmed(
    "refuses all",
    Effect.map(collector((response) => void response.writeHead(401).end("no")), ({ url }) => url),
    /does not take.*401/,
  )
  unharmed("never answers", Effect.map(collector(() => {}), ({ url }) => url), undefined)

  it.effect("that hangs: four exports wait at most ten seconds, others not at all, with one warning in all", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const hanging = HttpClient.make((request) => {
        asked.push(request.url)
        return Effect.never
      })
      const logs = yield* logsOf(Effect.gen(function*() {
        const client = yield* HttpClient.HttpClient
        const four = [1, 2, 3, 4].map((i) => Effect.flip(client.post(`http://c/${i}`)))
        const waiting = yield* Effect.fork(Effect.all(four, { concurrency: "unbounded" }))
        yield* TestClock.adjust("9 seconds")
        assert.include(String(yield* Effect.flip(client.post("http://c/5"))), "too many")
        yield* TestClock.adjust("1 seconds")
        for (const failure of yield* Fiber.join(waiting)) assert.include(String(failure), "no answer in time")
        yield* Effect.fork(client.post("http://c/6"))
        yield* TestClock.adjust("1 seconds")
      }).pipe(Effect.provide(Layer.provide(collectorClient, Layer.succeed(HttpClient.HttpClient, hanging)))))
      assert.deepStrictEqual(asked, [1, 2, 3, 4, 6].map((i) => `http://c/${i}`))
      assert.strictEqual(logs.length, 1)
    }))

  it.effect("that begins an answer and never ends it: it is one that hangs", () =>
    Effect.gen(function*() {
      const endless = HttpClient.make((request) => Effect.sync(() => HttpClientResponse.fromWeb(request, new Response(new ReadableStream()))))
      const [warning] = yield* logsOf(Effect.gen(function*() {
        const waiting = yield* Effect.fork(Effect.flip(Effect.flatMap(HttpClient.HttpClient, (client) => client.post("http://c"))))
        yield* TestClock.adjust("10 seconds")
        assert.include(String(yield* Fiber.join(waiting)), "no answer in time")
      }).pipe(Effect.provide(Layer.provide(collectorClient, Layer.succeed(HttpClient.HttpClient, endless)))))
      assert.include(warning, "no answer in time")
    }))

  it.scopedLive("that asks for an hour's pause: nothing is kept for so long", () =>
    Effect.gen(function*() {
      const { url } = yield* collector((response) => void response.writeHead(429, { "Retry-After": "3600" }).end())
      const logs = yield* logsOf(Effect.gen(function*() {
        const client = yield* HttpClient.HttpClient
        const refused = HttpClient.retryTransient(HttpClient.filterStatusOk(client), { times: 3 }).post(url)
        assert.include(String(yield* Effect.flip(refused)), "asks for a longer wait")
      }).pipe(Effect.provide(Layer.provide(collectorClient, FetchHttpClient.layer))))
      assert.strictEqual(logs.length, 1)
    }))

  it.effect("that cannot be reached: the log says why", () =>
    Effect.gen(function*() {
      const asked = Effect.flip(Effect.flatMap(HttpClient.HttpClient, (client) => client.post("http://127.0.0.1:1/v1/logs")))
      const [warning] = yield* logsOf(Effect.provide(asked, Layer.provide(collectorClient, FetchHttpClient.layer)))
      // A port that fetch does not even try.
      assert.include(warning, "Transport error (POST http://127.0.0.1:1/v1/logs): bad port")
    }))

  it.scopedLive("that is down is tried again, however long a wait it asks for", () =>
    Effect.gen(function*() {
      let attempts = 0
      const { url } = yield* collector((response) => void response.writeHead(++attempts === 1 ? 503 : 200, { "Retry-After": "3600" }).end())
      const asked = Effect.flatMap(HttpClient.HttpClient, (client) =>
        HttpClient.retryTransient(HttpClient.filterStatusOk(client), { times: 1 }).post(url))
      yield* logsOf(Effect.provide(asked, Layer.provide(collectorClient, FetchHttpClient.layer)))
      assert.strictEqual(attempts, 2)
    }))

  it.scopedLive("that accepts an export at the second attempt: nothing is lost", () =>
    Effect.gen(function*() {
      let attempts = 0
      const { to, url } = yield* collector((response) => void response.writeHead(++attempts === 1 ? 503 : 200).end())
      const work = Effect.zipRight(traced("one")(Effect.void), Effect.sleep("50 millis"))
      yield* Effect.provide(work, layer({ ...settings, url, metricsIntervalMillis: 60_000 }))
      assert.isAbove(attempts, 1)
      assert.isTrue(to("/v1/traces").some(({ body }) => textsUnder(body, spanNames).includes("one")))
    }))
})
