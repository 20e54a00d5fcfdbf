import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Logger, LogLevel, Option, Scope, TestClock } from "effect"
import { gathering } from "../../adapters/sqs/gathering.ts"

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

describe("what is gathered for sending", () => {
  it.scoped("is passed on together, one list after another", () =>
    Effect.gen(function*() {
      const lists: Array<ReadonlyArray<number>> = []
      const gather = yield* gathering<number>(20, (items) => Effect.sync(() => lists.push(items)))
      gather([1, 2])
      gather([3])
      yield* TestClock.adjust("20 millis")
      gather([4])
      yield* TestClock.adjust("20 millis")
      assert.deepStrictEqual(lists, [[1, 2, 3], [4]])
    }))

  it.scoped("does not fill the memory while it cannot be passed on: beyond a limit it is dropped", () =>
    Effect.gen(function*() {
      const answers = yield* Effect.makeLatch(false)
      const lists: Array<ReadonlyArray<number>> = []
      const gather = yield* gathering<number>(20, (items) => {
        lists.push(items)
        return answers.await
      })
      gather([0])
      yield* TestClock.adjust("20 millis")
      for (let n = 0; n < 300; n++) gather(numbers(1 + n * 100, 100))
      yield* answers.open
      yield* TestClock.adjust("20 millis")
      assert.deepStrictEqual(lists, [[0], numbers(1, 10_000)])
      gather([-1])
      yield* TestClock.adjust("20 millis")
      assert.deepStrictEqual(lists.at(-1), [-1])
    }))

  it.scoped("causes no calls while nothing comes, and continues after a list that could not be passed on", () =>
    Effect.gen(function*() {
      const lists: Array<ReadonlyArray<number>> = []
      const gather = yield* gathering<number>(20, (items) => (lists.push(items) === 1 ? Effect.die("no line") : Effect.void))
      const handedOn = TestClock.adjust("20 millis")
      gather([1])
      yield* Logger.withMinimumLogLevel(handedOn, LogLevel.None)
      assert.lengthOf(Array.from(yield* TestClock.sleeps()), 0)
      gather([2])
      yield* handedOn
      assert.deepStrictEqual(lists, [[1], [2]])
    }))

  it.effect("is passed on at the end too, with what comes meanwhile", () =>
    Effect.gen(function*() {
      const lists: Array<ReadonlyArray<number>> = []
      const scope = yield* Scope.make()
      const gather: (items: ReadonlyArray<number>) => void = yield* Scope.extend(
        gathering<number>(20, (items) => Effect.delay(Effect.sync(() => lists.push(items) === 1 && gather([2])), "10 millis")),
        scope,
      )
      gather([1])
      const ending = yield* Effect.fork(Scope.close(scope, Exit.void))
      for (const millis of [20, 10, 10]) yield* TestClock.adjust(millis)
      yield* Fiber.join(ending)
      assert.deepStrictEqual(lists, [[1], [2]])
    }))

  it.effect("delays the end by three seconds at most", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const gather = yield* Scope.extend(gathering<number>(20, () => Effect.never), scope)
      gather([1])
      const ending = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("2900 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(ending)))
      yield* TestClock.adjust("100 millis")
      yield* Fiber.join(ending)
    }))
})
