import { Cause, Context, type Effect, Exit, Runtime } from "effect"
import { type ApiRequest, type ApiResponse, onlyReads } from "../../adapters/http/ApiRequest.ts"
import { BodyAlreadyRead } from "../../adapters/http/BodyAlreadyRead.ts"
import type { HttpInterface } from "../../adapters/http/httpInterface.ts"
import { mountPoint } from "../../adapters/http/mountPoint.ts"
import { inPresentContext } from "../embedded/callersContext.ts"
import { Settling } from "../embedded/Settling.ts"
import { apiRequest } from "./apiRequest.ts"
import { readBody } from "./requestBody.ts"
import { webResponse } from "./webResponse.ts"

/**
 * The settings of the handler. `Rest` is what its platform calls handlers with after the request, such as the bindings
 * and the context of a Worker.
 */
export interface FetchSettings<Rest extends ReadonlyArray<unknown>> {
  /** Where the interface is mounted: "/facturacion" makes its paths "/facturacion/api/v1/…"; at the top by default. */
  readonly prefix?: string | undefined
  /**
   * The client's address, under which requests without a valid key are counted: a Request does not tell it. By default
   * they share one window. Never take it from a header that clients can write themselves (`forwardedAddress`).
   */
  readonly clientAddress?: ((request: Request, ...rest: Rest) => string) | undefined
  /**
   * Is given a promise for each request, which ends with its answer and with all commits that it has begun, and never
   * rejects: for platforms that stop what still runs once a request is answered or its client has gone.
   */
  readonly waitUntil?: ((work: Promise<unknown>, request: Request, ...rest: Rest) => void) | undefined
}

/** How platforms call. Rejects only when a host has read the body before (`BodyAlreadyRead`), or its own functions throw. */
export type FetchHandler<Rest extends ReadonlyArray<unknown>> =
  (request: Request, ...rest: Rest) => Promise<Response>

/**
 * The interface as platforms of the Fetch standard call it. A read whose client goes away is interrupted; a write
 * runs to its end. Effects run in `runtime`, with its logger and tracer.
 */
export const fetchHandler = <Rest extends ReadonlyArray<unknown>>(
  http: HttpInterface,
  settings: FetchSettings<Rest> = {},
  runtime: Runtime.Runtime<never> = Runtime.defaultRuntime,
): FetchHandler<Rest> => {
  const mount = mountPoint(settings.prefix ?? "")
  const run = Runtime.runPromiseExit(runtime)
  const settled = Context.get(runtime.context, Settling)

  /** Runs what answers; the signal interrupts it when nobody waits for the answer any longer. */
  const answer = async (effect: Effect.Effect<ApiResponse>, signal?: AbortSignal): Promise<Response> => {
    const exit = await run(inPresentContext(effect), signal === undefined ? {} : { signal })
    if (Exit.isSuccess(exit)) return webResponse(exit.value)
    if (Cause.isInterruptedOnly(exit.cause)) return clientGone()
    throw Cause.squash(exit.cause)
  }

  return async (request, ...rest) => {
    const clientAddress = settings.clientAddress?.(request, ...rest) ?? ""
    const told = (answered: Promise<Response>): Promise<Response> => {
      const settle = () => run(settled)
      settings.waitUntil?.(answered.then(settle, settle), request, ...rest)
      return answered
    }
    if (onlyReads(request.method)) {
      return told(answer(http.handle(apiRequest(request, { body: noBytes, clientAddress, mount })), request.signal))
    }
    const body = await arrived(request)
    return told(answer(body === undefined
      ? http.refuse(400, "el cuerpo no llegó entero", clientAddress)
      : http.handle(apiRequest(request, { body, clientAddress, mount }))))
  }
}

const noBytes = new Uint8Array()

/** Undefined when the client went away before the end. */
const arrived = async (request: Request): Promise<ApiRequest["body"] | undefined> => {
  try {
    return await readBody(request)
  } catch (error) {
    if (error instanceof BodyAlreadyRead) throw error
    return undefined
  }
}

/** Nobody reads it; 499 is what proxies log. */
const clientGone = (): Response => new Response(null, { status: 499 })
