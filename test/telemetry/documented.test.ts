import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { readFileSync } from "node:fs"
import { prometheusText } from "../../adapters/metrics/prometheusText.ts"
import { jobKinds } from "../../core/jobs/Job.ts"
import { refreshQueueGauges } from "../../core/jobs/queueTelemetry.ts"
import { observedWebhookAttempt } from "../../core/telemetry/attemptTelemetry.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { readPrometheus } from "../metrics/readPrometheus.ts"
import { queueWith } from "./fakeQueue.ts"

const operations = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8")

/** Rows of the table of metrics: name, kind and labels. */
const written = [...operations.matchAll(/^\| `(talonario_\w+)` \| (\w+) \|([^|]*)\|/gm)].map(([, name, kind, labels = ""]) =>
  [name, kind, [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label).toSorted().join()])

describe("docs/operations.md", () => {
  it.scoped("lists every metric there is, with its kind and labels, and no other", () =>
    Effect.gen(function*() {
      const { openCompany, request } = yield* makeHarness()
      yield* openCompany()
      yield* request("GET", "/salud")
      yield* observedWebhookAttempt("https://a.example", () => true, Effect.void)
      yield* Effect.provide(refreshQueueGauges, queueWith(() => Effect.succeed({ due: 0, oldestDue: null })))
      const { samples, types } = readPrometheus(prometheusText(Metric.unsafeSnapshot()))
      const labelsOf = (name: string) => {
        const sample = samples.find((one) => one.name === name || one.name === `${name}_count`)
        return Object.keys(sample?.labels ?? {}).toSorted().join()
      }
      const found = [...types].filter(([name]) => name.startsWith("talonario_"))
        .map(([name, kind]) => [name, kind, labelsOf(name)])
      assert.deepStrictEqual(written.toSorted(), found.toSorted())
    }))

  it("names every kind of job", () => {
    const [, told = ""] = /`kind` is ([^;]+);/.exec(operations) ?? []
    assert.sameMembers([...told.matchAll(/`(\w+)`/g)].map(([, kind]) => kind), [...jobKinds])
  })
})
