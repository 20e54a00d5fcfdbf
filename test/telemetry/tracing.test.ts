import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { traced, tracedWith } from "../../core/telemetry/tracing.ts"
import { recordingTracer, spansOf } from "./recordingTracer.ts"

const inner = tracedWith("inner", { kind: "client", attributes: { a: 1 } }, (tell) =>
  Effect.sync(() => {
    tell({ b: "found" })
    return 7
  }))
const outer = traced("outer")(inner)

describe("traced", () => {
  it.effect("makes no span unless enabled, whatever tracer there is", () =>
    Effect.gen(function*() {
      const { ended, off } = recordingTracer()
      assert.strictEqual(yield* Effect.provide(outer, off), 7)
      assert.deepStrictEqual(ended, [])
    }))

  it.effect("records the attributes it gets, before and while it runs, in nested spans", () =>
    Effect.gen(function*() {
      const [first, second] = yield* spansOf(outer)
      assert.deepInclude(first, { name: "inner", kind: "client", attributes: { a: 1, b: "found" }, failed: false })
      assert.deepInclude(second, { name: "outer", kind: "internal", attributes: {}, parentId: undefined })
      assert.strictEqual(first?.parentId, second?.spanId)
    }))

  it.effect("ends the span of a failure as failed", () =>
    Effect.gen(function*() {
      const [span] = yield* spansOf(Effect.ignore(traced("broken")(Effect.fail("no"))))
      assert.deepInclude(span, { name: "broken", failed: true })
    }))

  it.effect("belongs to the trace it is given, or to none", () =>
    Effect.gen(function*() {
      const alone = tracedWith("alone", { parent: null }, () => Effect.void)
      const [first, second] = yield* spansOf(traced("around")(alone))
      assert.isUndefined(first?.parentId)
      assert.notStrictEqual(first?.traceId, second?.traceId)
    }))
})
