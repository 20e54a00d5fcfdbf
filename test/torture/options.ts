import { parseArgs } from "node:util"
import type { CommandLineNotice } from "../support/CommandLineNotice.ts"

/** The options of a run. */
export interface Options {
  /** About how long the whole run takes. */
  readonly minutes: number
  /** The names of the faults to try; undefined for all. */
  readonly only: ReadonlyArray<string> | undefined
  readonly seed: number
}

const helpOf = (names: ReadonlyArray<string>): string => `npm run torture -- [--minutes 13] [--only kill,network] [--seed 1]

  --minutes  about how long the whole run takes (0.5 to 600); each fault is tried at least once, however short
  --only     some of the faults: ${names.join(", ")}
  --seed     seed of the random choices; it is printed, so that a run can be repeated as far as machines allow
`

/** Reads the command line. */
export const readOptions = (args: ReadonlyArray<string>, names: ReadonlyArray<string>): Options | CommandLineNotice => {
  const wrong = (what: string): CommandLineNotice => ({ text: `${what}\n\n${helpOf(names)}`, exitCode: 2 })
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { minutes: { type: "string" }, only: { type: "string" }, seed: { type: "string" }, help: { type: "boolean" } },
    })
    if (values.help === true) return { text: helpOf(names), exitCode: 0 }
    const minutes = Number(values.minutes ?? "13")
    if (!(minutes >= 0.5 && minutes <= 600)) return wrong("--minutes is a number from 0.5 to 600")
    const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
    if (!Number.isSafeInteger(seed) || seed < 0) return wrong("--seed is a whole number")
    const only = values.only?.split(",")
    const unknown = only?.find((name) => !names.includes(name))
    if (unknown !== undefined) return wrong(`unknown fault: ${unknown}`)
    return { minutes, only, seed }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : "wrong options")
  }
}
