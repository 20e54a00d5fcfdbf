import { Effect } from "effect"
import type { Result } from "./measure.ts"

const told: Array<string> = []

/** Prints a part of the report. */
export const say = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    console.log(text)
    told.push(text)
  })

/** What was printed since the last call. */
export const toldSince = (): string => told.splice(0).join("\n").trim()

/** A table as text: the first `left` columns are aligned left, the others right. */
export const table = (
  left: number,
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string => {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const padded = (cell: string, i: number): string =>
    i < left ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)
  const rule = widths.map((width) => "-".repeat(width))
  return [head, rule, ...rows].map((row) => `  ${row.map(padded).join("  ")}`.trimEnd()).join("\n")
}

/** A whole number, such as 12 345. */
export const count = (value: number): string => Math.round(value).toLocaleString("en-US").replaceAll(",", " ")

/** Milliseconds, with as many decimals as are meaningful. */
export const millis = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1))

/** A ratio, such as 1.50x. */
export const times = (value: number, base: number): string =>
  base > 0 ? `${(value / base).toFixed(2)}x` : "-"

/** The result of that name; throws when there is none. */
export const named = (results: ReadonlyArray<Result>, name: string): Result => {
  const found = results.find((result) => result.name === name)
  if (found === undefined) throw new Error(`no result of ${name}`)
  return found
}
