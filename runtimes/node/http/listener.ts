import { Exit, type Effect, type Fiber } from "effect"
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http"
import type { Socket } from "node:net"
import { type ApiResponse, declaresTooMuch, onlyReads } from "../../../adapters/http/ApiRequest.ts"
import type { TrustedProxies } from "../../../adapters/http/clientAddress.ts"
import type { HttpInterface } from "../../../adapters/http/httpInterface.ts"
import { apiRequest, clientAddress } from "./apiRequest.ts"
import { answerBareConnections } from "./bareConnections.ts"
import { headRefusal, type Refusal, unknownExpectation } from "./brokenRequests.ts"
import { makeBodyReader } from "./requestBody.ts"
import { sendEarly, sendResponse } from "./sendResponse.ts"
import { makeTurns } from "./turns.ts"

/** Longer than load balancers keep an idle connection: they must hang up first. */
const idleMillis = 75_000

/** How often late requests are looked for. */
const lookMillis = 500

type ResponseFiber = Fiber.RuntimeFiber<ApiResponse>

/** A server that hands its requests to the interface. */
export interface Listener {
  readonly server: Server
  /** Requests that are being answered. */
  readonly running: ReadonlySet<ResponseFiber>
  /** Whether a request has come on a connection, its head at least, that is not answered yet. */
  readonly isAsked: (socket: Socket) => boolean
  /** Whether nothing is under way on a connection that has been in use. */
  readonly isIdle: (socket: Socket) => boolean
  /** From now on every response is the last one of its connection. */
  readonly stop: () => void
}

/** The limits of a listener, see `HttpServerSettings`. */
export interface ListenerSettings {
  readonly arrivalMillis: number
  readonly stalledMillis: number
  readonly trustedProxies: TrustedProxies
}

/** Makes the server, not listening yet. What Node would answer by itself comes from the interface too. */
export const makeListener = <R>(
  http: HttpInterface<R>,
  { arrivalMillis, stalledMillis, trustedProxies }: ListenerSettings,
  fork: (effect: Effect.Effect<ApiResponse, never, R>) => ResponseFiber,
): Listener => {
  const running = new Set<ResponseFiber>()
  const turns = makeTurns()
  const readBody = makeBodyReader(trustedProxies)
  let stopping = false

  const run = (
    effect: Effect.Effect<ApiResponse, never, R>,
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

  const refuse = ({ motivo, status }: Refusal): RequestListener => (request, response) =>
    turns.take(request, response, (arrived) => {
      arrived()
      const refused = http.refuse(status, motivo, clientAddress(request, trustedProxies))
      run(refused, (given) => sendEarly(request, response, given), () => response.destroy())
    })

  const answer = (request: IncomingMessage, response: ServerResponse, begun: () => void): void =>
    turns.take(request, response, (arrived) => {
      begun()
      readBody(request, (body) => {
        arrived()
        // Node's parser drops what comes after a request with `Upgrade`, which may be half of the next request: the
        // connection ends.
        const isLast = (): boolean => stopping || request.headers.upgrade !== undefined
        const asked = apiRequest(request, body, trustedProxies)
        const send = (given: ApiResponse): void =>
          body === "too_large"
            ? sendEarly(request, response, given)
            : sendResponse(response, given, asked.clientAddress, isLast())
        const fiber = run(http.handle(asked), send, () => response.destroy())
        if (!onlyReads(request.method)) return
        response.on("close", () => {
          if (running.has(fiber)) fiber.unsafeInterruptAsFork(fiber.id())
        })
      })
    })

  /** Calls `begun` when it is the request's turn, unless its headers are refused. */
  const serve = (request: IncomingMessage, response: ServerResponse, begun: () => void = () => {}): void => {
    const refusal = headRefusal(request)
    if (refusal === undefined) answer(request, response, begun)
    else refuse(refusal)(request, response)
  }

  const server = createServer({
    headersTimeout: Math.ceil(arrivalMillis / 3),
    requestTimeout: arrivalMillis,
    keepAliveTimeout: idleMillis,
    connectionsCheckingInterval: lookMillis,
    // We answer a request without Host ourselves, see `headRefusal`.
    requireHostHeader: false,
  }, (request, response) => serve(request, response))
  server.timeout = stalledMillis
  // No limit of Node's: `headRefusal` counts them.
  server.maxHeadersCount = 0
  server.on("checkContinue", (request, response) =>
    serve(request, response, () => {
      if (!declaresTooMuch(request.headers["content-length"])) response.writeContinue()
    }))
  server.on("checkExpectation", refuse(unknownExpectation))

  answerBareConnections(server, { http, trustedProxies, owes: turns.owes, run })

  return { server, running, isAsked: turns.isAsked, isIdle: turns.isIdle, stop: () => void (stopping = true) }
}
