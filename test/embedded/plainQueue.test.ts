import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, TestClock } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { makeTalonario, valueOf } from "../../runtimes/embedded/makeTalonario.ts"
import { plainQueueLayer } from "../../runtimes/embedded/ports/plainQueue.ts"
import { queueContract } from "../contract/queueContract.ts"

queueContract(
  "a plain object over the memory's own",
  Layer.provideMerge(plainQueueLayer((own) => ({ ...own })), StorageMemory.layer),
)

it("a queue that always rings delays nobody, and only workers ask it", async () => {
  let asked = 0
  const rung = async () => void asked++
  const talonario = await makeTalonario({ log: () => {}, queue: (own) => ({ ...own, rung }) })
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.strictEqual(asked, 0)
  talonario.work()
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.isAbove(asked, 0)
  assert.isBelow(asked, 100)
  valueOf(await talonario.organizaciones.listOrganizations())
  await talonario.close()
})

it.scopedLive("a queue that rings while a ring is passed on is heard again", () =>
  Effect.gen(function*() {
    const listeners = new Set<() => void>()
    const ring = () => listeners.forEach((listener) => listener())
    const rung = () =>
      new Promise<void>((resolve) => {
        const heard = () => {
          listeners.delete(heard)
          resolve()
        }
        listeners.add(heard)
      })
    yield* Effect.gen(function*() {
      const bell = yield* Effect.flatten(Effect.map(Queue, (queue) => queue.bell))
      const first = yield* Effect.fork(bell)
      yield* Effect.repeat(Effect.sleep(1), { until: () => listeners.size > 0 })
      ring()
      yield* Fiber.join(first)
      ring()
      yield* Effect.timeout(bell, "2 seconds")
    }).pipe(Effect.provide(Layer.provide(plainQueueLayer((own) => ({ ...own, rung })), StorageMemory.layer)))
  }))

it.scoped("a queue that cannot tell whether it rings is asked again, more and more seldom, but once a minute", () =>
  Effect.gen(function*() {
    let asked = 0
    const rung = () => Promise.reject(asked++)
    const askedAfter = (seconds: number) =>
      Effect.gen(function*() {
        yield* TestClock.adjust(seconds * 1_000)
        for (let turn = 0; turn < 20; turn++) yield* Effect.promise(() => new Promise(setImmediate))
        return asked
      })
    yield* Effect.gen(function*() {
      const bell = yield* Effect.flatten(Effect.map(Queue, (queue) => queue.bell))
      yield* Effect.fork(bell)
      const counts = yield* Effect.forEach([0, 1, 1, 1, 4, 8, 16, 32, 60, 60], askedAfter)
      assert.deepStrictEqual(counts, [1, 2, 2, 3, 4, 5, 6, 7, 8, 9])
    }).pipe(
      Effect.provide(Layer.provide(plainQueueLayer((own) => ({ ...own, rung })), StorageMemory.layer)),
      Effect.provide(Logger.remove(Logger.defaultLogger)),
    )
  }))

it.scoped("a queue that fails is logged once a minute, with the function that failed last, however often it is asked", () =>
  Effect.gen(function*() {
    const told: Array<unknown> = []
    const log = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => void told.push(message)))
    const gone = () => Promise.reject(new Error("gone"))
    yield* Effect.gen(function*() {
      const { depth, take } = yield* Queue
      for (let second = 0; second <= 60; second++) {
        yield* Effect.flip(take("mail", 1, 1))
        yield* Effect.flip(depth("mail"))
        yield* TestClock.adjust("1 second")
      }
    }).pipe(
      Effect.provide(Layer.provide(plainQueueLayer((own) => ({ ...own, take: gone, depth: gone })), StorageMemory.layer)),
      Effect.provide(log),
    )
    assert.deepStrictEqual(told, [
      ["the host's queue failed", { times: 1, function: "take" }],
      ["the host's queue failed", { times: 120, function: "take" }],
    ])
  }))
