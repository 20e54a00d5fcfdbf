import { parseArgs } from "node:util"

/** What a run is told. */
export interface Options {
  readonly seed: number
  readonly steps: number
  /** Steps of a life at most. */
  readonly longest: number
  /** For how many seconds a history is shrunk. */
  readonly shrink: number
  /** The name under which what is found is kept; undefined: it is not. */
  readonly keep: string | undefined
  /** The file of a history, which is told instead; undefined: lives are lived. */
  readonly history: string | undefined
}

/** What there is to say instead of running: help, or what is wrong with the command line. */
export interface Notice {
  readonly text: string
  readonly exitCode: 0 | 2
}

const help = `npm run simulate -- [--seed 7] [--steps 20000] [--longest 600] [--shrink 60] [--keep name]
npm run simulate -- --history file.json

  --seed     of the first life; another one each time unless told
  --steps    how many steps are taken, by all lives together
  --longest  of how many steps a life is at most
  --shrink   for how many seconds the history of what is found is shrunk
  --keep     keeps it as a test of this name
  --history  tells what happens in a history instead
`

/** The least values of what is a number. */
const least = { seed: 0, steps: 1, longest: 1, shrink: 0 }

/** Reads the command line. */
export const readOptions = (args: ReadonlyArray<string>): Options | Notice => {
  const wrong = (what: string): Notice => ({ text: `${what}\n\n${help}`, exitCode: 2 })
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
      return wrong(`--${name} is a whole number from ${least[name]} on`)
    }
    return { ...numbers, keep, history }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : "wrong options")
  }
}
