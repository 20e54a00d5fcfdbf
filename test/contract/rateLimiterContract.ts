import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import * as fc from "fast-check"
import { instant } from "../../core/calendar/instant.ts"
import { type RateLimit, RateLimiter, type RateWindow } from "../../core/ports/RateLimiter.ts"

/** What every RateLimiter promises (core/ports/RateLimiter.ts), whichever adapter counts. */
export const rateLimiterContract = (
  name: string,
  layerOf: (rule: RateLimit) => Layer.Layer<RateLimiter>,
): void => {
  const withLimiter = <A, E>(rule: RateLimit, use: (limiter: RateLimiter["Type"]) => Effect.Effect<A, E>) =>
    Effect.provide(Effect.flatMap(RateLimiter, use), layerOf(rule))

  describe(`RateLimiter: ${name}`, () => {
    it.live("reports its rule", () =>
      withLimiter({ limit: 7, windowSeconds: 90 }, ({ rule }) =>
        Effect.sync(() => assert.deepStrictEqual(rule, { limit: 7, windowSeconds: 90 }))))

    it.live("lets the limit through and frees each slot exactly a window after it was taken", () =>
      withLimiter({ limit: 2, windowSeconds: 60 }, ({ take }) =>
        Effect.gen(function*() {
          const taken: Array<RateWindow> = []
          for (const at of [1_000, 1_500, 2_000, 60_999, 61_000, 61_499, 61_500]) {
            taken.push(yield* take("a", instant(at)))
          }
          const shown = taken.map(({ allowed, remaining, resetSeconds, retryAfterSeconds }) =>
            [allowed, remaining, resetSeconds, retryAfterSeconds])
          assert.deepStrictEqual(shown, [
            [true, 1, 60, 0],
            [true, 0, 60, 60],
            [false, 0, 59, 59],
            [false, 0, 1, 1],
            [true, 0, 1, 1],
            [false, 0, 1, 1],
            [true, 0, 60, 60],
          ])
        })))

    it.live("counts each caller separately, and counts nothing when it is only asked", () =>
      withLimiter({ limit: 1, windowSeconds: 10 }, ({ peek, take }) =>
        Effect.gen(function*() {
          const free = { allowed: true, limit: 1, remaining: 1, resetSeconds: 0, retryAfterSeconds: 0 }
          assert.deepStrictEqual(yield* peek("a", instant(0)), free)
          assert.deepStrictEqual(yield* peek("a", instant(0)), free)
          assert.isTrue((yield* take("a", instant(0))).allowed)
          const full = { allowed: false, limit: 1, remaining: 0, resetSeconds: 8, retryAfterSeconds: 8 }
          assert.deepStrictEqual(yield* peek("a", instant(2_500)), full)
          assert.deepStrictEqual(yield* take("a", instant(2_500)), full)
          assert.isTrue((yield* take("b", instant(2_500))).allowed)
          assert.deepStrictEqual(yield* peek("a", instant(10_000)), free)
        })))

    it.live("delays nobody for longer than a window when the clock goes back", () =>
      withLimiter({ limit: 1, windowSeconds: 60 }, ({ take }) =>
        Effect.gen(function*() {
          yield* take("a", instant(10_000_000))
          const refused = yield* take("a", instant(5_000))
          assert.deepInclude(refused, { allowed: false, resetSeconds: 60, retryAfterSeconds: 60 })
          assert.isFalse((yield* take("a", instant(64_999))).allowed)
          assert.isTrue((yield* take("a", instant(65_000))).allowed)
        })))

    it.live("agrees with a list that is counted anew each time", () => {
      const agrees = fc.asyncProperty(anyRule, anySteps, (rule, steps) =>
        Effect.runPromise(withLimiter(rule, ({ peek, take }) =>
          Effect.gen(function*() {
            const naive = naiveLimiter(rule)
            let clock = 1_000_000
            for (const { after, caller, verb } of steps) {
              clock += after
              const seen = yield* (verb === "take" ? take : peek)(caller, instant(clock))
              assert.deepStrictEqual(seen, naive(verb, caller, clock))
            }
          }))))
      return Effect.promise(() => fc.assert(agrees, { numRuns: 100 }))
    })
  })
}

const anyRule: fc.Arbitrary<RateLimit> = fc.record({
  limit: fc.integer({ min: 1, max: 5 }),
  windowSeconds: fc.integer({ min: 1, max: 4 }),
})

const stepsOf = (callers: ReadonlyArray<string>, after: fc.Arbitrary<number>) => {
  const verb = fc.constantFrom("take" as const, "take" as const, "peek" as const)
  return fc.array(fc.record({ after, caller: fc.constantFrom(...callers), verb }), { maxLength: 60 })
}

const forward = fc.integer({ min: 0, max: 1_500 })
const anywhere = fc.integer({ min: -9_000, max: 9_000 })
const eitherWay = fc.oneof({ weight: 9, arbitrary: forward }, { weight: 1, arbitrary: anywhere })

/**
 * Several callers, or one whose clock sometimes goes back. With several, a jump of the clock may have made it forget the
 * others.
 */
const anySteps = fc.oneof(stepsOf(["a", "b", "c"], forward), stepsOf(["a"], eitherWay))

/** The definition, put into code literally. */
const naiveLimiter = ({ limit, windowSeconds }: RateLimit) => {
  const windowMillis = windowSeconds * 1000
  const taken = new Map<string, ReadonlyArray<number>>()
  return (verb: "take" | "peek", caller: string, now: number): RateWindow => {
    const known = (taken.get(caller) ?? []).map((at) => Math.min(at, now))
    const before = known.filter((at) => at + windowMillis > now)
    const allowed = before.length < limit
    const after = verb === "take" && allowed ? [...before, now] : before
    taken.set(caller, after)
    const remaining = limit - after.length
    const resetSeconds = after.length === 0 ? 0 : Math.ceil((Math.min(...after) + windowMillis - now) / 1000)
    return { allowed, limit, remaining, resetSeconds, retryAfterSeconds: remaining > 0 ? 0 : resetSeconds }
  }
}

