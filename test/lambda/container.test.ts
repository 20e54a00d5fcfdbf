import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { vi } from "vitest"
import type { Storage } from "../../core/ports/Storage.ts"
import { Settling } from "../../runtimes/embedded/Settling.ts"
import { Abandoning } from "../../runtimes/lambda/container/Abandoning.ts"
import { Awakening } from "../../runtimes/lambda/container/Awakening.ts"
import { makeContainer } from "../../runtimes/lambda/container/Container.ts"
import { remainingMillis } from "../../runtimes/lambda/container/remainingMillis.ts"
import { alteredStorage } from "../support/alteredStorage.ts"

/**
 * A container that records what happens. Each of its events leaves a commit under way for `state.commitMillis`. `altered`
 * are calls of the storage that are replaced.
 */
const open = (altered: Partial<Storage["Type"]> = {}) => {
  const noted: Array<string> = []
  const note = (what: string) => Effect.sync(() => void noted.push(what))
  const state = { commitMillis: 0 }
  const container = makeContainer(Layer.mergeAll(
    alteredStorage(() => altered),
    Layer.scopedDiscard(Effect.acquireRelease(note("built"), () => note("ended"))),
    Layer.succeed(Awakening, note("awake")),
    Layer.succeed(Abandoning, note("abandoned")),
    Layer.succeed(Settling, Effect.suspend(() => Effect.sleep(state.commitMillis))),
  ))
  return { ...container, noted, state, event: note("event") }
}

const noTime = { getRemainingTimeInMillis: () => 0 }

/** Runs with warnings off the console, and returns them. */
const quietly = async (run: () => Promise<void>): Promise<ReadonlyArray<string>> => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
  try {
    await run()
    return warn.mock.calls.map(String)
  } finally {
    warn.mockRestore()
  }
}

describe("a container", () => {
  it("wakes before each event, and is built once", async () => {
    const { dispose, event, noted, run } = open()
    for (let i = 0; i < 2; i++) await run(event)
    await dispose()
    assert.deepStrictEqual(noted, ["built", "awake", "event", "awake", "event", "ended"])
  })

  it("cuts its connections when an event leaves a commit under way, logs that as JSON, and is built again", async () => {
    const { dispose, event, noted, run, state } = open()
    const logged = await quietly(async () => {
      state.commitMillis = 60_000
      const began = performance.now()
      await run(event, noTime)
      assert.isBelow(performance.now() - began, 4_000)
      await vi.waitUntil(() => noted.includes("ended"))
      // A short commit may use some of the time left for the answer.
      state.commitMillis = 20
      await run(event, noTime)
    })
    await dispose()
    assert.deepStrictEqual(noted, ["built", "awake", "event", "abandoned", "ended", "built", "awake", "event", "ended"])
    assert.deepInclude(JSON.parse(logged.join()), { logLevel: "WARN", message: "time is up with a commit under way: the connections are cut" })
  })

  it("tells what it logs as JSON without writing it where Lambda does so", async () => {
    vi.stubEnv("AWS_LAMBDA_LOG_FORMAT", "JSON")
    const { dispose, run } = open()
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
    await run(Effect.logWarning("storage failure", { reason: "gone" }))
    const told: unknown = warn.mock.calls.at(0)?.at(0)
    warn.mockRestore()
    vi.unstubAllEnvs()
    await dispose()
    assert.deepInclude(told, { logLevel: "WARN", message: ["storage failure", { reason: "gone" }] })
  })

  it("cuts no connections that another event uses, but does so after the last", async () => {
    const { dispose, event, noted, run, state } = open()
    await quietly(async () => {
      state.commitMillis = 60_000
      const other = run(Effect.zipRight(Effect.sleep("350 millis"), event), noTime)
      await run(event, noTime)
      assert.notInclude(noted, "abandoned")
      await other
      assert.strictEqual(noted.filter((what) => what === "abandoned").length, 1)
    })
    await dispose()
  })

  it("cuts its connections after the event though what was begun beforehand still waits for the storage", async () => {
    const { dispose, event, noted, open: openBeforehand, run, state } = open({ ping: Effect.never })
    openBeforehand()
    await quietly(async () => {
      state.commitMillis = 60_000
      await run(event, noTime)
    })
    await dispose()
    assert.include(noted, "abandoned")
  })

  it("leaves half a second for the answer, and without a context takes the longest time there is", () => {
    const left = [800, 500, 100].map((millis) => remainingMillis({ getRemainingTimeInMillis: () => millis }))
    assert.deepStrictEqual([...left, remainingMillis(undefined)], [300, 0, 0, 900_000])
  })
})
