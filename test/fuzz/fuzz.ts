import { assert } from "@effect/vitest"
import { Effect, Runtime, type Scope } from "effect"
import * as fc from "fast-check"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { anyShot } from "./anyShot.ts"
import { anyBroken } from "./brokenShots.ts"
import { nameOf, operations } from "./operations.ts"
import type { Seeded } from "./seeding.ts"
import { fireBroken, makeMarksman, makeTarget, unreadable } from "./target.ts"

/** A system of its own for a test, whose rate limit is out of reach. */
type MakeHarness = Effect.Effect<Harness, never, Scope.Scope>

/**
 * Any requests: each answer is as openapi.json has it, a refused one leaves nothing behind, and what was
 * taken can be read afterwards.
 */
export const anythingGoes = (harness: MakeHarness, runs: number) =>
  Effect.gen(function*() {
    const target = yield* Effect.flatMap(harness, makeTarget)
    assertWhole(target.seeded)
    yield* property(runs, anyShot, yield* makeMarksman(target))
    assert.deepStrictEqual(yield* unreadable(target, 3), [])
  })

/** Bodies with several broken fields: the refusal names them all. */
export const everyFieldIsNamed = (harness: MakeHarness, runs: number) =>
  Effect.gen(function*() {
    const target = yield* Effect.flatMap(harness, makeTarget)
    yield* property(runs, anyBroken, (shot) => fireBroken(target, shot))
  })

/** Tries it so many times; what `check` answers is what went wrong. Failures print the seed. */
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

/** Nothing is tried well of which nothing is there: each operation has been carried out once at least. */
const assertWhole = ({ statuses }: Seeded): void => {
  const isCarriedOut = (name: string) => [...statuses.get(name) ?? []].some((status) => status < 300)
  assert.deepStrictEqual(operations.map(nameOf).filter((name) => !isCarriedOut(name)), [])
}
