import { parseArgs } from "node:util"

/** The parts of the benchmark, in the order in which they run. */
export const parts = ["pure", "inprocess", "http"] as const
export type Part = (typeof parts)[number]

export interface Options {
  /** How long each figure is measured. */
  readonly seconds: number
  readonly parts: ReadonlySet<Part>
}

export const help = `npm run bench -- [--seconds 1.5] [--only inprocess,http,pure]

  --seconds  how long each figure is measured (0.1 to 60); the default makes about two minutes
  --only     some of the parts: ${parts.join(", ")}
`

/** Reads the command line; a text when there is only something to say, such as what was wrong with it. */
export const readOptions = (args: ReadonlyArray<string>): Options | string => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { seconds: { type: "string" }, only: { type: "string" }, help: { type: "boolean" } },
    })
    if (values.help === true) return help
    const seconds = Number(values.seconds ?? "1.5")
    if (!(seconds >= 0.1 && seconds <= 60)) return `--seconds is a number from 0.1 to 60\n\n${help}`
    const named = values.only?.split(",")
    const unknown = named?.find((name) => !parts.some((part) => part === name))
    if (unknown !== undefined) return `unknown part: ${unknown}\n\n${help}`
    return { seconds, parts: new Set(parts.filter((part) => named?.includes(part) ?? true)) }
  } catch (error) {
    return `${error instanceof Error ? error.message : "wrong options"}\n\n${help}`
  }
}
