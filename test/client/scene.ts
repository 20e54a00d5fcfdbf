import { Clock, Effect, Fiber, Option, Runtime, TestClock } from "effect"
import type { Fetch } from "../../adapters/client/Answer.ts"
import { makeClient } from "../../adapters/client/makeClient.ts"
import { makePromiseClient } from "../../adapters/client/makePromiseClient.ts"
import type { ApiResponse } from "../../adapters/http/ApiRequest.ts"
import { harnessOrigin, requestOf } from "../../runtimes/memory/exchange.ts"
import type { HarnessSettings } from "../../runtimes/memory/harness.ts"
import { makeScene } from "../http/scene.ts"

export const baseUrl = `${harnessOrigin}/api/v1`

/** A request as `fetch` was given it, and when (virtual milliseconds). */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: SentHeaders
  readonly body: string | undefined
  readonly at: number
}

/** A `fetch` that answers by the given function, and what it was asked. */
export const makeFetch = (answer: (request: Sent) => Effect.Effect<Response>) =>
  Effect.map(Effect.runtime(), (runtime) => {
    const sent: Array<Sent> = []
    const fetch: Fetch = (url, { body, headers, method }) =>
      Effect.gen(function*() {
        const request = { method, url, headers, body, at: yield* Clock.currentTimeMillis }
        sent.push(request)
        return yield* answer(request)
      }).pipe(Runtime.runPromise(runtime))
    return { fetch, sent }
  })

/** A `fetch` that gives these answers, then the last one again and again. */
export const scriptedFetch = (...answers: ReadonlyArray<() => Response>) => {
  let asked = 0
  const next = () => answers[Math.min(asked++, answers.length - 1)]?.() ?? Response.error()
  return makeFetch(() => Effect.sync(next))
}

type SentHeaders = Readonly<Record<string, string>>

/** An answer in JSON. */
export const answering = (status: number, value: unknown, headers: SentHeaders = {}) => () =>
  new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json", ...headers } })

/** An error as the service tells it. */
export const refusing = (
  status: number,
  codigo: string,
  detalles: unknown = null,
  headers: SentHeaders = {},
) => answering(status, { error: { codigo, mensaje: `mensaje de ${codigo}`, detalles } }, headers)

/** Requests that the whole system is at work on, whose time is not the virtual one. */
let atWork = 0

/** The whole system behind a `fetch`, a company, and clients with its live key. */
export const makeClientScene = (settings: HarnessSettings = {}) =>
  Effect.gen(function*() {
    const scene = yield* makeScene(settings)
    const { fetch, sent } = yield* makeFetch(({ body, headers, method, url }) => {
      const sentHeaders = Object.entries(headers)
      const lowerCase = Object.fromEntries(sentHeaders.map(([name, value]) => [name.toLowerCase(), value]))
      return Effect.acquireUseRelease(
        Effect.sync(() => atWork++),
        () => Effect.map(scene.handle(requestOf(method, url, { body, headers: lowerCase })), responseOf),
        () => Effect.sync(() => atWork--),
      )
    })
    const options = { baseUrl, clave: scene.live, fetch }
    const clients = { client: makeClient(options), promises: makePromiseClient(options) }
    return { ...scene, ...clients, fetch, sent, options }
  })

const responseOf = ({ body, headers, status }: ApiResponse): Response =>
  new Response(typeof body === "string" || body === null ? body : new Uint8Array(body), { status, headers })

/** Runs to the end, with the virtual clock going on to the next wait whenever there is one. */
export const withTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function*() {
    const fiber = yield* Effect.fork(effect)
    while (Option.isNone(yield* Fiber.poll(fiber))) {
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      const [first] = Array.from(yield* TestClock.sleeps()).toSorted((a, b) => a - b)
      if (first !== undefined && atWork === 0) yield* TestClock.setTime(first)
    }
    return yield* Fiber.join(fiber)
  })
