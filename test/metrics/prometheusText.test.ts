import { assert, describe, it } from "@effect/vitest"
import { Metric, MetricBoundaries, MetricKey, MetricRegistry } from "effect"
import * as fc from "fast-check"
import { prometheusText } from "../../adapters/metrics/prometheusText.ts"
import { counter, gauge, histogram } from "../../core/telemetry/instruments.ts"
import { readPrometheus, valueOf } from "./readPrometheus.ts"

/** The text of metrics whose name begins like this. Each test uses its own. */
const textOf = (name: string): string =>
  prometheusText(Metric.unsafeSnapshot().filter(({ metricKey }) => metricKey.name.startsWith(name)))

describe("Prometheus text", () => {
  it("has the form its specification shows", () => {
    counter("shown_letters_total", "Letters by their end.", { end: "sent" })(3)
    counter("shown_letters_total", "Letters by their end.", { end: "lost" })
    gauge("shown_waiting", "What waits.")(2.5)
    const time = histogram("shown_seconds", "Time.", [0.1, 1], { of: "letters" })
    for (const value of [0.05, 0.1, 0.5, 7]) time(value)
    assert.strictEqual(textOf("shown_"), [
      "# HELP shown_letters_total Letters by their end.",
      "# TYPE shown_letters_total counter",
      "shown_letters_total{end=\"sent\"} 3",
      "shown_letters_total{end=\"lost\"} 0",
      "# HELP shown_seconds Time.",
      "# TYPE shown_seconds histogram",
      "shown_seconds_bucket{of=\"letters\",le=\"0.1\"} 2",
      "shown_seconds_bucket{of=\"letters\",le=\"1\"} 3",
      "shown_seconds_bucket{of=\"letters\",le=\"+Inf\"} 4",
      "shown_seconds_sum{of=\"letters\"} 7.65",
      "shown_seconds_count{of=\"letters\"} 4",
      "# HELP shown_waiting What waits.",
      "# TYPE shown_waiting gauge",
      "shown_waiting 2.5",
      "",
    ].join("\n"))
  })

  it("is empty without metrics", () => {
    assert.strictEqual(prometheusText([]), "")
  })

  it("calls a counter that may fall a gauge, and leaves out metrics that fit no type", () => {
    const fibers = Metric.counter("fall_fibers")
    fibers.unsafeUpdate(-2, [])
    Metric.frequency("fall_words").unsafeUpdate("a", [])
    const text = textOf("fall_")
    assert.strictEqual(readPrometheus(text).types.get("fall_fibers"), "gauge")
    assert.strictEqual(valueOf(text, "fall_fibers"), -2)
    assert.notInclude(text, "words")
  })

  it("writes NaN and infinities", () => {
    gauge("odd_nan", "")(Number.NaN)
    gauge("odd_up", "")(Number.POSITIVE_INFINITY)
    gauge("odd_down", "")(Number.NEGATIVE_INFINITY)
    const { samples } = readPrometheus(textOf("odd_"))
    assert.deepStrictEqual(samples.map(({ value }) => value), [Number.NEGATIVE_INFINITY, Number.NaN, Number.POSITIVE_INFINITY])
  })

  it("gives back any label, description and value", () => {
    fc.assert(
      fc.property(fc.fullUnicodeString(), fc.fullUnicodeString(), fc.double(), (description, label, value) => {
        const registry = MetricRegistry.make()
        const key = MetricKey.tagged(MetricKey.gauge("any", { description }), "label", label)
        registry.get(key).update(value)
        const read = readPrometheus(prometheusText(registry.snapshot()))
        assert.strictEqual(read.help.get("any"), description)
        assert.deepStrictEqual(read.samples.map(({ labels }) => labels), [{ label }])
        assert.isTrue(Object.is(read.samples[0]?.value, value === 0 ? 0 : value))
      }),
      { numRuns: 2_000, examples: [["\u2028", "\r\u2029", 0]] },
    )
  })

  it("counts values within each bucket, whatever they are", () => {
    const bounds = [-1, 0, 0.5, 3]
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), (values) => {
        const registry = MetricRegistry.make()
        const { update } = registry.get(MetricKey.histogram("within", MetricBoundaries.fromIterable(bounds)))
        for (const value of values) update(value)
        const text = prometheusText(registry.snapshot())
        for (const bound of bounds) {
          const within = values.filter((value) => value <= bound).length
          assert.strictEqual(valueOf(text, "within_bucket", { le: String(bound) }), within)
        }
        assert.strictEqual(valueOf(text, "within_bucket", { le: "+Inf" }), values.length)
        assert.strictEqual(valueOf(text, "within_count"), values.length)
      }),
      { numRuns: 2_000 },
    )
  })
})
