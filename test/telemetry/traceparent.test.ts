import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { readTraceparent } from "../../core/telemetry/traceparent.ts"

const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
const span = "00f067aa0ba902b7"

const read = (header: string | undefined) => {
  const found = readTraceparent(header)
  return found === undefined ? undefined : [found.traceId, found.spanId, found.sampled]
}

describe("traceparent", () => {
  it("is read like W3C's examples", () => {
    assert.deepStrictEqual(read(`00-${trace}-${span}-01`), [trace, span, true])
    assert.deepStrictEqual(read(`00-${trace}-${span}-00`), [trace, span, false])
  })

  it("of a later version is read as far as it is known", () => {
    assert.deepStrictEqual(read(`cc-${trace}-${span}-01-what-the-future-will-be-like`), [trace, span, true])
    assert.deepStrictEqual(read(`cc-${trace}-${span}-02`), [trace, span, false])
  })

  it("is ignored when malformed", () => {
    const wrong = [
      undefined,
      "",
      trace,
      `00-${trace}-${span}`,
      `00-${trace}-${span}-01-more`,
      `cc-${trace}-${span}-01.more`,
      `ff-${trace}-${span}-01`,
      `0-${trace}-${span}-01`,
      `00-${trace.toUpperCase()}-${span}-01`,
      `00-${"0".repeat(32)}-${span}-01`,
      `00-${trace}-${"0".repeat(16)}-01`,
      ` 00-${trace}-${span}-01`,
    ]
    for (const header of wrong) assert.isUndefined(readTraceparent(header), header)
  })

  it("never throws", () => {
    fc.assert(fc.property(fc.fullUnicodeString(), (header) => readTraceparent(header) === undefined), { numRuns: 2_000 })
  })
})
