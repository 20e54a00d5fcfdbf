import { type MetricKey, MetricKeyType, type MetricPair, MetricState } from "effect"

/** The content type of the format. */
export const prometheusContentType = "text/plain; version=0.0.4; charset=utf-8"

type Pair = MetricPair.MetricPair.Untyped
type Key = MetricKey.MetricKey.Untyped

/**
 * A snapshot in Prometheus' text exposition format 0.0.4, by name. Counters that may fall are gauges to Prometheus.
 * Names of metrics and labels have to be such as Prometheus takes; frequencies and summaries are left out.
 */
export const prometheusText = (snapshot: ReadonlyArray<Pair>): string => {
  const families = new Map<string, Array<Pair>>()
  for (const pair of snapshot) {
    if (typeOf(pair.metricKey) === undefined) continue
    const { name } = pair.metricKey
    const family = families.get(name)
    if (family === undefined) families.set(name, [pair])
    else family.push(pair)
  }
  return [...families].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, pairs]) => familyText(name, pairs)).join("")
}

const familyText = (name: string, pairs: ReadonlyArray<Pair>): string => {
  const [first] = pairs
  if (first === undefined) return ""
  const help = first.metricKey.description
  const lines = help._tag === "Some" ? [`# HELP ${name} ${escaped(help.value, /[\\\n]/g)}`] : []
  lines.push(`# TYPE ${name} ${typeOf(first.metricKey)}`, ...pairs.flatMap(samplesOf))
  return lines.map((line) => `${line}\n`).join("")
}

const typeOf = ({ keyType }: Key): "counter" | "gauge" | "histogram" | undefined => {
  if (MetricKeyType.isCounterKey(keyType)) return keyType.incremental ? "counter" : "gauge"
  if (MetricKeyType.isGaugeKey(keyType)) return "gauge"
  return MetricKeyType.isHistogramKey(keyType) ? "histogram" : undefined
}

const samplesOf = ({ metricKey, metricState }: Pair): ReadonlyArray<string> => {
  const { name, tags } = metricKey
  const labels = tags.map(({ key, value }) => label(key, value))
  if (MetricState.isCounterState(metricState)) return [sample(name, labels, metricState.count)]
  if (MetricState.isGaugeState(metricState)) return [sample(name, labels, metricState.value)]
  if (!MetricState.isHistogramState(metricState)) return []
  const { buckets, count, sum } = metricState
  return [
    // The last bound is infinite, and the counts add up, as Prometheus wants them.
    ...buckets.map(([bound, within]) => sample(`${name}_bucket`, [...labels, label("le", numeral(bound))], within)),
    sample(`${name}_sum`, labels, sum),
    sample(`${name}_count`, labels, count),
  ]
}

const sample = (name: string, labels: ReadonlyArray<string>, value: number | bigint): string =>
  `${name}${labels.length === 0 ? "" : `{${labels.join(",")}}`} ${numeral(value)}`

const label = (name: string, value: string): string => `${name}="${escaped(value, /[\\\n"]/g)}"`

const escaped = (text: string, signs: RegExp): string =>
  text.replaceAll(signs, (sign) => (sign === "\n" ? "\\n" : `\\${sign}`))

const numeral = (value: number | bigint): string => {
  if (value === Number.POSITIVE_INFINITY) return "+Inf"
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)
}
