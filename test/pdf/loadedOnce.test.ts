import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { loadedOnce } from "../../adapters/pdf/loadedOnce.ts"

describe("loadedOnce", () => {
  it.effect("keeps what was loaded for somebody who went away meanwhile", () =>
    Effect.gen(function*() {
      const begun = yield* Deferred.make<void>()
      const end = yield* Deferred.make<void>()
      let loads = 0
      const load = Effect.sync(() => void loads++).pipe(
        Effect.zipRight(Deferred.succeed(begun, undefined)),
        Effect.zipRight(Deferred.await(end)),
        Effect.as("loaded"),
      )
      const loaded = yield* loadedOnce(load)
      const first = yield* Effect.fork(loaded)
      yield* Deferred.await(begun)
      const second = yield* Effect.fork(loaded)
      yield* Fiber.interruptFork(first)
      yield* Effect.yieldNow()
      yield* Deferred.succeed(end, undefined)
      expect(yield* Fiber.join(second)).toBe("loaded")
      expect(yield* loaded).toBe("loaded")
      expect(loads).toBe(1)
    }))

  it.effect("keeps it also where it was there before somebody who waited for it went away", () =>
    Effect.gen(function*() {
      const end = yield* Deferred.make<void>()
      let loads = 0
      const loaded = yield* loadedOnce(Effect.zipRight(Effect.sync(() => void loads++), Deferred.await(end)))
      const first = yield* Effect.fork(loaded)
      const second = yield* Effect.fork(loaded)
      yield* Effect.yieldNow()
      yield* Fiber.interruptFork(second)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(first)
      yield* Fiber.await(second)
      yield* loaded
      expect(loads).toBe(1)
    }))

  it.effect("keeps no failure", () =>
    Effect.gen(function*() {
      let loads = 0
      const loaded = yield* loadedOnce(Effect.suspend(() => (loads++ === 0 ? Effect.die("no file") : Effect.succeed("loaded"))))
      expect((yield* Effect.exit(loaded))._tag).toBe("Failure")
      expect(yield* loaded).toBe("loaded")
    }))
})
