import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { gathering } from "../../adapters/sqs/gathering.ts"

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

describe("what is gathered", () => {
  it.scoped("is handed on together, one list after the other", () =>
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

  it.scoped("does not fill the memory while it cannot be handed on: what finds too many waiting is let go", () =>
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
})
