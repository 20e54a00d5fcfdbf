import type { IncomingMessage } from "node:http"
import { mountPoint } from "../../adapters/http/mountPoint.ts"
import { type HostedSettings, hostedInterface, type Start } from "../embedded/hostedInterface.ts"
import { type Middleware, middleware, type MiddlewareSettings } from "./http/middleware.ts"

/** What a host tells of itself and of where it is mounted. */
export interface MakeMiddlewareSettings<Incoming extends IncomingMessage>
  extends MiddlewareSettings<Incoming>, HostedSettings {}

/**
 * The HTTP interface of an engine as a part of another server of Node's: Express, Connect, Fastify, `node:http`.
 * `start` is called with the first request; what it gives stays the host's to close. While it fails, requests go on
 * with its reason.
 */
export const makeMiddleware = <Incoming extends IncomingMessage = IncomingMessage>(
  start: Start,
  settings: MakeMiddlewareSettings<Incoming> = {},
): Middleware<Incoming> => {
  // A slip is told at once.
  mountPoint(settings.prefix ?? "")
  const hosted = hostedInterface(start, settings)
  let handler: Middleware<Incoming> | undefined
  return (request, response, next) => {
    if (handler !== undefined) return handler(request, response, next)
    hosted().then(({ http, runtime }) => {
      handler ??= middleware(http, settings, runtime)
      handler(request, response, next)
    }).catch((error: unknown) => {
      if (next !== undefined) next(error)
      else response.destroy()
    })
  }
}
