import { Data, Effect, Exit, Fiber, Runtime, type Scope } from "effect"
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import type { ApiResponse } from "../../adapters/http/ApiRequest.ts"
import type { HttpInterface } from "../../adapters/http/httpInterface.ts"
import { apiRequest, clientAddress, hostAndPort } from "./http/apiRequest.ts"
import { noHost, type Refusal, refusalOf, unknownExpectation, writeRaw } from "./http/brokenRequests.ts"
import { declaresTooMuch, readBody } from "./http/requestBody.ts"
import { sendEarly, sendResponse } from "./http/sendResponse.ts"

/** The address is taken, not ours, or not allowed. */
export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

export interface HttpServerSettings {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** How long running requests are waited for at the end; 20 seconds unless told. */
  readonly drainMillis?: number
}

/** Where the server listens. */
export interface Listening {
  readonly port: number
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string
}

/**
 * Serves the interface over HTTP/1.1 until the scope closes: then it takes no new connections, lets running requests
 * end, and cuts off what is left after the wait. Each request runs in a fiber of its own, which a client that goes
 * away does not interrupt.
 */
export const serveHttp = (
  http: HttpInterface,
  settings: HttpServerSettings,
): Effect.Effect<Listening, CannotListen, Scope.Scope> =>
  Effect.gen(function*() {
    const runtime = yield* Effect.runtime<never>()
    const service = makeService(http, (effect) => Runtime.runFork(runtime)(effect))
    yield* Effect.acquireRelease(listen(service.server, settings), () => drain(service, settings.drainMillis ?? 20_000))
    service.server.on("error", ({ message }) =>
      Runtime.runFork(runtime)(Effect.logWarning("the HTTP server could not take a connection", message)))
    return listeningOf(service.server, settings.host)
  })

/** Against clients that send or read slowly, and longer idle than load balancers are, who must hang up first. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 75_000, connectionsCheckingInterval: 1_000 }

/** A connection on which nothing moves at all. */
const stalledMillis = 120_000

interface Service {
  readonly server: Server
  readonly running: ReadonlySet<Fiber.RuntimeFiber<ApiResponse>>
  /** From now on every response is the last one of its connection. */
  readonly stop: () => void
}

const makeService = (
  http: HttpInterface,
  fork: (effect: Effect.Effect<ApiResponse>) => Fiber.RuntimeFiber<ApiResponse>,
): Service => {
  const running = new Set<Fiber.RuntimeFiber<ApiResponse>>()
  /** Responses that a connection still owes. */
  const owed = new WeakMap<Duplex, number>()
  let stopping = false

  const run = (effect: Effect.Effect<ApiResponse>, answer: (response: ApiResponse) => void, abandon: () => void): void => {
    const fiber = fork(effect)
    running.add(fiber)
    fiber.addObserver((exit) => {
      running.delete(fiber)
      if (Exit.isSuccess(exit)) answer(exit.value)
      else abandon()
    })
  }

  const answering = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    owed.set(socket, (owed.get(socket) ?? 0) + 1)
    response.on("close", () => owed.set(socket, (owed.get(socket) ?? 1) - 1))
    // A connection that breaks under the response is nobody's error.
    response.on("error", () => {})
  }

  const refuse = ({ motivo, status }: Refusal): RequestListener => (request, response) => {
    answering(request, response)
    const refused = http.refuse(status, motivo, clientAddress(request.socket))
    run(refused, (answer) => sendEarly(request, response, answer), () => response.destroy())
  }

  const serve: RequestListener = (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === "1.1") return refuse(noHost)(request, response)
    readBody(request, (body) => {
      answering(request, response)
      const send = (answer: ApiResponse): void =>
        body === "too_large" ? sendEarly(request, response, answer) : sendResponse(response, answer, stopping)
      run(http.handle(apiRequest(request, body)), send, () => response.destroy())
    })
  }

  // A missing Host is ours to answer.
  const server = createServer({ ...timeouts, requireHostHeader: false }, serve)
  server.timeout = stalledMillis
  server.on("checkContinue", (request, response) => {
    if (!declaresTooMuch(request)) response.writeContinue()
    serve(request, response)
  })
  server.on("checkExpectation", refuse(unknownExpectation))

  const refused = new WeakSet<Duplex>()
  server.on("clientError", (error, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    const refusal = refusalOf(error)
    // An answer to what came before would be taken for this one: better none.
    if (refusal === undefined || !socket.writable || (owed.get(socket) ?? 0) > 0) return void socket.destroy()
    const answer = http.refuse(refusal.status, refusal.motivo, clientAddress(socket))
    run(answer, (given) => writeRaw(socket, given), () => socket.destroy())
  })

  return { server, running, stop: () => (stopping = true) }
}

const listen = (server: Server, { host, port }: HttpServerSettings): Effect.Effect<void, CannotListen> =>
  Effect.async((resume) => {
    const refused = ({ message }: Error): void => resume(new CannotListen({ message }))
    server.once("error", refused).listen(port, host, () => {
      server.off("error", refused)
      resume(Effect.void)
    })
  })

const listeningOf = (server: Server, host: string): Listening => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("an HTTP server without a port")
  return { port: address.port, url: `http://${hostAndPort(host, address.port)}` }
}

/** Waits in real time, whatever the clock of the scope. */
const drain = ({ running, server, stop }: Service, waitMillis: number): Effect.Effect<void> =>
  Effect.gen(function*() {
    stop()
    const cut = setTimeout(() => {
      server.closeAllConnections()
      Effect.runFork(Fiber.interruptAll(running))
    }, waitMillis)
    // A connection that had already begun its response becomes idle only afterwards.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    yield* Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
    // Requests whose clients have gone run on.
    yield* Effect.forEach([...running], Fiber.await)
    clearTimeout(cut)
    clearInterval(sweep)
  })
