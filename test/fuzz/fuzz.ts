import { assert } from "@effect/vitest"
import { Effect, Runtime, type Scope } from "effect"
import * as fc from "fast-check"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { anyShot } from "./anyShot.ts"
import { anyBroken } from "./brokenShots.ts"
import { idleFilters } from "./idleFilters.ts"
import { nameOf, operations } from "./operations.ts"
import type { Seeded } from "./seeding.ts"
import { fireBroken, makeMarksman, makeTarget, unreadable } from "./target.ts"

/** A rate limit that no test reaches. */
export const generousLimit = { limit: 10_000_000, windowSeconds: 60 }

/** A new system whose rate limit is out of reach. */
type MakeHarness = Effect.Effect<Harness, never, Scope.Scope>

/**
 * Sends requests of any kind: every filter narrows its list, every answer keeps to openapi.json, a refused request writes
 * nothing, and whatever was written can be read afterwards.
 */
export const anythingGoes = (harness: MakeHarness, runs: number) =>
  Effect.gen(function*() {
    const target = yield* Effect.flatMap(harness, makeTarget)
    assertAllCarriedOut(target.seeded)
    assert.deepStrictEqual(yield* idleFilters(target), [])
    yield* property(runs, anyShot, yield* makeMarksman(target))
    assert.deepStrictEqual(yield* unreadable(target, 3), [])
  })

/** Sends bodies with several broken fields, all of which the refusal must name. */
export const everyFieldIsNamed = (harness: MakeHarness, runs: number) =>
  Effect.gen(function*() {
    const target = yield* Effect.flatMap(harness, makeTarget)
    yield* property(runs, anyBroken, (shot) => fireBroken(target, shot))
  })

/** Checks a property `numRuns` times; `check` answers the problem, if any. Failures print the seed. */
const property = <A>(
  numRuns: number,
  values: fc.Arbitrary<A>,
  check: (value: A) => Effect.Effect<string | undefined>,
) =>
  Effect.flatMap(Effect.runtime(), (runtime) =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(values, async (value) => {
          const problem = await Runtime.runPromise(runtime)(check(value))
          if (problem !== undefined) throw new Error(problem)
        }),
        { numRuns },
      )))

/** Every operation has succeeded at least once: with nothing there, little would be tested. */
const assertAllCarriedOut = ({ statuses }: Seeded): void => {
  const isCarriedOut = (name: string) => [...statuses.get(name) ?? []].some((status) => status < 300)
  assert.deepStrictEqual(operations.map(nameOf).filter((name) => !isCarriedOut(name)), [])
}
