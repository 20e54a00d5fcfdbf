import { afterAll, assert, describe, it, vi } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Logger, ManagedRuntime, Redacted, Schedule } from "effect"
import * as fc from "fast-check"
import type pg from "pg"
import * as RateLimiterMemory from "../../adapters/memory/RateLimiterMemory.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as RateLimiterPostgres from "../../adapters/postgres/rateLimit/RateLimiterPostgres.ts"
import { instant } from "../../core/calendar/instant.ts"
import { type RateLimit, RateLimiter, type RateWindow } from "../../core/ports/RateLimiter.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { rateLimiterContract } from "./rateLimiterContract.ts"

const poolOn = (url: Redacted.Redacted<string>) => PostgresPool.layer({ url, connectionsMax: 4 })

/** One database for all tests of the contract, emptied for each. */
const shared = ManagedRuntime.make(Layer.unwrapScoped(Effect.map(migratedDatabase, ({ url }) => poolOn(url))))
const emptied = Layer.effect(PostgresPool.PostgresPool, Effect.promise(async () => {
  const pool = await shared.runPromise(PostgresPool.PostgresPool)
  await pool.query("DELETE FROM rate_limit")
  return pool
}))
afterAll(() => shared.dispose())

rateLimiterContract("PostgreSQL", (rule) => Layer.provide(RateLimiterPostgres.layer(rule), emptied))

/** A limiter as in another process, with its own connections and memory. */
const aProcess = (url: Redacted.Redacted<string>, rule: RateLimit) =>
  Layer.build(Layer.fresh(Layer.provideMerge(RateLimiterPostgres.layer(rule), poolOn(url)))).pipe(
    Effect.map((services) => ({
      ...Context.get(services, RateLimiter),
      pool: Context.get(services, PostgresPool.PostgresPool),
    })),
  )

const twoProcesses = (rule: RateLimit) =>
  Effect.gen(function*() {
    const { url } = yield* migratedDatabase
    const processes = [yield* aProcess(url, rule), yield* aProcess(url, rule)] as const
    for (const { pool } of processes) yield* query(pool, "SELECT 1")
    return processes
  })

const query = (pool: pg.Pool, sql: string) => Effect.promise(() => pool.query<Record<string, unknown>>(sql))

const rowsIn = (pool: pg.Pool) =>
  Effect.map(query(pool, "SELECT count(*)::int AS n FROM rate_limit"), ({ rows }) => Number(rows[0]?.["n"]))

/** Locks the table until the effect it returns, or the scope's end. */
const locked = (pool: pg.Pool) =>
  Effect.gen(function*() {
    const client = yield* Effect.acquireRelease(
      Effect.promise(() => pool.connect()),
      (client) => Effect.sync(() => client.release(true)),
    )
    yield* Effect.promise(() => client.query("BEGIN; LOCK TABLE rate_limit"))
    return Effect.promise(() => client.query("COMMIT"))
  })

const atOnce = <A>(effects: ReadonlyArray<Effect.Effect<A>>) => Effect.all(effects, { concurrency: "unbounded" })

const allowedOf = (windows: ReadonlyArray<RateWindow>): number => windows.filter(({ allowed }) => allowed).length

/** Collects what an effect logs, as lines. */
const hearing = <A, E, R>(effect: (lines: ReadonlyArray<string>) => Effect.Effect<A, E, R>) => {
  const lines: Array<string> = []
  const logger = Logger.map(Logger.logfmtLogger, (line) => void lines.push(line))
  return Effect.provide(effect(lines), Logger.replace(Logger.defaultLogger, logger))
}

/** Runs the effect as in a process whose clock is off by that many milliseconds. */
const withClockOff = <A>(millis: number, effect: Effect.Effect<A>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const now = Date.now
      return vi.spyOn(Date, "now").mockImplementation(() => now() + millis)
    }),
    () => effect,
    (spy) => Effect.sync(() => spy.mockRestore()),
  )

describe("RateLimiter: PostgreSQL, several processes", () => {
  it.scopedLive("let exactly the limit through when all ask at once", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const rule = { limit: 10, windowSeconds: 60 }
      const processes = yield* Effect.all(Array.from({ length: 6 }, () => aProcess(url, rule)))
      const callers = Array.from({ length: 25 }, (_, i) => `caller ${i}`)
      // 18 requests of each caller, at different instants, from six processes.
      const requestsOf = (caller: string) =>
        [0, 1, 2].flatMap((millis) => processes.map(({ take }) => take(caller, instant(1_000_000 + millis))))
      const answers = yield* atOnce(callers.map((caller) => atOnce(requestsOf(caller))))
      assert.deepStrictEqual(answers.map(allowedOf), callers.map(() => 10))
    }))

  it.scopedLive("give the last slot to one of two, over and over", () =>
    Effect.gen(function*() {
      const [one, other] = yield* twoProcesses({ limit: 2, windowSeconds: 1 })
      for (let i = 1; i <= 300; i++) {
        const now = instant(i * 1_000)
        yield* one.take("a", now)
        const both = yield* atOnce([one.take("a", now), other.take("a", now)])
        assert.strictEqual(allowedOf(both), 1)
        assert.deepStrictEqual(both.map(({ remaining }) => remaining), [0, 0])
      }
    }))

  it.scopedLive("count like one process in memory, also when asked at the same time", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const agrees = fc.asyncProperty(anyRule, anySteps, (rule, steps) =>
        Effect.gen(function*() {
          const pair = [yield* aProcess(url, rule), yield* aProcess(url, rule)] as const
          yield* query(pair[0].pool, "DELETE FROM rate_limit")
          const memory = Context.get(yield* Layer.build(Layer.fresh(RateLimiterMemory.layer(rule))), RateLimiter)
          let clock = 5_000_000
          for (const { after, asks, process } of steps) {
            clock += after
            const windows = (limiter: RateLimiter["Type"]) =>
              atOnce(asks.map(({ caller, verb }) => limiter[verb](caller, instant(clock))))
            assert.deepStrictEqual(yield* windows(pair[process]), yield* windows(memory))
          }
        }).pipe(Effect.scoped, Effect.runPromise))
      yield* Effect.promise(() => fc.assert(agrees, { numRuns: 60 }))
    }))

  for (const [way, millis] of [["behind", -3_600_000], ["ahead", 3_600_000]] as const) {
    it.scopedLive(`are not misled by a process whose clock is an hour ${way}`, () =>
      Effect.gen(function*() {
        const [right, wrong] = yield* twoProcesses({ limit: 3, windowSeconds: 600 })
        const now = Date.now()
        yield* right.take("a", instant(now))
        const off = (passed: number) => withClockOff(millis, wrong.take("a", instant(now + millis + passed)))
        assert.deepInclude(yield* off(1_000), { allowed: true, remaining: 1 })
        assert.deepInclude(yield* right.take("a", instant(now + 2_000)), { allowed: true, remaining: 0 })
        const refused = yield* off(3_000)
        assert.isFalse(refused.allowed)
        assert.closeTo(refused.retryAfterSeconds, 597, 3)
        assert.isFalse((yield* right.take("a", instant(now + 599_000))).allowed)
        assert.isTrue((yield* right.take("a", instant(now + 600_000))).allowed)
      }))
  }

  it.scopedLive("shift a slot by no more than the difference of clocks that nearly agree", () =>
    Effect.gen(function*() {
      const [ahead, behind] = yield* twoProcesses({ limit: 2, windowSeconds: 60 })
      yield* ahead.take("a", instant(1_000_400))
      yield* behind.take("a", instant(1_000_000))
      assert.isFalse((yield* ahead.take("a", instant(1_059_999))).allowed)
      assert.isTrue((yield* ahead.take("a", instant(1_060_000))).allowed)
    }))

  it.scopedLive("follow a lowered limit at once", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const before = yield* aProcess(url, { limit: 5, windowSeconds: 60 })
      for (const at of [0, 10_000, 20_000, 30_000]) yield* before.take("a", instant(at))
      const after = yield* aProcess(url, { limit: 2, windowSeconds: 60 })
      const full = { allowed: false, limit: 2, remaining: 0, resetSeconds: 50, retryAfterSeconds: 50 }
      assert.deepStrictEqual(yield* after.take("a", instant(30_000)), full)
      assert.isTrue((yield* after.take("a", instant(80_000))).allowed)
    }))
})

describe("RateLimiter: PostgreSQL, its table", () => {
  it.scopedLive("takes any caller's name and stores none", () =>
    Effect.gen(function*() {
      const [{ peek, pool, take }] = yield* twoProcesses({ limit: 1, windowSeconds: 60 })
      const names = ["", "client 192.0.2.1", "\u0000", "\ud800", "'; --", "x".repeat(20_000)]
      for (const name of names) assert.isTrue((yield* take(name, instant(0))).allowed)
      for (const name of names) assert.isFalse((yield* peek(name, instant(0))).allowed)
      assert.strictEqual(yield* rowsIn(pool), names.length)
      const { rows } = yield* query(pool, "SELECT string_agg(r::text, ' ') AS everything FROM rate_limit AS r")
      assert.notInclude(String(rows[0]?.["everything"]), "192.0.2.1")
    }))

  it.scopedLive("has no row for a caller who was only looked up, and loses idle ones over time", () =>
    Effect.gen(function*() {
      const [{ peek, pool, take }] = yield* twoProcesses({ limit: 100, windowSeconds: 60 })
      for (let i = 0; i < 10; i++) yield* peek(`looked at ${i}`, instant(0))
      assert.strictEqual(yield* rowsIn(pool), 0)
      yield* atOnce(Array.from({ length: 1_500 }, (_, i) => take(`idle ${i}`, instant(0))))
      assert.strictEqual(yield* rowsIn(pool), 1_500)
      for (let i = 0; i < 80; i++) {
        // Enough requests to go through the whole table once, now that the others are idle.
        yield* atOnce(Array.from({ length: 32 }, (_, k) => take(`busy ${k}`, instant(119_000 + i * 100))))
      }
      assert.isAtMost(yield* Effect.repeat(rowsIn(pool), { until: (rows) => rows <= 32, times: 200 }), 32)
      assert.strictEqual((yield* peek("busy 0", instant(126_900))).remaining, 20)
    }))
})

describe("RateLimiter: PostgreSQL, when the database fails", () => {
  const uncounted = { allowed: true, limit: 1, remaining: 1, resetSeconds: 0, retryAfterSeconds: 0 }

  it.scopedLive("lets requests through, warns once, and counts again afterwards", () =>
    hearing((lines) =>
      Effect.gen(function*() {
        const [{ pool, take }] = yield* twoProcesses({ limit: 1, windowSeconds: 60 })
        yield* query(pool, "ALTER TABLE rate_limit RENAME TO away")
        for (let i = 0; i < 5; i++) assert.deepStrictEqual(yield* take("a", instant(0)), uncounted)
        yield* query(pool, "ALTER TABLE away RENAME TO rate_limit")
        assert.isTrue((yield* take("a", instant(0))).allowed)
        assert.isFalse((yield* take("a", instant(0))).allowed)
        const told = lines.filter((line) => line.includes("uncounted"))
        assert.strictEqual(told.length, 1)
        assert.match(told[0] ?? "", /level=WARN.*rate_limit.*does not exist/)
      })))

  it.scopedLive("waits for an overdue answer once, for two seconds, and then not at all until it has come", () =>
    hearing(() =>
      Effect.gen(function*() {
        const [{ take }, other] = yield* twoProcesses({ limit: 1, windowSeconds: 60 })
        yield* take("warm", instant(0))
        const unlock = yield* locked(other.pool)
        const [held, windows] = yield* Effect.timed(
          atOnce([take("a", instant(0)), take("a", instant(1)), take("b", instant(0))]),
        )
        assert.deepStrictEqual(windows, [uncounted, uncounted, uncounted])
        assert.isBelow(Duration.toMillis(held), 5_000)
        const [next] = yield* Effect.timed(Effect.all(Array.from({ length: 100 }, () => take("c", instant(0)))))
        assert.isBelow(Duration.toMillis(next), 1_900)
        yield* unlock
        const again = Schedule.intersect(Schedule.spaced("5 millis"), Schedule.recurs(1_000))
        const refused = ({ allowed }: RateWindow) => !allowed
        yield* Effect.repeat(take("d", instant(0)), { schedule: again, until: refused })
        assert.isFalse((yield* take("d", instant(0))).allowed)
      })))

  it.scopedLive("lets requests through when there is no database", () =>
    hearing((lines) =>
      Effect.gen(function*() {
        const nowhere = Redacted.make("postgres://somebody:hunter2@127.0.0.1:1/none")
        const { take } = yield* aProcess(nowhere, { limit: 1, windowSeconds: 60 })
        for (let i = 0; i < 3; i++) assert.deepStrictEqual(yield* take("a", instant(0)), uncounted)
        assert.strictEqual(lines.length, 1)
        assert.notInclude(lines[0] ?? "", "hunter2")
      })))
})

const anyRule: fc.Arbitrary<RateLimit> = fc.record({
  limit: fc.integer({ min: 1, max: 6 }),
  windowSeconds: fc.integer({ min: 1, max: 4 }),
})

/** Requests at one instant, sent to one of two processes. */
const anySteps = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 1_500 }),
    process: fc.constantFrom(0 as const, 1 as const),
    asks: fc.array(
      fc.record({
        caller: fc.constantFrom("a", "b", "c"),
        verb: fc.constantFrom("take" as const, "take" as const, "peek" as const),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  }),
  { maxLength: 25 },
)
