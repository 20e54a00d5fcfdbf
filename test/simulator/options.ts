import { parseArgs } from "node:util"
import type { CommandLineNotice } from "../support/CommandLineNotice.ts"

/** The options of a run. */
export interface Options {
  readonly seed: number
  readonly steps: number
  /** The greatest number of steps in one life. */
  readonly longest: number
  /** For how many seconds at most a history is shrunk. */
  readonly shrink: number
  /** The name under which to keep what is found; undefined keeps nothing. */
  readonly keep: string | undefined
  /** The file of a history to report instead of simulating. */
  readonly history: string | undefined
}

const help = `npm run simulate -- [--seed 7] [--steps 20000] [--longest 600] [--shrink 60] [--keep name]
npm run simulate -- --history file.json

  --seed     the seed of the first life; by default another one each time
  --steps    how many steps to take, in all lives together
  --longest  the most steps that a life may have
  --shrink   for how many seconds at most to shrink the history of what is found
  --keep     keeps that history as a test of this name
  --history  reports what happens in a history instead
`

/** The least values of the numbers. */
const least = { seed: 0, steps: 1, longest: 1, shrink: 0 }

/** Reads the command line. */
export const readOptions = (args: ReadonlyArray<string>): Options | CommandLineNotice => {
  const wrong = (what: string): CommandLineNotice => ({ text: `${what}\n\n${help}`, exitCode: 2 })
  try {
    const text = { type: "string" } as const
    const { values } = parseArgs({
      args: [...args],
      options: { seed: text, steps: text, longest: text, shrink: text, keep: text, history: text, help: { type: "boolean" } },
    })
    if (values.help === true) return { text: help, exitCode: 0 }
    const { history, keep, longest = 600, shrink = 60, steps = 20_000 } = values
    const { seed = Math.floor(Date.now() / 1_000) % 1_000_000 } = values
    const numbers = { seed: Number(seed), steps: Number(steps), longest: Number(longest), shrink: Number(shrink) }
    for (const name of ["seed", "steps", "longest", "shrink"] as const) {
      if (Number.isSafeInteger(numbers[name]) && numbers[name] >= least[name]) continue
      return wrong(`--${name} is a whole number, at least ${least[name]}`)
    }
    return { ...numbers, keep, history }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : "wrong options")
  }
}
