import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { prometheusText } from "../../adapters/metrics/prometheusText.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { readPrometheus } from "../metrics/readPrometheus.ts"
import { metricValue } from "./metricValue.ts"
import { recordingTracer, spansOf } from "./recordingTracer.ts"

/** How much a metric has risen since this was called. Metrics belong to the process, which other tests share. */
const risesOf = (name: string) => (labels: Readonly<Record<string, string>>) => {
  const before = metricValue(name, labels)
  return () => metricValue(name, labels) - before
}

const requests = (method: string, operation: string, status: string) =>
  risesOf("talonario_http_requests_total")({ method, operation, status })

const ana = { body: { nombre: "Ana" } }

describe("requests are counted and timed", () => {
  it.scoped("by operation and kind of answer", () =>
    Effect.gen(function*() {
      const { openCompany, request } = yield* makeHarness()
      const { live: key } = yield* openCompany()
      const created = requests("POST", "createContact", "2xx")
      const refused = requests("POST", "createContact", "4xx")
      const listed = requests("GET", "listContacts", "2xx")
      const missed = requests("GET", "readContact", "4xx")
      const timed = risesOf("talonario_http_request_seconds_count")({ operation: "createContact" })
      yield* request("POST", "/contactos", { key, ...ana })
      yield* request("POST", "/contactos", { key, body: {} })
      yield* request("GET", "/contactos?limite=5", { key })
      yield* request("HEAD", "/contactos", { key })
      yield* request("GET", "/contactos/one", { key })
      yield* request("GET", "/contactos/other", { key })
      assert.deepStrictEqual([created(), refused(), listed(), missed(), timed()], [1, 1, 2, 2, 2])
    }))

  it.scoped("under one name for everything that fits no operation, or is no valid request", () =>
    Effect.gen(function*() {
      const { refuse, request } = yield* makeHarness()
      const missed = requests("none", "none", "4xx")
      for (const path of ["/a", "/b", "/c/d"]) yield* request("GET", path)
      yield* request("PROPFIND", "/contactos")
      yield* refuse(400, "no es HTTP", "192.0.2.1")
      assert.strictEqual(missed(), 5)
    }))

  it.scoped("together, however many interfaces a process has", () =>
    Effect.gen(function*() {
      const { request } = yield* makeHarness()
      const other = yield* makeHarness()
      yield* request("GET", "/salud")
      yield* other.request("GET", "/salud")
      const names = readPrometheus(prometheusText(Metric.unsafeSnapshot())).samples
        .map(({ labels, name }) => JSON.stringify([name, Object.entries(labels).toSorted()]))
      assert.lengthOf(new Set(names), names.length)
    }))

  it.scoped("without a label whose values a caller could choose", () =>
    Effect.gen(function*() {
      const { request } = yield* makeHarness()
      yield* request("GET", "/contactos/s3cret?buscar=s3cret")
      const labels = Metric.unsafeSnapshot().flatMap(({ metricKey }) => metricKey.tags.map(({ value }) => value))
      assert.notInclude(labels.join(" "), "s3cret")
      assert.include(labels, "readContact")
    }))
})

const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
const span = "00f067aa0ba902b7"

describe("requests are traced if there are spans", () => {
  it.scoped("under their route in the contract, in the caller's trace, together with their commit", () =>
    Effect.gen(function*() {
      const spans = yield* spansOf(Effect.gen(function*() {
        const { openCompany, request } = yield* makeHarness()
        const { live: key } = yield* openCompany()
        yield* request("POST", "/contactos", { key, ...ana, headers: { traceparent: `00-${trace}-${span}-01` } })
        yield* request("DELETE", "/contactos/s3cret?x=s3cret", { key })
      }))
      const created = spans.find(({ name }) => name === "POST /api/v1/contactos")
      assert.deepInclude(created, {
        kind: "server",
        traceId: trace,
        parentId: span,
        attributes: {
          "http.request.method": "POST",
          "http.route": "/api/v1/contactos",
          "talonario.operation": "createContact",
          "http.response.status_code": 201,
        },
        failed: false,
      })
      assert.isTrue(spans.some(({ links, name }) => name === "commit" && links.includes(created?.spanId ?? "none")))
      const deleted = spans.find(({ name }) => name === "DELETE /api/v1/contactos/{id}")
      assert.isUndefined(deleted?.parentId)
      assert.strictEqual(deleted?.attributes["http.response.status_code"], 422)
      assert.notInclude(JSON.stringify(spans), "s3cret")
    }))

  it.scoped("and one that fails through our fault ends as a failure, but is answered as always", () =>
    Effect.gen(function*() {
      const [failed] = yield* spansOf(Effect.gen(function*() {
        const storage = Layer.effect(
          Storage,
          Effect.map(Storage, (inner) => Storage.of({ ...inner, ping: Effect.dieMessage("broken") })),
        )
        const { request } = yield* makeHarness({ storage: Layer.provide(storage, StorageMemory.layer) })
        const { status } = yield* request("GET", "/salud")
        assert.strictEqual(status, 500)
      }))
      assert.deepInclude(failed, { name: "GET /api/v1/salud", failed: true })
      assert.strictEqual(failed?.attributes["http.response.status_code"], 500)
    }))

  it.scoped("but not if the caller's trace is not sampled", () =>
    Effect.gen(function*() {
      const spans = yield* spansOf(Effect.gen(function*() {
        const { request } = yield* makeHarness()
        yield* request("GET", "/salud", { headers: { traceparent: `00-${trace}-${span}-00` } })
      }))
      assert.deepStrictEqual(spans, [])
    }))

  it.scoped("and not at all unless enabled, whatever tracer there is", () =>
    Effect.gen(function*() {
      const { ended, off } = recordingTracer()
      const { openCompany, request } = yield* Effect.provide(makeHarness(), off)
      const { live: key } = yield* openCompany()
      const { status } = yield* Effect.provide(request("POST", "/contactos", { key, ...ana }), off)
      assert.strictEqual(status, 201)
      assert.deepStrictEqual(ended, [])
    }))
})
