import { parseArgs } from "node:util"

/** The parts of the benchmark, in the order in which they run. */
export const parts = ["pure", "pdf", "aeat", "inprocess", "webhooks", "http", "lists"] as const
export type Part = (typeof parts)[number]

export interface Options {
  /** How long each figure is measured. */
  readonly seconds: number
  readonly parts: ReadonlySet<Part>
  /** Invoices of the big company whose lists are measured. */
  readonly rows: number
  /** The command line that is measured; undefined: this checkout's. */
  readonly program: string | undefined
  /** Another build's command line, to be measured beside this one instead of the comparator. */
  readonly against: string | undefined
  /** Whether the comparator sends the statements of a transaction together. */
  readonly pipelined: boolean
}

const help = `npm run bench -- [--seconds 1.5] [--only inprocess,webhooks,http,pure,pdf,aeat,lists] [--rows 1000000]

  --seconds  how long each figure is measured (0.1 to 60); the default makes about two minutes
  --only     some of the parts: ${parts.join(", ")}; without it all but lists, which loads a million invoices first
  --rows     how many invoices lists loads (1000 to 10000000)
`

/** What there is to say instead of measuring: help, or what is wrong with the command line. */
export interface Notice {
  readonly text: string
  readonly exitCode: 0 | 2
}

/** Reads the command line. */
export const readOptions = (args: ReadonlyArray<string>): Options | Notice => {
  const wrong = (what: string): Notice => ({ text: `${what}\n\n${help}`, exitCode: 2 })
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seconds: { type: "string" },
        only: { type: "string" },
        rows: { type: "string" },
        program: { type: "string" },
        against: { type: "string" },
        pipelined: { type: "boolean", default: false },
        help: { type: "boolean" },
      },
    })
    if (values.help === true) return { text: help, exitCode: 0 }
    const seconds = Number(values.seconds ?? "1.5")
    if (!(seconds >= 0.1 && seconds <= 60)) return wrong("--seconds is a number from 0.1 to 60")
    const rows = Number(values.rows ?? "1000000")
    if (!(Number.isInteger(rows) && rows >= 1_000 && rows <= 10_000_000)) return wrong("--rows is a whole number from 1000 to 10000000")
    const named = values.only?.split(",")
    const unknown = named?.find((name) => !parts.some((part) => part === name))
    if (unknown !== undefined) return wrong(`unknown part: ${unknown}`)
    const { against, pipelined, program } = values
    return { seconds, rows, program, against, pipelined, parts: new Set(parts.filter((part) => named?.includes(part) ?? part !== "lists")) }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : "wrong options")
  }
}
