import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readPrometheus, valueOf } from "../metrics/readPrometheus.ts"
import { commandLine } from "./commandLine.ts"
import { collector, hexUnder, metricNames, spanNames, spanTraceIds, textsUnder } from "./otlpCollector.ts"
import { preparedDataFolder } from "./preparedFolder.ts"
import { serve } from "./talonarioProcess.ts"

const textAt = (url: string, init?: RequestInit) => Effect.promise(() => fetch(url, init).then((answer) => answer.text()))

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"

describe("talonario serve, monitored", () => {
  it.scopedLive("serves metrics of its requests and queue, and sends everything to a collector before it ends", () =>
    Effect.gen(function*() {
      const { to, url } = yield* collector()
      const server = yield* serve({
        TALONARIO_DATA: yield* preparedDataFolder,
        TALONARIO_METRICS_PORT: "0",
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_EXPORTER_OTLP_HEADERS: "api-key=for%20it%20alone",
      })
      const [, metrics = assert.fail("no address")] = /^Metrics are at (\S+)$/m.exec(server.stdout()) ?? []
      const [, key = assert.fail("no key")] = /(svc_test_\w{43})/.exec(server.stdout()) ?? []
      const headers = { authorization: `Bearer ${key}`, traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
      yield* textAt(`${server.address}/contactos`, { headers })

      const text = yield* textAt(metrics)
      const labels = { method: "GET", operation: "listContacts", status: "2xx" }
      assert.strictEqual(valueOf(text, "talonario_http_requests_total", labels), 1)
      for (const kind of ["fanOut", "webhook", "mail"]) assert.isAtLeast(valueOf(text, "talonario_queue_due", { kind }) ?? -1, 0)
      assert.isAbove(readPrometheus(text).samples.length, 30)

      const asked = performance.now()
      assert.strictEqual(yield* server.end, 0)
      assert.isBelow(performance.now() - asked, 15_000)
      const sent = to("/v1/traces")
      assert.include(sent.flatMap(({ body }) => hexUnder(body, spanTraceIds)), traceId)
      assert.include(sent.flatMap(({ body }) => textsUnder(body, spanNames)), "GET /api/v1/contactos")
      assert.include(to("/v1/metrics").flatMap(({ body }) => textsUnder(body, metricNames)), "talonario_queue_due")
      assert.strictEqual(sent[0]?.headers["api-key"], "for it alone")
      assert.notInclude(server.stderr(), "for it alone")
    }), 60_000)

  it.scopedLive("serves and sends nothing by default", () =>
    Effect.gen(function*() {
      const server = yield* serve({ TALONARIO_DATA: yield* preparedDataFolder })
      assert.notInclude(server.stdout(), "Metrics")
      assert.strictEqual((yield* Effect.promise(() => fetch(server.address.replace(/\/api.*/, "/metrics")))).status, 404)
      assert.strictEqual(yield* server.end, 0)
    }), 60_000)

  it.live("ends at the start with the name of a wrong setting, without showing secrets", () =>
    Effect.gen(function*() {
      const url = "http://127.0.0.1:4318"
      const wrong: ReadonlyArray<Readonly<Record<string, string>>> = [
        { TALONARIO_METRICS_PORT: "70000" },
        { OTEL_EXPORTER_OTLP_ENDPOINT: "https://user:s3cret@collector.example" },
        { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: "s3cret" },
        { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
      ]
      for (const variables of wrong) {
        const { code, stderr } = yield* commandLine(["serve"], { TALONARIO_DATA: "/dev/null/talonario", ...variables })
        assert.strictEqual(code, 1)
        assert.include(stderr, Object.keys(variables).at(-1) ?? "none")
        assert.notInclude(stderr, "s3cret")
      }
    }), 60_000)
})
