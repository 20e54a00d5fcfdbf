import { table } from "../bench/measuring/report.ts"
import type { StrikeResult } from "./striking.ts"
import type { TrialResult } from "./Trial.ts"

const head = ["fault", "times", "acknowledged", "settled", "of these done", "recovery p50", "max", "verdict"]

/** A table with a line for each kind of strike and each fault, and below it everything that went wrong. */
export const report = (results: ReadonlyArray<TrialResult>): string => {
  const rows = results.flatMap(({ faults, name, notes, strikes }) => [
    ...strikes.map((strike) => row(strike, "")),
    [`  ${name}: ${notes.join(", ")}`, "", "", "", "", "", "", faults.length === 0 ? "all well" : `${faults.length} FAULTS`],
  ])
  const faults = results.flatMap((result) => result.faults.map((fault) => `  ${result.name}: ${fault}`))
  return [table(1, head, rows), ...(faults.length === 0 ? [] : ["", "Faults:", ...faults])].join("\n")
}

const row = ({ counts, name, recoveries, times }: StrikeResult, verdict: string): ReadonlyArray<string> => [
  name,
  String(times),
  String(counts.acknowledged),
  String(counts.settled),
  String(counts.settledAsDone),
  seconds(median(recoveries)),
  seconds(Math.max(...recoveries)),
  verdict,
]

const seconds = (millis: number): string => `${(millis / 1_000).toFixed(2)} s`

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
