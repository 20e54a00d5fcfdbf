import * as OtlpLogger from "@effect/opentelemetry/OtlpLogger"
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { ConfigProvider, Effect, Layer, Logger, Redacted } from "effect"
import { version } from "../../../core/registry/talonarioSoftware.ts"
import { Tracing } from "../../../core/telemetry/tracing.ts"
import { factsApart } from "../logLines.ts"
import { collectorClient } from "./collectorClient.ts"
import { spanSerialization } from "./spanSerialization.ts"

/** A collector, and the name that this process has there. */
export interface OtlpSettings {
  /** What stands before /v1/traces, /v1/metrics and /v1/logs. */
  readonly url: string
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly serviceName: string
  /** What else is said of this process there. */
  readonly attributes: Readonly<Record<string, string>>
  /** How often metrics are sent. */
  readonly metricsIntervalMillis: number
}

/** Without the variables that the library reads by itself: it would send attributes twice, and undecoded. */
const unread = Effect.withConfigProvider(ConfigProvider.fromMap(new Map()))

/**
 * Sends spans, metrics and logs to the collector, in protobuf over HTTP, and what is left at the end, for which it has
 * two seconds. Spans are made from here on. What is logged goes as it is printed: a message, and facts by their names.
 */
export const layer = (
  { attributes, headers, metricsIntervalMillis, serviceName, url }: OtlpSettings,
): Layer.Layer<never> => {
  // A release of the host's own goes before ours.
  const { "service.version": serviceVersion = version, ...others } = attributes
  const settingsOf = (path: string) => ({
    url: `${url}${path}`,
    headers: Redacted.value(headers),
    resource: { serviceName, serviceVersion, attributes: others },
    shutdownTimeout: "2 seconds" as const,
  })
  return Layer.mergeAll(
    Logger.addScoped(Effect.map(unread(OtlpLogger.make(settingsOf("/v1/logs"))), Logger.mapInputOptions(factsApart))),
    Layer.scopedDiscard(unread(OtlpMetrics.make({ ...settingsOf("/v1/metrics"), exportInterval: metricsIntervalMillis }))),
    Layer.unwrapScoped(Effect.map(unread(OtlpTracer.make(settingsOf("/v1/traces"))), Layer.setTracer)),
  ).pipe(
    Layer.provide(spanSerialization),
    Layer.provide(Layer.provide(collectorClient, FetchHttpClient.layer)),
    Layer.merge(Layer.succeed(Tracing, true)),
  )
}
