import type { Figures, Result } from "./measure.ts"

/** Columns of text, the first to the left and the others to the right. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: ReadonlyArray<string>): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  ").trimEnd()
  return [line(head), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].map((text) => `  ${text}`).join("\n")
}

/** 12 345 */
export const count = (value: number): string => Math.round(value).toLocaleString("en-US").replaceAll(",", " ")

/** Milliseconds with as many decimals as tell something. */
export const millis = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1))

/** How many times as fast. */
export const times = (value: number, base: number): string => (base > 0 ? `${(value / base).toFixed(2)}x` : "-")

/** Rate, ratio to a base rate, and latencies, as cells. */
export const cellsOf = ({ p50, p99, perSecond }: Figures, base: Figures | undefined): ReadonlyArray<string> => [
  count(perSecond),
  base === undefined ? "" : times(perSecond, base.perSecond),
  millis(p50),
  millis(p99),
]

/** The result of this name; one that is missing is a mistake of the benchmark's. */
export const named = (results: ReadonlyArray<Result>, name: string): Result => {
  const found = results.find((result) => result.name === name)
  if (found === undefined) throw new Error(`no result of ${name}`)
  return found
}
