import { assert, describe, it } from "vitest"
import { closedLoop, contestant, figuresOf, race } from "./measure.ts"

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("figuresOf", () => {
  it("gives the rate, and the times within which 50 and 99 of 100 were answered", () => {
    const latencies = Array.from({ length: 200 }, (_, i) => 200 - i)
    assert.deepStrictEqual(figuresOf({ elapsedMillis: 500, latencies }), { perSecond: 400, p50: 100, p99: 198 })
  })

  it("is all zero when nothing was done", () => {
    assert.deepStrictEqual(figuresOf({ elapsedMillis: 0, latencies: [] }), { perSecond: 0, p50: 0, p99: 0 })
  })
})

describe("closedLoop", () => {
  it("keeps that many operations running, and ends when the work runs out", async () => {
    let [left, now, most] = [50, 0, 0]
    const operation = () => {
      if (left-- <= 0) return undefined
      most = Math.max(most, ++now)
      return tick().then(() => void now--)
    }
    const { latencies } = await closedLoop(operation, 8, 60_000)
    assert.deepStrictEqual([latencies.length, most], [50, 8])
  })

  it("fails when an operation fails, instead of counting it", async () => {
    const failure = await closedLoop(() => Promise.reject(new Error("refused")), 2, 60_000).catch(String)
    assert.strictEqual(failure, "Error: refused")
  })
})

describe("race", () => {
  it("measures in turns, and prepares work for each side's own speed", async () => {
    const order: Array<string> = []
    const side = (name: string) =>
      contestant(name, tick, async (count) => void order.push(`${name}${count >= 2 ? "" : " without work"}`))
    const pace = { seconds: 0.02, warmUpSeconds: 0.01 }
    const results = await race([side("a"), side("b")], 2, pace, new AbortController().signal)
    assert.deepStrictEqual(order, ["a", "b", "a", "b", "a", "b"])
    const fast = results.filter(({ perSecond }) => perSecond > 0)
    assert.deepStrictEqual(fast.map(({ name }) => name), ["a", "b"])
  })
})
