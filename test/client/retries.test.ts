import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Random, TestClock } from "effect"
import type { Fetch } from "../../adapters/client/Answer.ts"
import { makeClient } from "../../adapters/client/makeClient.ts"
import { answering, baseUrl, clave, makeFetch, refusing, scriptedFetch, withTime } from "./scene.ts"

const full = (retryAfter?: number | string) => {
  const headers = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }
  return refusing(429, "demasiadas_peticiones", null, headers)
}

const broken = refusing(500, "error_interno", { referencia: "abcd1234" })

/** Makes a call that gets these answers: how it ended, and the seconds between its attempts. */
const attempts = (seed: string, ...answers: ReadonlyArray<() => Response>) =>
  Effect.gen(function*() {
    const { fetch, sent } = yield* scriptedFetch(...answers)
    const { servicio } = makeClient({ baseUrl, clave, fetch })
    const call = Effect.either(servicio.checkHealth()).pipe(Effect.withRandom(Random.make(seed)))
    const { _tag } = yield* withTime(call)
    const waits = sent.slice(1).map(({ at }, index) => (at - (sent[index]?.at ?? 0)) / 1000)
    return { ended: _tag, count: sent.length, waits }
  })

const within = (waits: ReadonlyArray<number>, least: ReadonlyArray<number>): void => {
  assert.lengthOf(waits, least.length)
  for (const [index, wait] of waits.entries()) {
    const seconds = least[index] ?? 0
    assert.isAtLeast(wait, seconds)
    assert.isAtMost(wait, seconds * 1.25)
  }
}

describe("retries", () => {
  it.effect("wait 1, 2, 4 and 8 seconds, plus up to a quarter at random, and end after five attempts", () =>
    Effect.gen(function*() {
      const seen = new Set<number>()
      for (let seed = 0; seed < 40; seed++) {
        const { count, ended, waits } = yield* attempts(`s${seed}`, seed % 2 === 0 ? broken : full())
        assert.deepStrictEqual([count, ended], [5, "Left"])
        within(waits, [1, 2, 4, 8])
        seen.add(waits[3] ?? 0)
      }
      assert.isAbove(seen.size, 35)
      assert.isBelow(Math.min(...seen), 8.2)
      assert.isAbove(Math.max(...seen), 9.8)
    }))

  it.effect("end with the first answer that is neither 429 nor 5xx", () =>
    Effect.gen(function*() {
      const healthy = answering(200, { estado: "ok" })
      const busy = refusing(503, "error_interno")
      const { count, ended, waits } = yield* attempts("a", full(), broken, busy, healthy)
      assert.deepStrictEqual([count, ended], [4, "Right"])
      within(waits, [1, 2, 4])
      const gone = yield* attempts("b", broken, refusing(404, "no_encontrado"))
      assert.deepInclude(gone, { count: 2, ended: "Left" })
    }))

  it.effect("wait as long as Retry-After asks if that is longer", () =>
    Effect.gen(function*() {
      const { waits } = yield* attempts("c", full(30), full(1), full(0), full(60), full(60))
      within(waits, [30, 2, 4, 60])
    }))

  it.effect("wait until the date that a proxy's Retry-After names, by the answer's own clock where it tells it", () =>
    Effect.gen(function*() {
      const until = (retryAfter: string, date?: string) =>
        refusing(503, "error_interno", null, { "Retry-After": retryAfter, ...(date === undefined ? {} : { Date: date }) })
      const at = (clock: string) => `Wed, 21 Oct 2026 ${clock} GMT`
      within((yield* attempts("d", until(at("07:28:30"), at("07:28:00")), until(at("07:28:00"), at("07:28:05")), full(0))).waits, [30, 2, 4, 8])
      assert.deepInclude(yield* attempts("e", until(at("07:28:00"), at("07:25:59"))), { count: 1, ended: "Left" })
      // Without a date of its own: the clock of the tests, which begins with 1970.
      yield* TestClock.setTime(0)
      within((yield* attempts("f", until("Thu, 01 Jan 1970 00:00:40 GMT"), full(0), answering(200, { estado: "ok" }))).waits, [40, 2])
      assert.deepInclude(yield* attempts("g", until(at("07:28:00"))), { count: 1, ended: "Left" })
      for (const other of ["2.5", "-30", "soon", "2030-01-01", "Wed, 99 Oct 2026 07:28:00 GMT"]) {
        within((yield* attempts("h", full(other))).waits, [1, 2, 4, 8])
      }
    }))

  it.effect("are not made when Retry-After asks for more than two minutes", () =>
    Effect.gen(function*() {
      within((yield* attempts("g", full(120), answering(200, { estado: "ok" }))).waits, [120])
      assert.deepInclude(yield* attempts("h", full(), full(121)), { count: 2, ended: "Left" })
      assert.deepInclude(yield* attempts("i", full("10000000000")), { count: 1, ended: "Left" })
    }))

  it.effect("are made after 429 and 5xx only, even if a proxy answered", () =>
    Effect.gen(function*() {
      for (const status of [400, 401, 403, 404, 408, 409, 413, 422, 425, 451]) {
        const ended = yield* attempts("e", refusing(status, "x"))
        assert.deepInclude(ended, { count: 1, ended: "Left" }, String(status))
      }
      for (const status of [429, 500, 502, 503, 504, 599]) {
        const page = () => new Response("<h1>?</h1>", { status })
        assert.deepInclude(yield* attempts("f", page), { count: 5, ended: "Left" }, String(status))
      }
    }))

  it.effect("are not made after a timeout, which is 30 seconds by default", () =>
    Effect.gen(function*() {
      for (const [given, seconds] of [[{}, 30], [{ timeoutMillis: 2_500 }, 2.5]] as const) {
        const aborted: Array<boolean> = []
        const fetch: Fetch = (_, { signal }) =>
          new Promise(() => signal.addEventListener("abort", () => aborted.push(true)))
        const { servicio } = makeClient({ baseUrl, clave, fetch, ...given })
        const began = yield* Clock.currentTimeMillis
        const failure = yield* withTime(Effect.flip(servicio.checkHealth()))
        assert.deepInclude(failure, { _tag: "sin_respuesta", status: null })
        assert.strictEqual((yield* Clock.currentTimeMillis) - began, seconds * 1000)
        assert.deepStrictEqual(aborted, [true])
      }
    }))

  it.effect("have the full timeout for each attempt, waits not included", () =>
    Effect.gen(function*() {
      const { fetch } = yield* makeFetch(({ at }) =>
        Effect.delay(Effect.sync(at < 5_000 ? broken : answering(200, { estado: "ok" })), "900 millis"))
      const { servicio } = makeClient({ baseUrl, clave, fetch, timeoutMillis: 1_000 })
      assert.deepStrictEqual(yield* withTime(servicio.checkHealth()), { estado: "ok" })
    }))

  it.effect("end when the caller stops waiting", () =>
    Effect.gen(function*() {
      const { fetch, sent } = yield* scriptedFetch(broken)
      const { servicio } = makeClient({ baseUrl, clave, fetch })
      const ended = yield* withTime(Effect.timeoutTo(servicio.checkHealth(), {
        duration: "2 seconds",
        onTimeout: () => "timeout",
        onSuccess: () => "success",
      }))
      assert.strictEqual(ended, "timeout")
      assert.lengthOf(sent, 2)
    }))
})
