import type { Effect } from "effect"
import type { Server } from "node:http"
import type { Duplex } from "node:stream"
import type { ApiResponse } from "../../../adapters/http/ApiRequest.ts"
import type { TrustedProxies } from "../../../adapters/http/clientAddress.ts"
import type { HttpInterface } from "../../../adapters/http/httpInterface.ts"
import { apiRequest, peerAddress } from "./apiRequest.ts"
import { refusalOf, writeRaw } from "./brokenRequests.ts"

/** What connections are answered with. */
interface BareAnswers<R> {
  readonly http: HttpInterface<R>
  readonly trustedProxies: TrustedProxies
  /** Whether a request of the connection has arrived whole and waits for its response. */
  readonly owes: (socket: Duplex) => boolean
  /** Runs what answers, and hands on the answer; abandons it when there is none. */
  readonly run: (
    answering: Effect.Effect<ApiResponse, never, R>,
    answer: (response: ApiResponse) => void,
    abandon: () => void,
  ) => void
}

/**
 * Answers where Node hands over the bare connection instead of a request: CONNECT, which it takes for the end of HTTP on
 * the connection, and bytes that it can make no request of.
 */
export const answerBareConnections = <R>(
  server: Server,
  { http, owes, run, trustedProxies }: BareAnswers<R>,
): void => {
  /** While an earlier request waits for its response, the client would take this one for it: then it gets none. */
  const answer = (socket: Duplex, answering: Effect.Effect<ApiResponse, never, R>): void => {
    if (!socket.writable || owes(socket)) return void socket.destroy()
    run(answering, (response) => writeRaw(socket, response), () => socket.destroy())
  }

  server.on("connect", (request, socket) => {
    socket.on("error", () => socket.destroy())
    answer(socket, http.handle(apiRequest(request, new Uint8Array(), trustedProxies)))
  })

  // Node may find several faults in what comes on one connection.
  const refused = new WeakSet<Duplex>()
  server.on("clientError", (error, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    const refusal = refusalOf(error)
    if (refusal === undefined) return void socket.destroy()
    answer(socket, http.refuse(refusal.status, refusal.motivo, peerAddress(socket)))
  })
}
