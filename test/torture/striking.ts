import { Effect } from "effect"
import type { Fault, Strike, Struck } from "./Fault.ts"
import type { Darkness } from "./load/HealthProbe.ts"
import type { LineCounts } from "./load/Line.ts"
import type { Books, Load, Stage } from "./stage.ts"

/** The result of one kind of strike. */
export interface StrikeResult {
  readonly name: string
  readonly times: number
  /** The writes from the strike until the next one. */
  readonly counts: LineCounts
  /** For each time, the milliseconds until every company could write again. */
  readonly recoveries: ReadonlyArray<number>
}

/** The result of all strikes of a trial. */
export interface StruckOut {
  readonly results: ReadonlyArray<StrikeResult>
  readonly darknesses: ReadonlyArray<Darkness>
  readonly faults: ReadonlyArray<string>
  /** Whether nothing worked any more after the last strike. */
  readonly isDead: boolean
}

/** Whatever has not recovered by itself after this long does not count as recovering. */
const patienceSeconds = 90

/** Strikes for the given time, each time after recovery from the last strike; at the end there is a quiet while. */
export const strikeOut = (fault: Fault, stage: Stage, { pace, seconds }: Load): Effect.Effect<StruckOut> =>
  Effect.gen(function*() {
    const dice = stage.dice.of("strikes")
    const darknesses: Array<Darkness> = []
    const faults: Array<string> = []
    const tallies = new Map<string, StrikeResult>()
    const pause: Struck["pause"] = (from, to) => Effect.suspend(() => Effect.sleep(dice.between(from, to) * pace))
    const struck: Struck = {
      site: stage.site,
      line: stage.line,
      companies: stage.books.map(({ company }) => company.id),
      dice,
      pause,
      dark: (during) => dark(darknesses, during),
      written: (companies, since) => recovered(stage.books.filter(({ company }) => companies.includes(company.id)), since),
      accuse: (what) => void faults.push(what),
    }

    yield* pause(2_000, 2_000)
    const end = performance.now() + seconds * 1_000
    for (let n = 0; n < fault.strikes.length || performance.now() < end; n++) {
      const strike = fault.strikes[n % fault.strikes.length]
      if (strike === undefined) break
      const before = stage.line.counts()
      yield* strike.run(struck)
      const recovery = yield* recovered(stage.books, performance.now())
      if (recovery === undefined) {
        faults.push(`${strike.name}: no recovery in ${patienceSeconds} s; the books were not looked at`)
        return { results: [...tallies.values()], darknesses, faults, isDead: true }
      }
      if (recovery > strike.recoversWithinSeconds * 1_000) {
        faults.push(`${strike.name}: recovered after ${(recovery / 1_000).toFixed(1)} s, not ${strike.recoversWithinSeconds}`)
      }
      yield* pause(300, 1_500)
      tally(tallies, strike, recovery, before, stage.line.counts())
    }
    yield* pause(1_000, 1_000)
    return { results: [...tallies.values()], darknesses, faults, isDead: false }
  })

const recovered = (books: ReadonlyArray<Books>, since: number): Effect.Effect<number | undefined> =>
  Effect.gen(function*() {
    while (performance.now() - since < patienceSeconds * 1_000) {
      const each = books.map(({ prober }) => prober.recoveredAfter(since))
      if (!each.includes(undefined)) return Math.max(...each.map((millis) => millis ?? 0))
      yield* Effect.sleep("20 millis")
    }
    return undefined
  })

const tally = (
  tallies: Map<string, StrikeResult>,
  { name }: Strike,
  recovery: number,
  before: LineCounts,
  after: LineCounts,
): void => {
  const known = tallies.get(name)
  const add = (count: keyof LineCounts): number => (known?.counts[count] ?? 0) + after[count] - before[count]
  tallies.set(name, {
    name,
    times: (known?.times ?? 0) + 1,
    counts: {
      acknowledged: add("acknowledged"),
      settled: add("settled"),
      settledAsDone: add("settledAsDone"),
      unknown: add("unknown"),
    },
    recoveries: [...known?.recoveries ?? [], recovery],
  })
}

const dark = <A>(darknesses: Array<Darkness>, during: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const from = performance.now()
    return Effect.map(during, (result) => {
      darknesses.push({ from, to: performance.now() })
      return result
    })
  })
