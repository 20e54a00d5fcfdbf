import { bytesToHex } from "@noble/hashes/utils.js"
import { Cause, Context, Duration, Effect, Layer } from "effect"
import type { ApiRequest, ApiResponse } from "../../adapters/http/ApiRequest.ts"
import type { TrustedProxies } from "../../adapters/http/clientAddress.ts"
import { type HttpInterface, makeHttpInterface } from "../../adapters/http/httpInterface.ts"
import type { HttpSettings } from "../../adapters/http/HttpSettings.ts"
import { internalReply } from "../../adapters/http/replies/errorReply.ts"
import { respond } from "../../adapters/http/replies/respond.ts"
import type { Services } from "../../adapters/http/routing/Route.ts"
import { Entropy } from "../../core/ports/Entropy.ts"
import { RateLimiter, uncountedWindow } from "../../core/ports/RateLimiter.ts"
import { apiRequest } from "./apiGateway/apiRequest.ts"
import { httpEvent } from "./apiGateway/httpEvent.ts"
import { type HttpResult, httpResult } from "./apiGateway/httpResult.ts"
import { makeContainer } from "./container/Container.ts"
import { type Deadline, remainingMillis } from "./container/remainingMillis.ts"

/** The settings of the function: those of its interface, and its proxies. */
export interface HttpHandlerSettings extends HttpSettings {
  /** Proxies before API Gateway that are believed when they say whom a request came from; none by default. */
  readonly trustedProxies?: TrustedProxies
}

/** A function for API Gateway and function URLs. */
export interface HttpHandler {
  /** Answers an event with a result, whatever the event is and whatever goes wrong; rejects when nothing could be built. */
  readonly handler: (event: unknown, context?: Deadline) => Promise<HttpResult>
  /** Builds beforehand what it stands on. */
  readonly open: () => void
  /** Ends it. */
  readonly dispose: () => Promise<void>
}

/** The interface, built. */
class Interface extends Context.Tag("talonario/lambda/Interface")<Interface, HttpInterface>() {}

/**
 * Makes the function of what the interface stands on, which is built once. It tells payload format 1.0 and 2.0 apart by
 * the event; to an event that is neither it answers 400.
 */
export const makeHttpHandler = <E>(
  services: Layer.Layer<Services | Entropy | RateLimiter, E>,
  settings: HttpHandlerSettings,
): HttpHandler => {
  const { trustedProxies = [] } = settings
  const container = makeContainer(Layer.provideMerge(Layer.effect(Interface, makeHttpInterface(settings)), services))

  const answered = (event: unknown, millis: number) =>
    Effect.gen(function*() {
      const http = yield* Interface
      const read = httpEvent(event)
      if (read === undefined) return plain(yield* http.refuse(400, "el evento no es ninguna petición HTTP", ""))
      const request = apiRequest(read, trustedProxies)
      const response = yield* inTime(http.handle(request), millis, request)
      const result = httpResult(response, request.headers["accept-encoding"])
      if (result !== undefined) return result
      return plain(yield* broken(new Error("an answer beyond Lambda's 6 MB"), request.method))
    }).pipe(Effect.catchAllCause((cause) => Effect.map(broken(Cause.squash(cause), "GET"), plain)))

  return {
    ...container,
    handler: (event, context) =>
      container.run(Effect.suspend(() => answered(event, remainingMillis(context))), context),
  }
}

/** Answers 500 when the time is up: a write may be done by then or not, and 500 says neither. */
const inTime = (answering: Effect.Effect<ApiResponse>, millis: number, { method }: ApiRequest) =>
  Effect.raceFirst(
    Effect.disconnect(answering),
    Effect.delay(Effect.suspend(() => broken(new Error("no answer in time"), method)), Duration.millis(millis)),
  )

/** Logs what went wrong outside of the interface under a reference, and tells the reference. */
const broken = (error: unknown, method: string): Effect.Effect<ApiResponse, never, Entropy | RateLimiter> =>
  Effect.gen(function*() {
    const referencia = bytesToHex((yield* Entropy).bytes(4))
    const { rule } = yield* RateLimiter
    yield* Effect.logError("request failed", { referencia }, error)
    return respond(internalReply(referencia), uncountedWindow(rule), method)
  })

/** A result that is so short that it always fits. */
const plain = ({ body, headers, status }: ApiResponse): HttpResult =>
  ({ statusCode: status, headers, body: String(body ?? ""), isBase64Encoded: false })
