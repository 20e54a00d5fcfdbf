import { existsSync } from "node:fs"
import { parseArgs } from "node:util"
import type { CommandLineNotice } from "../support/CommandLineNotice.ts"
import { httpOperations } from "./http/operations.ts"

/** The parts of the benchmark, in the order in which they run. */
export const parts = ["pure", "pdf", "aeat", "inprocess", "webhooks", "http", "lists", "processes", "scale", "soak"] as const
export type Part = (typeof parts)[number]

/** Parts that run only when they are named, because they take long. */
const onlyWhenNamed: ReadonlySet<Part> = new Set(["lists", "processes", "scale", "soak"])

export interface Options {
  /** How long each figure is measured, in seconds. */
  readonly seconds: number
  readonly parts: ReadonlyArray<Part>
  /** Whether to write the figures into docs/performance.md. */
  readonly write: boolean
  /** The number of invoices of the big company whose lists are measured. */
  readonly rows: number
  /** The number of invoices and of companies of the big installation. */
  readonly invoices: number
  readonly companies: number
  /** How long the steady load lasts, in minutes. */
  readonly minutes: number
  /** The `talonario.js` to measure; by default this checkout's. */
  readonly program: string | undefined
  /** Another build's `talonario.js`, to compare with instead of the comparator. */
  readonly against: string | undefined
  /** A part of the names of the operations that http measures. */
  readonly operation: string
  /** Whether the comparator pipelines the statements of a transaction. */
  readonly pipelined: boolean
}

const help = `npm run bench -- [--seconds 3] [--only http,inprocess] [--write] [--rows 1000000] [--pipelined] …

  --seconds    how long each figure is measured (0.1 to 60)
  --only       some of the parts: ${parts.join(", ")};
               by default all but lists, processes, scale and soak
  --write      puts the figures into docs/performance.md
  --rows       invoices of the company that lists loads (1000 to 10000000)
  --invoices   invoices that scale loads (1000 to 20000000; default 10000000)
  --companies  companies that scale and processes load (10 to 10000; default 1000)
  --minutes    how long soak lasts (0.5 to 600; default 15)
  --pipelined  the comparator sends the statements of a transaction together
  --against    talonario.js of another build, with which http compares instead of the comparator
  --program    talonario.js of the build to measure; by default this checkout's
  --operation  a part of the names of the operations that http measures, such as PDF; by default all
`

/** The bounds of each number, and its default. */
const numbers = {
  seconds: { least: 0.1, most: 60, unless: 3 },
  rows: { least: 1_000, most: 10_000_000, unless: 1_000_000 },
  invoices: { least: 1_000, most: 20_000_000, unless: 10_000_000 },
  companies: { least: 10, most: 10_000, unless: 1_000 },
  minutes: { least: 0.5, most: 600, unless: 15 },
} as const

/** Reads the command line. */
export const readOptions = (args: ReadonlyArray<string>): Options | CommandLineNotice => {
  const wrong = (what: string): CommandLineNotice => ({ text: `${what}\n\n${help}`, exitCode: 2 })
  try {
    const text = { type: "string" } as const
    const flag = { type: "boolean", default: false } as const
    const { values } = parseArgs({
      args: [...args],
      options: {
        seconds: text, rows: text, invoices: text, companies: text, minutes: text,
        only: text, against: text, program: text, operation: text, pipelined: flag, write: flag, help: flag,
      },
    })
    if (values.help) return { text: help, exitCode: 0 }
    const given = (name: keyof typeof numbers): number => Number(values[name] ?? numbers[name].unless)
    for (const [name, { least, most }] of Object.entries(numbers)) {
      const value = Number(Reflect.get(values, name) ?? least)
      if (!(value >= least && value <= most)) return wrong(`--${name} is a number from ${least} to ${most}`)
    }
    const named = values.only?.split(",")
    const unknown = named?.find((name) => !parts.some((part) => part === name))
    if (unknown !== undefined) return wrong(`unknown part: ${unknown}`)
    const { against, operation = "", pipelined, program, write } = values
    for (const file of [against, program]) {
      if (file !== undefined && !existsSync(file)) return wrong(`there is no talonario.js at ${file}`)
    }
    if (!httpOperations.some(({ name }) => name.includes(operation))) return wrong(`no operation has ${operation} in its name`)
    if (write && operation !== "") return wrong("--write replaces the whole table of a part, so it goes without --operation")
    return {
      seconds: given("seconds"),
      rows: Math.round(given("rows")),
      invoices: Math.round(given("invoices")),
      companies: Math.round(given("companies")),
      minutes: given("minutes"),
      program,
      against,
      operation,
      pipelined,
      write,
      parts: parts.filter((part) => named?.includes(part) ?? !onlyWhenNamed.has(part)),
    }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : "wrong options")
  }
}
