import { Exit, type Effect, type Fiber } from "effect"
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http"
import type { Duplex } from "node:stream"
import type { ApiResponse } from "../../../adapters/http/ApiRequest.ts"
import type { HttpInterface } from "../../../adapters/http/httpInterface.ts"
import { apiRequest, clientAddress } from "./apiRequest.ts"
import { noHost, type Refusal, refusalOf, unknownExpectation, writeRaw } from "./brokenRequests.ts"
import { declaresTooMuch, readBody } from "./requestBody.ts"
import { sendEarly, sendResponse } from "./sendResponse.ts"

/** Longer than load balancers keep an idle connection: they must hang up first. */
const idleMillis = 75_000

/** A connection on which nothing moves at all, such as one whose client does not read. */
const stalledMillis = 120_000

/** How often late requests are looked for. */
const lookMillis = 500

type ResponseFiber = Fiber.RuntimeFiber<ApiResponse>

/** A server that hands its requests to the interface. */
export interface Listener {
  readonly server: Server
  /** Requests that are being answered. */
  readonly running: ReadonlySet<ResponseFiber>
  /** From now on every response is the last one of its connection. */
  readonly stop: () => void
}

/** Makes the server, not listening yet. What Node would answer by itself comes from the interface too. */
export const makeListener = (
  http: HttpInterface,
  arrivalMillis: number,
  fork: (effect: Effect.Effect<ApiResponse>) => ResponseFiber,
): Listener => {
  const running = new Set<ResponseFiber>()
  /** Responses that a connection still owes. */
  const owed = new WeakMap<Duplex, number>()
  let stopping = false

  const run = (
    effect: Effect.Effect<ApiResponse>,
    answer: (response: ApiResponse) => void,
    abandon: () => void,
  ): ResponseFiber => {
    const fiber = fork(effect)
    running.add(fiber)
    fiber.addObserver((exit) => {
      running.delete(fiber)
      if (Exit.isSuccess(exit)) answer(exit.value)
      else abandon()
    })
    return fiber
  }

  const owe = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    owed.set(socket, (owed.get(socket) ?? 0) + 1)
    response.on("close", () => owed.set(socket, (owed.get(socket) ?? 1) - 1))
    // A connection that breaks under its response is nobody's error.
    response.on("error", () => {})
  }

  const refuse = ({ motivo, status }: Refusal): RequestListener => (request, response) => {
    owe(request, response)
    const refused = http.refuse(status, motivo, clientAddress(request.socket))
    run(refused, (answer) => sendEarly(request, response, answer), () => response.destroy())
  }

  const serve: RequestListener = (request, response) => {
    const { headers, httpVersion } = request
    if (headers.host === undefined && httpVersion === "1.1") return refuse(noHost)(request, response)
    readBody(request, (body) => {
      owe(request, response)
      const send = (answer: ApiResponse): void =>
        body === "too_large" ? sendEarly(request, response, answer) : sendResponse(response, answer, stopping)
      const fiber = run(http.handle(apiRequest(request, body)), send, () => response.destroy())
      // Nobody waits for what a client that has gone only wanted to read; a write runs to its end.
      if (request.method === "GET" || request.method === "HEAD") response.on("close", () => fiber.unsafeInterruptAsFork(fiber.id()))
    })
  }

  const server = createServer({
    headersTimeout: Math.ceil(arrivalMillis / 3),
    requestTimeout: arrivalMillis,
    keepAliveTimeout: idleMillis,
    connectionsCheckingInterval: lookMillis,
    // Its absence is ours to answer.
    requireHostHeader: false,
  }, serve)
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
    // While a response is owed, this answer would be taken for it: better none.
    if (refusal === undefined || !socket.writable || (owed.get(socket) ?? 0) > 0) return void socket.destroy()
    const answer = http.refuse(refusal.status, refusal.motivo, clientAddress(socket))
    run(answer, (given) => writeRaw(socket, given), () => socket.destroy())
  })

  return { server, running, stop: () => void (stopping = true) }
}
