import { performance } from "node:perf_hooks"

/** Does one unit of work; undefined when nothing is left to do. A failure ends the benchmark. */
export type Operation = () => Promise<unknown> | undefined

/** The operations done in some time. */
export interface Sample {
  readonly elapsedMillis: number
  /** Milliseconds that each operation took, in no order. */
  readonly latencies: ReadonlyArray<number>
}

/**
 * A closed loop: each caller starts the next operation as soon as the last one is done, until the time is over or the work runs
 * out. Operations that are then still running are waited for and counted.
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

/** Joins several samples of the same operation into one. */
export const joined = (samples: ReadonlyArray<Sample>): Sample => ({
  elapsedMillis: samples.reduce((sum, { elapsedMillis }) => sum + elapsedMillis, 0),
  latencies: samples.flatMap(({ latencies }) => latencies),
})

/** Operations per second, and the milliseconds within which 50 and 99 of 100 were done. */
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
  /** The processor time that it has used so far. */
  readonly spent?: () => Spent
  /** Prepares work for that many operations; the time for this is not measured. */
  readonly prepare?: (count: number) => Promise<void>
  /** Measures for that many milliseconds, in this process or by another. */
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

/** How many operations are prepared for a warm-up, before the speed is known. */
const warmUpSupply = 4_000

/** How much faster than its warm-up a contestant may turn out without running out of work. */
const headroom = 1.6

/** How long each side is measured, and how long it runs before that, so that code and caches are warm. */
export interface Pace {
  readonly seconds: number
  readonly warmUpSeconds: number
  /** How many turns each side takes, which divide its time; two by default. */
  readonly turns?: number
}

/** How fast one side of a comparison turned out to be. */
export interface Result extends Figures {
  readonly name: string
  /** Processor time of one operation; undefined where it is not counted. */
  readonly spent: Spent | undefined
}

/** The least number of callers during a warm-up: a single one would not make code hot enough to be compiled in that time. */
const warmingCallers = 32

/**
 * Measures the contestants in turns (a, b, a, b), one at a time, so that other load on the machine affects them alike. The
 * results come in the order of the contestants.
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
