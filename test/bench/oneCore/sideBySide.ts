import type { Pace } from "../measuring/measure.ts"
import { count, times } from "../measuring/report.ts"

/** Some work; `once` returns how many things it did. */
export interface Work {
  readonly name: string
  readonly once: () => number
}

/** The speed of some work. */
export interface Rate {
  readonly name: string
  readonly perSecond: number
}

/**
 * Measures work in this thread, in turns (a, b, a, b), after a warm-up of each that does not count. The rates come in the order
 * of the works.
 */
export const sideBySide = (
  works: ReadonlyArray<Work>,
  { seconds, warmUpSeconds }: Pace,
): ReadonlyArray<Rate> => {
  const turns = 4
  const results = works.map(({ name, once }) => ({ name, once, done: 0, millis: 0 }))
  for (const { once } of results) spin(once, (warmUpSeconds * 1000) / 2)
  for (let turn = 0; turn < turns; turn++) {
    for (const result of results) {
      const { done, millis } = spin(result.once, (seconds * 1000) / turns)
      result.done += done
      result.millis += millis
    }
  }
  return results.map(({ done, millis, name }) => ({ name, perSecond: (done * 1000) / millis }))
}

/** Rows of a table: each rate, and its ratio to the first, which is Node's own primitive over the same bytes. */
export const besideFirst = (rates: ReadonlyArray<Rate>): ReadonlyArray<ReadonlyArray<string>> =>
  rates.map(({ name, perSecond }) => [name, count(perSecond), times(perSecond, rates[0]?.perSecond ?? 0)])

const spin = (once: () => number, millis: number) => {
  const start = performance.now()
  let done = 0
  let elapsed = 0
  while (elapsed < millis) {
    done += once()
    elapsed = performance.now() - start
  }
  return { done, millis: elapsed }
}
