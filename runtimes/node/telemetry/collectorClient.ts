import * as HttpClient from "@effect/platform/HttpClient"
import { type HttpClientError, RequestError } from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Effect, Layer, Option } from "effect"
import { sparseWarning } from "../../../core/telemetry/sparseWarning.ts"
import { thrownText } from "../../../core/text/thrownText.ts"

/** Exports on their way at once; what comes while a slow collector holds them all is dropped. */
const atOnce = 4

/** How long a collector may take, as OpenTelemetry has it. */
const limit = "10 seconds"

/** The longest wait before another attempt that a collector may ask for, in seconds. */
const waitMax = 10

/**
 * An HTTP client for what is exported, which never harms the service: a collector that hangs holds a bounded number of
 * exports. Refused exports are warned of. Answers are read and thrown away.
 */
export const collectorClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function*() {
    const client = yield* HttpClient.HttpClient
    const slots = yield* Effect.makeSemaphore(atOnce)
    const warn = sparseWarning("the OpenTelemetry collector does not take what is sent to it")
    return HttpClient.transform(client, (sending, request) =>
      sending.pipe(
        Effect.tap((response) => response.arrayBuffer),
        Effect.timeoutFail({ duration: limit, onTimeout: () => failed(request, "Transport", "no answer in time") }),
        slots.withPermitsIfAvailable(1),
        // With the reason `Encode` the exporter does not try again, which would keep what is sent in memory.
        Effect.flatMap(Option.match({
          onNone: () => Effect.fail(failed(request, "Encode", "too many exports are on their way")),
          onSome: Effect.succeed,
        })),
        // While the exporter waits, it keeps what is sent in memory, and sends no metrics at all.
        Effect.filterOrFail(
          (response) => !asksToWait(response),
          ({ status }) => failed(request, "Encode", `it answers ${status} and asks for a longer wait than ${waitMax} seconds`),
        ),
        Effect.tap(({ status }) => (status < 300 ? Effect.void : warn({ reason: `it answers ${status}` }))),
        Effect.tapError((error) => warn({ reason: reasonOf(error) })),
      ))
  }),
)

/** What could not be done, and why: `fetch` says only that it failed, and has the reason as its cause. */
const reasonOf = (error: HttpClientError): string => {
  let cause: unknown = error
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause
  return cause === error ? error.message : `${error.message}: ${thrownText(cause)}`
}

const asksToWait = ({ headers, status }: HttpClientResponse): boolean =>
  status === 429 && Number(headers["retry-after"] ?? 0) > waitMax

const failed = (request: HttpClientRequest.HttpClientRequest, reason: "Encode" | "Transport", description: string) =>
  new RequestError({ request, reason, description })
