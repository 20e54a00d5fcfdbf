import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import { type HostedSettings, hostedInterface, type Start } from "../embedded/hostedInterface.ts"
import { addressedUnder, type Middleware, middleware, type MiddlewareSettings, unanswered } from "./http/middleware.ts"

/** The settings of the middleware and of its interface. */
export interface MakeMiddlewareSettings<Incoming extends IncomingMessage>
  extends MiddlewareSettings<Incoming>, HostedSettings {}

/**
 * The HTTP interface of an engine as a part of another server of Node's: Express, Connect, Fastify, `node:http`.
 * `start` is called with the first request that is of the contract; what it gives stays the host's to close. While it
 * fails, requests go on with its reason; without `next` that is logged, and they are answered 500.
 */
export const makeMiddleware = <Incoming extends IncomingMessage = IncomingMessage>(
  start: Start,
  settings: MakeMiddlewareSettings<Incoming> = {},
): Middleware<Incoming> => {
  // Here, so that a wrong prefix throws at once and not with the first request.
  const addressed = addressedUnder(settings.prefix)
  const hosted = hostedInterface(start, settings)
  let handler: Middleware<Incoming> | undefined
  return (request, response, next) => {
    if (handler !== undefined) return handler(request, response, next)
    if (next !== undefined && !addressed(request).isOurs) return next()
    hosted().then(({ http, runtime }) => {
      handler ??= middleware(http, settings, runtime)
      handler(request, response, next)
    }).catch((error: unknown) => unanswered(error, response, next, Effect.runFork))
  }
}
