import { GlobalValue, Metric, MetricBoundaries, MetricKey, MetricLabel } from "effect"

/**
 * Metrics in Effect's registry, of which a process has one. Each is made once, with its labels, and then updated within
 * nanoseconds; `Metric.tagged` would look up the labels at each update, which takes microseconds.
 */

/** Names and values of the labels of one metric. */
export type Labels = Readonly<Record<string, string>>

/** Adds to a counter, sets a gauge, or takes a value into a histogram. */
export type Update = (value: number) => void

/** A counter, which is shown from now on, beginning with zero. */
export const counter = (name: string, description: string, labels: Labels = {}): Update => {
  const key = MetricKey.counter(name, { description, incremental: true })
  const update = updateOf(Metric.fromMetricKey(MetricKey.taggedWithLabels(key, listOf(labels))))
  update(0)
  return update
}

/** A gauge, which is shown from its first value on. */
export const gauge = (name: string, description: string, labels: Labels = {}): Update =>
  updateOf(Metric.fromMetricKey(MetricKey.taggedWithLabels(MetricKey.gauge(name, { description }), listOf(labels))))

/** A histogram with these upper bounds, which is shown from its first value on. */
export const histogram = (
  name: string,
  description: string,
  bounds: ReadonlyArray<number>,
  labels: Labels = {},
): Update => {
  const key = MetricKey.histogram(name, boundariesOf(bounds), description)
  return updateOf(Metric.fromMetricKey(MetricKey.taggedWithLabels(key, listOf(labels))))
}

/**
 * Effect compares boundaries by identity. Made twice, even by two copies of this file, they would give two metrics of the
 * same name.
 */
const knownBoundaries = GlobalValue.globalValue(
  "talonario/telemetry/boundaries",
  () => new Map<string, MetricBoundaries.MetricBoundaries>(),
)

const boundariesOf = (bounds: ReadonlyArray<number>): MetricBoundaries.MetricBoundaries => {
  const name = bounds.join()
  const known = knownBoundaries.get(name) ?? MetricBoundaries.fromIterable(bounds)
  knownBoundaries.set(name, known)
  return known
}

const listOf = (labels: Labels): ReadonlyArray<MetricLabel.MetricLabel> =>
  Object.entries(labels).map(([name, value]) => MetricLabel.make(name, value))

const noMoreLabels: ReadonlyArray<MetricLabel.MetricLabel> = []

const updateOf = <Type, Out>(metric: Metric.Metric<Type, number, Out>): Update =>
  (value) => metric.unsafeUpdate(value, noMoreLabels)

/** Upper bounds, in seconds, for the time of whatever waits for disks or networks. */
export const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Seconds between two readings of a clock in nanoseconds. */
export const secondsBetween = (began: bigint, ended: bigint): number => Number(ended - began) / 1e9
