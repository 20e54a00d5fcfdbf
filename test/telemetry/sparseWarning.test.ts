import { assert, it } from "@effect/vitest"
import { Effect, Logger, TestClock } from "effect"
import { sparseWarning } from "../../core/telemetry/sparseWarning.ts"

it.effect("a warning that persists is logged once a minute, with the number of times it occurred", () => {
  const logged: Array<unknown> = []
  const logger = Logger.make(({ message }) => void logged.push(message))
  return Effect.gen(function*() {
    const warn = sparseWarning("it is away")
    yield* warn({ reason: "first" })
    yield* warn({ reason: "second" })
    yield* TestClock.adjust("59 seconds")
    yield* warn({ reason: "third" })
    yield* TestClock.adjust("1 second")
    yield* warn({ reason: "fourth" })
    yield* TestClock.setTime(-1_000_000)
    yield* warn()
    assert.deepStrictEqual(logged, [
      ["it is away", { times: 1, reason: "first" }],
      ["it is away", { times: 3, reason: "fourth" }],
      ["it is away", { times: 1 }],
    ])
  }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
})
