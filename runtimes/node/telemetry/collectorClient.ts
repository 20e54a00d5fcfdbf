import * as HttpClient from "@effect/platform/HttpClient"
import { RequestError } from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect, Layer, Option } from "effect"
import { sparseWarning } from "../../../core/telemetry/sparseWarning.ts"

/** Exports on their way at once; what comes while a slow collector holds them all is dropped. */
const atOnce = 4

/** How long a collector may take, as OpenTelemetry has it. */
const limit = "10 seconds"

/**
 * An HTTP client that never harms what it tells of: a collector that hangs holds a bounded number of exports. One that
 * does not take them is warned of; what it answers is read and thrown away.
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
        // This reason is not met by trying again, which would keep what is sent in memory.
        Effect.flatMap(Option.match({
          onNone: () => Effect.fail(failed(request, "Encode", "too many exports are on their way")),
          onSome: Effect.succeed,
        })),
        Effect.tap(({ status }) => (status < 300 ? Effect.void : warn({ reason: `it answers ${status}` }))),
        Effect.tapError(({ message: reason }) => warn({ reason })),
      ))
  }),
)

const failed = (request: HttpClientRequest.HttpClientRequest, reason: "Encode" | "Transport", description: string) =>
  new RequestError({ request, reason, description })
