import { Effect, Option } from "effect"
import { parseArgs } from "node:util"
import { thrownText } from "../../../core/text/thrownText.ts"
import { WrongUsage } from "./commandErrors.ts"

/** The options of a command: some with a value, and switches without. */
export interface OptionNames {
  readonly valued: ReadonlyArray<string>
  readonly switches: ReadonlyArray<string>
  /** Words that may follow besides options; none by default. */
  readonly words?: number
  /** An empty value says something, such as that a property is to be reset. */
  readonly mayBeEmpty?: true
}

/** The options that a command was given. */
export interface Options {
  readonly value: (name: string) => string | undefined
  readonly has: (name: string) => boolean
  /** Words that are no options, after those that name the command. */
  readonly words: ReadonlyArray<string>
}

/**
 * Reads the rest of a command line; an unknown option, and one without its value or with two, is wrong usage. An empty one
 * mostly comes of a variable of the shell that is not set. Of an unknown one Node also says how to pass a word that begins with
 * a dash, which no command takes.
 */
export const readOptions = (args: ReadonlyArray<string>, names: OptionNames): Effect.Effect<Options, WrongUsage> =>
  Effect.try({
    try: () => {
      if (args.some((text) => text.includes(noText))) throw new Error("an argument is not in UTF-8, which the terminal has to use")
      const options = Object.fromEntries([
        ...names.valued.map((name) => [name, { type: "string" as const }]),
        ...[...names.switches, "json"].map((name) => [name, { type: "boolean" as const }]),
        ["help", { type: "boolean" as const, short: "h" }],
      ])
      const { positionals, tokens, values } = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true })
      const surplus = positionals.slice(names.words ?? 0)
      if (surplus.length > 0) throw new Error(`not understood: ${surplus.join(" ")}`)
      if (positionals.some(isEmpty)) throw new Error("an argument is empty")
      const given = tokens.flatMap((token) => (token.kind === "option" && token.value !== undefined ? [token] : []))
      const twice = given.find(({ name }, i) => given.findIndex((other) => other.name === name) < i)
      if (twice !== undefined) throw new Error(`--${twice.name} is given twice`)
      const empty = given.filter(({ value }) => names.mayBeEmpty === undefined && isEmpty(value))
      if (empty.length > 0) throw new Error(empty.map(({ name }) => `--${name} is empty`).join("\n"))
      const found = new Map(Object.entries(values))
      return {
        value: (name: string) => {
          const value = found.get(name)
          return typeof value === "string" ? value : undefined
        },
        has: (name: string) => found.get(name) === true,
        words: positionals,
      }
    },
    catch: (error) => new WrongUsage({ message: thrownText(error).replace(/\. To specify a positional argument.*/, "") }),
  })

/** What Node makes of bytes that are no UTF-8, such as an ñ of a terminal in ISO 8859-1. */
const noText = "\uFFFD"

const isEmpty = (text: string): boolean => text.trim() === ""

/** The value of an option that a command cannot do without. */
export const required = (options: Options, name: string): Effect.Effect<string, WrongUsage> => {
  const value = options.value(name)
  return value === undefined ? new WrongUsage({ message: `--${name} is required` }) : Effect.succeed(value)
}

/** The id that a command is given as its word: that of a company, or of a key. */
export const requiredId = (options: Options, of: "company" | "key"): Effect.Effect<string, WrongUsage> => {
  const [id] = options.words
  return id === undefined ? new WrongUsage({ message: `the id of the ${of} is missing` }) : Effect.succeed(id)
}

/** Joins what is wrong with several options into one error; for `Effect.all` in mode "validate". */
export const together = (wrong: Readonly<Record<string, Option.Option<WrongUsage>>>): WrongUsage =>
  new WrongUsage({ message: Object.values(wrong).flatMap(Option.toArray).map(({ message }) => message).join("\n") })
