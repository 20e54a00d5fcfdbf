import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as RateLimiterMemory from "../../adapters/memory/RateLimiterMemory.ts"
import { instant } from "../../core/calendar/instant.ts"
import { RateLimiter } from "../../core/ports/RateLimiter.ts"
import { rateLimiterContract } from "./rateLimiterContract.ts"

rateLimiterContract("memory", RateLimiterMemory.layer)

it.effect("RateLimiter: memory forgets the caller idle for longest beyond 100 000 callers, and no other", () =>
  Effect.gen(function*() {
    const { peek, take } = yield* RateLimiter
    yield* take("first", instant(0))
    yield* take("second", instant(0))
    for (let i = 0; i < 99_998; i++) yield* take(`other ${i}`, instant(1))
    assert.strictEqual((yield* peek("first", instant(1))).remaining, 1)
    yield* take("first", instant(1))
    yield* take("one more", instant(1))
    assert.strictEqual((yield* peek("first", instant(1))).remaining, 0)
    assert.strictEqual((yield* peek("second", instant(1))).remaining, 2)
    assert.strictEqual((yield* peek("other 0", instant(1))).remaining, 1)
  }).pipe(Effect.provide(RateLimiterMemory.layer({ limit: 2, windowSeconds: 60 }))))

it.effect("RateLimiter: memory lets no more than the limit through in the window after a full one", () =>
  Effect.gen(function*() {
    const { take } = yield* RateLimiter
    const seen: Array<number> = []
    for (const window of [0, 60_000, 120_000]) {
      const windows = yield* Effect.replicateEffect(take("a", instant(window)), 41)
      seen.push(windows.filter(({ allowed }) => allowed).length)
    }
    assert.deepStrictEqual(seen, [40, 40, 40])
  }).pipe(Effect.provide(RateLimiterMemory.layer({ limit: 40, windowSeconds: 60 }))))
