import { Metric } from "effect"
import { prometheusText } from "../../adapters/metrics/prometheusText.ts"
import { valueOf } from "../metrics/readPrometheus.ts"

/** The present value of a metric of this process, 0 if it does not exist yet. */
export const metricValue = (name: string, labels: Readonly<Record<string, string>> = {}): number =>
  valueOf(prometheusText(Metric.unsafeSnapshot()), name, labels) ?? 0
