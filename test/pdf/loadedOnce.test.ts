import { describe, expect, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Fiber } from "effect"
import { loadedCode, loadedOnce } from "../../adapters/pdf/loadedOnce.ts"

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

describe("loadedCode", () => {
  const failureOf = (thrown: unknown) => Effect.flip(Effect.sandbox(loadedCode(() => Promise.reject(thrown))))

  it.effect("says that the process is to be started anew where a file could not be read: Node does not read it again", () =>
    Effect.gen(function*() {
      const cause = yield* failureOf(Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" }))
      expect(Cause.pretty(cause, { renderErrorCause: true })).toMatch(/restart this process[^]*EMFILE: too many open files/)
    }))

  it.effect("passes on that a package is missing", () =>
    Effect.gen(function*() {
      const missing = Object.assign(new Error("Cannot find package 'x'"), { code: "ERR_MODULE_NOT_FOUND" })
      expect(Cause.squash(yield* failureOf(missing))).toBe(missing)
    }))
})
