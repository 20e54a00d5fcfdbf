import { Clock, Effect, Fiber, Option, Runtime, TestClock } from "effect"
import type { Fetch } from "../../adapters/client/Answer.ts"
import { makeClient } from "../../adapters/client/makeClient.ts"
import { makePromiseClient } from "../../adapters/client/makePromiseClient.ts"
import type { ApiResponse } from "../../adapters/http/ApiRequest.ts"
import { harnessOrigin, requestOf } from "../../runtimes/memory/exchange.ts"
import type { HarnessSettings } from "../../runtimes/memory/harness.ts"
import { makeScene } from "../http/scene.ts"

export const baseUrl = `${harnessOrigin}/api/v1`

/** The API key of clients without a company. */
export const clave = "svc_test_abc"

/** A request given to `fetch`, and when (virtual milliseconds). */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: SentHeaders
  readonly body: string | undefined
  readonly at: number
}

/** A `fetch` that answers with `answer`, and the requests it got. */
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

/** A `fetch` that gives these answers in order, then keeps repeating the last. */
export const scriptedFetch = (...answers: ReadonlyArray<() => Response>) => {
  let asked = 0
  const next = () => answers[Math.min(asked++, answers.length - 1)]?.() ?? Response.error()
  return makeFetch(() => Effect.sync(next))
}

type SentHeaders = Readonly<Record<string, string>>

/** A JSON answer. */
export const answering = (status: number, value: unknown, headers: SentHeaders = {}) => () =>
  new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json", ...headers } })

/** An error in the form of the service. */
export const refusing = (
  status: number,
  codigo: string,
  detalles: unknown = null,
  headers: SentHeaders = {},
) => answering(status, { error: { codigo, mensaje: `mensaje de ${codigo}`, detalles } }, headers)

/** Number of requests that the system is working on, which takes real time. */
let atWork = 0

/** The whole system behind a `fetch`, with a company and clients that use its live key. */
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

/** Runs the effect, moving the virtual clock on to the next wait whenever there is one. */
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
