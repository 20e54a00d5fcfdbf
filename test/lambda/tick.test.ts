import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { vi } from "vitest"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { JobMessages } from "../../adapters/sqs/JobMessages.ts"
import { Storage, StorageUnavailable } from "../../core/ports/Storage.ts"
import { layer as engine } from "../../runtimes/embedded/engine.ts"
import { makeScheduleHandler, type Tick } from "../../runtimes/lambda/makeScheduleHandler.ts"
import { rejection } from "../support/rejection.ts"

type Expired = Storage["Type"]["expired"]

/** A tick of so many milliseconds on a storage that looks so for what is over, and the errors that it logs. */
const ticked = async (expired: Expired, millis: number, messages: Layer.Layer<never> | Layer.Layer<JobMessages> = Layer.empty) => {
  const storage = Layer.provideMerge(
    Layer.effect(Storage, Effect.map(Storage, (memory) => Storage.of({ ...memory, expired }))),
    StorageMemory.layer,
  )
  const software = { producer: "Talonario SL", producerNif: "B12345674" }
  const services = Layer.merge(engine({ storage, secret: "0".repeat(32), software, log: Layer.empty }), messages)
  const { dispose, handler } = makeScheduleHandler(services)
  const logged = vi.spyOn(console, "error").mockImplementation(() => {})
  try {
    const tick: Tick = await handler({}, { getRemainingTimeInMillis: () => millis })
    return { tick, logged: logged.mock.calls.map(String).join("\n") }
  } finally {
    logged.mockRestore()
    await dispose()
  }
}

describe("a tick", () => {
  it("does what is due also where what is over cannot be removed, and logs why", async () => {
    const { logged, tick } = await ticked(() => new StorageUnavailable(), 60_000)
    assert.deepStrictEqual(tick, { told: null, complete: true, pruned: 0 })
    assert.match(logged, /pruning broke.*StorageUnavailable/)
  })

  it("ends in time though what is over is looked for without end", async () => {
    const began = performance.now()
    const { tick } = await ticked(() => Effect.never, 600)
    assert.deepInclude(tick, { pruned: 0 })
    assert.isBelow(performance.now() - began, 5_000)
  })

  it("names jobs and does none where there is a queue of SQS, and removes what is over there too", async () => {
    let looked = 0
    const messages = Layer.succeed(JobMessages, { tell: () => Effect.void, resend: Effect.succeed(3) })
    const { tick } = await ticked(() => Effect.sync(() => (looked++, [])), 60_000, messages)
    assert.deepStrictEqual(tick, { told: 3, complete: true, pruned: 0 })
    assert.strictEqual(looked, 3)
  })

  it("ends in time with an error though names are sent to SQS without end", async () => {
    const messages = Layer.succeed(JobMessages, { tell: () => Effect.void, resend: Effect.never })
    const began = performance.now()
    assert.match(String(await rejection(ticked(() => Effect.succeed([]), 600, messages))), /the tick failed: SqsFailed: .*time/)
    assert.isBelow(performance.now() - began, 5_000)
  })
})
