import { Effect, Layer, Metric, Schedule } from "effect"
import { prometheusText } from "../../../adapters/metrics/prometheusText.ts"
import { refreshQueueGauges } from "../../../core/jobs/queueTelemetry.ts"
import { telemetrySettings } from "../settings.ts"
import { serveMetrics } from "./metricsServer.ts"

/** How often metrics go to a collector. */
const metricsIntervalMillis = 15_000

/**
 * Sends telemetry to a collector, where one is configured; only then the packages for it are loaded. Everything else
 * runs within this layer.
 */
export const exportedTelemetry = Layer.unwrapEffect(
  Effect.flatMap(telemetrySettings, ({ otlp }) =>
    otlp === null
      ? Effect.succeed(Layer.empty)
      : Effect.map(Effect.promise(() => import("./otlp.ts")), ({ layer }) => layer({ ...otlp, metricsIntervalMillis }))),
)

/** Our metrics of Effect's registry, queue and all. */
const scraped = Effect.map(
  refreshQueueGauges,
  () => prometheusText(Metric.unsafeSnapshot().filter(({ metricKey }) => metricKey.name.startsWith("talonario_"))),
)

/**
 * Serves the metrics, and keeps those of the queue fresh for the collector, as far as that is configured, until the
 * scope closes. Gives the address, null where they are not served. Scrapes within a second share one look at the queue.
 */
export const publishedMetrics = Effect.gen(function*() {
  const { metrics, otlp } = yield* telemetrySettings
  if (otlp !== null) yield* Effect.forkScoped(Effect.repeat(refreshQueueGauges, Schedule.spaced(metricsIntervalMillis)))
  if (metrics === null) return null
  const text = yield* Effect.cachedWithTTL(scraped, "1 second")
  const { url } = yield* serveMetrics(metrics, text)
  return `${url}/metrics`
})

/** The same in words, for those who start a process; empty where nobody is served. */
export const metricsLine = (address: string | null): string => (address === null ? "" : `Metrics are at ${address}\n`)
