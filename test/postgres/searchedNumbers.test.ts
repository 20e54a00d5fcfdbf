import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

interface Series {
  readonly serie: string
  readonly first: number
  /** How many numbers it contains. */
  readonly size: number
  readonly word: string
}

const series: fc.Arbitrary<Series> = fc.record({
  serie: fc.constantFrom("A", "b-1", "2026", "1-2", "-", "a.b"),
  first: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(95, 999, 20_260_001, 999_999_990, 9_007_199_254_740_000)),
  size: fc.nat(900),
}).chain(({ first, serie, size }) => {
  const reference = `${serie}-${first + Math.floor(size / 3)}`.toLowerCase()
  const part = fc.tuple(fc.nat(reference.length), fc.nat(reference.length)).map(([from, to]) => reference.slice(from, to))
  const word = fc.oneof(part, fc.stringMatching(/^[0-9]{1,4}$/), fc.constantFrom("1-1", "x-1", "-1", "-01", "0", "a-", "12345678901234567"))
  return fc.record({ serie: fc.constant(serie), first: fc.constant(first), size: fc.constant(size), word })
})

const looked = "SELECT lowest::text, highest::text FROM numbers_with($1, $2, $3, $4)"

describe("the numbers of a series that contain a word", () => {
  it.live("are within the ranges given, which contain no others except in a range of all", () =>
    Effect.gen(function*() {
      const pool = yield* PostgresPool
      yield* Effect.promise(() =>
        fc.assert(fc.asyncProperty(series, async ({ first, serie, size, word }) => {
          const last = first + size
          const { rows } = await pool.query<{ lowest: string; highest: string }>(looked, [word, serie, first, last])
          const ranges = rows.map(({ highest, lowest }) => [Number(lowest), Number(highest)] as const)
          const everything = ranges.some(([lowest, highest]) => lowest <= first && last <= highest)
          const beforeNumber = `${serie}-`.toLowerCase()
          for (let number = first; number <= last; number++) {
            const has = `${beforeNumber}${number}`.includes(word)
            const told = ranges.some(([lowest, highest]) => lowest <= number && number <= highest)
            if (has && !beforeNumber.includes(word)) assert.isTrue(told, `${number} is missed`)
            if (!has && !everything) assert.isFalse(told, `${number} is told`)
          }
        }), { numRuns: 400 })
      )
    }).pipe(Effect.provide(testStoragePostgres)), 60_000)

  it.live("make up few ranges for many digits, one for few, and none in a series without numbers", () =>
    Effect.gen(function*() {
      const pool = yield* PostgresPool
      const rangesOf = (word: string, first: number | null, last: number | null) =>
        Effect.map(Effect.promise(() => pool.query(looked, [word, "A", first, last])), ({ rowCount }) => rowCount)
      assert.strictEqual(yield* rangesOf("123456", 1, 1_000_000), 1)
      assert.strictEqual(yield* rangesOf("a-1234", 1, 1_000_000), 3)
      assert.strictEqual(yield* rangesOf("1234", 1, 1_000_000), 111)
      assert.strictEqual(yield* rangesOf("1", 1, 1_000_000), 1)
      assert.strictEqual(yield* rangesOf("0260", 20_260_000_001, 20_260_000_500), 2)
      assert.strictEqual(yield* rangesOf("1", null, null), 0)
    }).pipe(Effect.provide(testStoragePostgres)))
})
