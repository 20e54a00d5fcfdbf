import { performance } from "node:perf_hooks"

/** One unit of work; undefined when there is nothing left to work on. A failure ends the benchmark. */
export type Operation = () => Promise<unknown> | undefined

/** What was done in some time. */
export interface Sample {
  readonly elapsedMillis: number
  /** Milliseconds that each operation took, in no order. */
  readonly latencies: ReadonlyArray<number>
}

/**
 * A closed loop: so many callers, each of which asks again as soon as it is answered, until the time is over
 * or the work runs out. What is under way then is waited for and counted.
 */
export const closedLoop = async (
  operation: Operation,
  callers: number,
  millis: number,
  signal?: AbortSignal,
): Promise<Sample> => {
  const latencies: Array<number> = []
  const start = performance.now()
  let last = start
  const isOver = () => last - start >= millis || signal?.aborted === true
  const call = async () => {
    while (!isOver()) {
      const asked = performance.now()
      const answer = operation()
      if (answer === undefined) return
      await answer
      last = performance.now()
      latencies.push(last - asked)
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return { elapsedMillis: last - start, latencies }
}

/** Several samples of the same thing as one. */
export const joined = (samples: ReadonlyArray<Sample>): Sample => ({
  elapsedMillis: samples.reduce((sum, { elapsedMillis }) => sum + elapsedMillis, 0),
  latencies: samples.flatMap(({ latencies }) => latencies),
})

/** Operations per second, and milliseconds within which 50 and 99 of 100 were answered. */
export interface Figures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** The figures of a sample; all zero when nothing was done. */
export const figuresOf = ({ elapsedMillis, latencies }: Sample): Figures => {
  const sorted = Float64Array.from(latencies).sort()
  const within = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  const perSecond = elapsedMillis > 0 ? (sorted.length * 1000) / elapsedMillis : 0
  return { perSecond, p50: within(0.5), p99: within(0.99) }
}

/** Processor time in milliseconds, of the program that is measured and of its database. */
export interface Spent {
  readonly program: number
  readonly database: number
}

/** One side of a comparison. */
export interface Contestant {
  readonly name: string
  /** What it has spent so far. */
  readonly spent?: () => Spent
  /** Makes sure, before the time runs, that there is work for so many operations. */
  readonly prepare?: (count: number) => Promise<void>
  /** Measures for so many milliseconds: here by a closed loop, or by somebody else. */
  readonly run: (callers: number, millis: number, signal: AbortSignal) => Promise<Sample>
}

/** A contestant in this process. */
export const contestant = (
  name: string,
  operation: Operation,
  prepare?: (count: number) => Promise<void>,
): Contestant => ({
  name,
  ...(prepare === undefined ? {} : { prepare }),
  run: (callers, millis, signal) => closedLoop(operation, callers, millis, signal),
})

/** Operations that are prepared for a warm-up, of which the speed is not known yet. */
const warmUpSupply = 4_000

/** How much faster than its warm-up a contestant may turn out without running out of work. */
const headroom = 1.6

/** How long each side is measured, and how long it runs before that, so that code and caches are warm. */
export interface Pace {
  readonly seconds: number
  readonly warmUpSeconds: number
  /** Slices that the time of each side is cut into; two unless told. */
  readonly turns?: number
}

/** How fast one side of a comparison turned out to be. */
export interface Result extends Figures {
  readonly name: string
  /** Of each operation; undefined where it is not counted. */
  readonly spent: Spent | undefined
}

/** Callers at least while a side warms up: a single one would not get code compiled in that time. */
const warmingCallers = 32

/**
 * Measures the contestants in turns (a, b, a, b), each alone, so that what else the machine does meets all of
 * them alike. Answers in the order of the contestants.
 */
export const race = async (
  contestants: ReadonlyArray<Contestant>,
  callers: number,
  { seconds, turns = 2, warmUpSeconds }: Pace,
  signal: AbortSignal,
): Promise<ReadonlyArray<Result>> => {
  const millis = (seconds * 1000) / turns
  const runners = contestants.map((side) => ({ side, expected: 0, samples: new Array<Sample>(), spent: nothingSpent }))
  for (const runner of runners) {
    await runner.side.prepare?.(warmUpSupply)
    const warm = await runner.side.run(Math.max(callers, warmingCallers), warmUpSeconds * 1000, signal)
    runner.expected = figuresOf(warm).perSecond
  }
  for (let turn = 0; turn < turns; turn++) {
    for (const runner of runners) {
      const { expected, samples, side, spent } = runner
      await side.prepare?.(callers + Math.ceil((expected * headroom * millis) / 1000))
      const before = side.spent?.() ?? nothingSpent
      samples.push(await side.run(callers, millis, signal))
      const after = side.spent?.() ?? nothingSpent
      runner.spent = {
        program: spent.program + after.program - before.program,
        database: spent.database + after.database - before.database,
      }
    }
  }
  return runners.map(({ samples, side, spent }) => {
    const sample = joined(samples)
    const each = { program: spent.program / sample.latencies.length, database: spent.database / sample.latencies.length }
    return { name: side.name, ...figuresOf(sample), spent: side.spent === undefined ? undefined : each }
  })
}

const nothingSpent: Spent = { program: 0, database: 0 }
