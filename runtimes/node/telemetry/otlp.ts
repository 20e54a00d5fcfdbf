import * as Otlp from "@effect/opentelemetry/Otlp"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Layer, Redacted } from "effect"
import { version } from "../../../core/registry/talonarioSoftware.ts"
import { Tracing } from "../../../core/telemetry/tracing.ts"
import { collectorClient } from "./collectorClient.ts"

/** A collector, and under which name it hears of this process. */
export interface OtlpSettings {
  /** What stands before /v1/traces, /v1/metrics and /v1/logs. */
  readonly url: string
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly serviceName: string
  /** How often metrics are sent. */
  readonly metricsIntervalMillis: number
}

/**
 * Sends spans, metrics and logs to the collector, in protobuf over HTTP, and what is left at the end, for which it has
 * two seconds. Spans are made from here on.
 */
export const layer = ({ headers, metricsIntervalMillis, serviceName, url }: OtlpSettings): Layer.Layer<never> =>
  Otlp.layerProtobuf({
    baseUrl: url,
    headers: Redacted.value(headers),
    resource: { serviceName, serviceVersion: version },
    metricsExportInterval: metricsIntervalMillis,
    shutdownTimeout: "2 seconds",
  }).pipe(
    Layer.provide(Layer.provide(collectorClient, FetchHttpClient.layer)),
    Layer.merge(Layer.succeed(Tracing, true)),
  )
