import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, TestClock } from "effect"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import type { Storage } from "../../core/ports/Storage.ts"
import { readVerification } from "../../core/verification/readVerification.ts"
import { checkRegistry } from "../../core/verification/RegistryVerification.ts"
import { seededEntropy } from "../../runtimes/memory/seededEntropy.ts"
import { alteredStorage } from "../support/alteredStorage.ts"
import { id } from "../support/issuing.ts"

const engineOn = (storage: Layer.Layer<Storage>) =>
  GroupCommit.layer.pipe(Layer.provideMerge(storage), Layer.provideMerge(seededEntropy(1)))

describe("two checks of a registry", () => {
  it.effect("at the same time leave the result of the later one, though the other ends last", () => {
    let checks = 0
    const slowAtFirst = alteredStorage(({ snapshot }) => ({
      snapshot: (company, use) => Effect.zipLeft(snapshot(company, use), Effect.sleep(checks++ === 0 ? "1 hour" : 0)),
    }))
    return Effect.gen(function*() {
      const first = yield* Effect.fork(checkRegistry(id))
      yield* TestClock.adjust("1 minute")
      yield* Effect.fork(checkRegistry(id))
      yield* TestClock.adjust("2 hours")
      yield* Fiber.join(first)
      assert.strictEqual((yield* readVerification(id)).verificado, "1970-01-01T00:01:00.000Z")
      assert.strictEqual(checks, 2)
    }).pipe(Effect.provide(engineOn(slowAtFirst)))
  })

  it.effect("leave the result of the second, though the first was made under a clock that was ahead", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_000_000)
      yield* checkRegistry(id)
      yield* TestClock.setTime(60_000)
      yield* checkRegistry(id)
      assert.strictEqual((yield* readVerification(id)).verificado, "1970-01-01T00:01:00.000Z")
    }).pipe(Effect.provide(engineOn(alteredStorage(() => ({}))))))
})
