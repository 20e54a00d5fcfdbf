import { Metric } from "effect"
import { prometheusText } from "../../adapters/metrics/prometheusText.ts"
import { valueOf } from "../metrics/readPrometheus.ts"

/** What a metric of this process says now; 0 where it is not there yet. */
export const metricValue = (name: string, labels: Readonly<Record<string, string>> = {}): number =>
  valueOf(prometheusText(Metric.unsafeSnapshot()), name, labels) ?? 0
