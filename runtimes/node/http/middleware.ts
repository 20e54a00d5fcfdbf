import { Cause, Effect, Exit, Runtime } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type ApiRequest, bodyBytesMax, onlyReads } from "../../../adapters/http/ApiRequest.ts"
import { BodyAlreadyRead } from "../../../adapters/http/BodyAlreadyRead.ts"
import type { HttpInterface } from "../../../adapters/http/httpInterface.ts"
import { contractTarget, isMounted, isOfContract, mountPoint } from "../../../adapters/http/mountPoint.ts"
import { inPresentContext, presentContext } from "../../embedded/callersContext.ts"
import { apiRequest, withoutHost } from "./apiRequest.ts"
import { makeBodyReader } from "./requestBody.ts"
import { sendEarly, sendResponse } from "./sendResponse.ts"

/** The settings of the middleware. */
export interface MiddlewareSettings<Incoming extends IncomingMessage> {
  /** Where the interface is mounted: "/facturacion". Express and Connect tell it themselves. */
  readonly prefix?: string | undefined
  /**
   * The client's address, under which requests without a valid key are counted; the other end of the connection by
   * default.
   */
  readonly clientAddress?: ((request: Incoming) => string) | undefined
}

/** How Connect, Express and `node:http` call. Without `next` whatever is not of the contract is 404. */
export type Middleware<Incoming extends IncomingMessage> = (request: Incoming, response: ServerResponse, next?: Next) => void

/** Goes on to the next part of the host's server, or to what answers errors there. */
type Next = (error?: unknown) => void

/** What to do with a request that cannot be answered: the error is the next part's, or else it is logged and a 500. */
export const unanswered = (
  error: unknown,
  response: ServerResponse,
  next: Next | undefined,
  log: (line: Effect.Effect<void>) => unknown,
): void => {
  if (next !== undefined) return next(error)
  log(Effect.logError("a request could not be answered", Cause.fail(error)))
  if (!response.headersSent) response.writeHead(500)
  response.end()
}

/** What the address of a request says, once the mount point is known. */
interface Addressed {
  /** The path of the contract, with its query; anything else as it is. */
  readonly url: string
  readonly mount: string
  /** Whether it is of the contract, and not the host's own. */
  readonly isOurs: boolean
}

/**
 * Gives what reads the addresses of requests: the interface is mounted under the prefix, or without one wherever Connect
 * and Express say that it is.
 */
export const addressedUnder = (prefix: string | undefined): ((request: IncomingMessage) => Addressed) => {
  const told = prefix === undefined ? undefined : mountPoint(prefix)
  return (request) => {
    const left = withoutHost(request.url ?? "")
    // Express takes off whatever its pattern matches, such as all of "/facturacion/{*path}": then its address is the whole one.
    const whole = told === undefined ? undefined : wholeOf(request)
    const target = told !== undefined && whole?.endsWith(left.slice(1)) && isMounted(whole, told) ? whole : left
    const takenOff = takenOffOf(request, target)
    const mount = told ?? takenOff ?? ""
    // An address without the prefix is ours only if the host may have taken the prefix off. Some hosts do not say whether
    // they have.
    const isOurs = isMounted(target, mount) || (isOfContract(target) && (takenOff ?? mount).endsWith(mount))
    return { url: contractTarget(target, mount), mount, isOurs }
  }
}

/**
 * The interface as a part of another server of Node's; requests that are not of the contract go on to the next
 * part. Bodies must not have been parsed yet (`BodyAlreadyRead`), unless whoever did has kept the bytes as `rawBody`,
 * or as `body` itself. A read whose client goes away is interrupted; a write runs to its end.
 */
export const middleware = <Incoming extends IncomingMessage = IncomingMessage>(
  http: HttpInterface,
  settings: MiddlewareSettings<Incoming> = {},
  runtime: Runtime.Runtime<never> = Runtime.defaultRuntime,
): Middleware<Incoming> => {
  const addressed = addressedUnder(settings.prefix)
  const readBody = makeBodyReader([])
  const fork = Runtime.runFork(runtime)

  /**
   * Runs a step that may throw, such as a function of the host's or an answer that a host's adapter has made unfit to be sent. It
   * may be run in an event, where an error that nobody catches ends the host's process.
   */
  const told = (response: ServerResponse, next: Next | undefined, step: () => void): void => {
    try {
      step()
    } catch (error) {
      unanswered(error, response, next, fork)
    }
  }

  const answer = (request: Incoming, response: ServerResponse, next: Next | undefined, asked: ApiRequest): void => {
    const fiber = fork(inPresentContext(http.handle(asked)))
    fiber.addObserver((exit) => {
      if (Exit.isFailure(exit)) return void response.destroy()
      told(response, next, () =>
        asked.body === "too_large"
          ? sendEarly(request, response, exit.value)
          : sendResponse(response, exit.value, asked.clientAddress, false))
    })
    if (onlyReads(request.method)) response.on("close", () => fiber.unsafeInterruptAsFork(fiber.id()))
  }

  return (request, response, next) => {
    const { isOurs, mount, url } = addressed(request)
    if (next !== undefined && !isOurs) return next()
    // A connection that breaks under its response is nobody's error.
    response.on("error", () => {})
    const receive = (body: ApiRequest["body"]): void =>
      told(response, next, () => {
        const asked = apiRequest(request, body, [])
        // Compared with true, since sockets of Bun have the property in any case.
        const scheme = "encrypted" in request.socket && request.socket.encrypted === true ? "https" : "http"
        const origin = asked.origin.replace(/^http(?=:)/, scheme) + mount
        const clientAddress = settings.clientAddress?.(request) ?? asked.clientAddress
        answer(request, response, next, { ...asked, url, origin, clientAddress })
      })
    const kept = keptBody(request)
    if (kept !== undefined) return receive(kept.length > bodyBytesMax ? "too_large" : kept)
    if (!request.readableDidRead) {
      // A body's last piece comes in the connection's context.
      const inContext = presentContext()
      return readBody(request, (body) => inContext(() => receive(body)))
    }
    const slip = new BodyAlreadyRead()
    if (next !== undefined) return next(slip)
    fork(Effect.logError(slip.message))
    response.writeHead(500).end()
  }
}

/** The prefix that Connect or Express has taken off the target; undefined where the host does not say. */
const takenOffOf = (request: IncomingMessage, target: string): string | undefined => {
  const whole = wholeOf(request)
  if (whole === undefined) return undefined
  return whole.endsWith(target) ? whole.slice(0, whole.length - target.length) : ""
}

/** The target as the client wrote it; undefined where the host does not say. */
const wholeOf = (request: IncomingMessage): string | undefined =>
  "originalUrl" in request && typeof request.originalUrl === "string" ? withoutHost(request.originalUrl) : undefined

/** The body's bytes, where an earlier part of the host's server has read and kept them. */
const keptBody = (request: IncomingMessage): Uint8Array | undefined => {
  if ("rawBody" in request && request.rawBody instanceof Uint8Array) return request.rawBody
  return "body" in request && request.body instanceof Uint8Array ? request.body : undefined
}
