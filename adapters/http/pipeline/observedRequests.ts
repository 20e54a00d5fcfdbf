import { Data, Effect } from "effect"
import { secondsBetween } from "../../../core/telemetry/instruments.ts"
import { type Answered, answersOf } from "../../../core/telemetry/requestTelemetry.ts"
import { readTraceparent } from "../../../core/telemetry/traceparent.ts"
import { spanned, Tracing } from "../../../core/telemetry/tracing.ts"
import type { ApiRequest, ApiResponse } from "../ApiRequest.ts"
import { basePath } from "../contract/api.ts"

/** An operation of the contract. */
interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
}

type Answer<R> = Effect.Effect<ApiResponse, never, R>

/** Watches requests being answered. */
export interface Observer {
  /** `operation` is undefined for a request whose method and path name none. */
  readonly request: <R>(request: ApiRequest, operation: Operation | undefined, answering: Answer<R>) => Answer<R>
  /** For what never became a request. */
  readonly refusal: (answering: Answer<never>) => Answer<never>
}

/**
 * Counts and times answers. Where spans are made, each answer gets one, in the trace that the request names. Metrics and
 * spans name routes as the contract writes them, never addresses as sent. A request that is interrupted because its
 * client has gone is not counted.
 */
export const makeObserver: Effect.Effect<Observer> = Effect.gen(function*() {
  const tracing = yield* Tracing
  const clock = yield* Effect.clock
  const known = new Map<string, Answered>()
  const answersTo = ({ method, name }: Pick<Operation, "method" | "name">): Answered => {
    const answers = known.get(name) ?? answersOf(method, name)
    known.set(name, answers)
    return answers
  }

  const counted = <R>(operation: Operation | undefined, answering: Answer<R>): Answer<R> =>
    Effect.suspend(() => {
      const began = clock.unsafeCurrentTimeNanos()
      return Effect.map(answering, (response) => {
        answersTo(operation ?? noOperation)(response.status, secondsBetween(began, clock.unsafeCurrentTimeNanos()))
        return response
      })
    })

  return {
    request: (request, operation, answering) =>
      tracing ? inSpan(request, operation, counted(operation, answering)) : counted(operation, answering),
    refusal: (answering) => counted(undefined, answering),
  }
})

const noOperation = { method: "none", name: "none" }

/** Fails the span of an answer from 500 on, as OpenTelemetry asks (HTTP spans, "Status"). */
class ServerFailed extends Data.TaggedError("ServerFailed")<{
  readonly message: string
  readonly response: ApiResponse
}> {}

const inSpan: Observer["request"] = ({ headers, method }, operation, answering) => {
  const parent = readTraceparent(headers["traceparent"])
  // The caller, who began the trace, has decided not to keep it.
  if (parent?.sampled === false) return Effect.withTracerEnabled(answering, false)
  const name = operation === undefined ? method : `${method} ${routeOf(operation)}`
  const attributes = {
    "http.request.method": method,
    ...(operation === undefined ? {} : { "http.route": routeOf(operation), "talonario.operation": operation.name }),
  }
  const answered = spanned(name, { kind: "server", parent, attributes }, (tell) =>
    Effect.flatMap(answering, (response) => {
      const { status } = response
      tell({ "http.response.status_code": status })
      return status < 500 ? Effect.succeed(response) : Effect.fail(new ServerFailed({ message: `HTTP ${status}`, response }))
    }))
  return Effect.catchAll(answered, ({ response }) => Effect.succeed(response))
}

const routeOf = ({ path }: Operation): string => `${basePath}${path.replaceAll(/:(\w+)/g, "{$1}")}`
