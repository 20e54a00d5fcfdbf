import { Effect, Option } from "effect"
import { parseArgs } from "node:util"
import { thrownText } from "../../../core/text/thrownText.ts"
import { WrongUsage } from "./commandErrors.ts"

/** What a command may be told: options with a value, and switches without. */
export interface OptionNames {
  readonly valued: ReadonlyArray<string>
  readonly switches: ReadonlyArray<string>
  /** Words that may follow besides options; none unless told. */
  readonly words?: number
}

/** What a command was told. */
export interface Options {
  readonly value: (name: string) => string | undefined
  readonly has: (name: string) => boolean
  /** Words that are no options, after those that name the command. */
  readonly words: ReadonlyArray<string>
}

/** Reads the rest of a command line; an unknown option, or one without its value, is wrong usage. */
export const readOptions = (args: ReadonlyArray<string>, names: OptionNames): Effect.Effect<Options, WrongUsage> =>
  Effect.try({
    try: () => {
      const options = Object.fromEntries([
        ...names.valued.map((name) => [name, { type: "string" as const }]),
        ...[...names.switches, "json", "help"].map((name) => [name, { type: "boolean" as const }]),
      ])
      const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
      const surplus = positionals.slice(names.words ?? 0)
      if (surplus.length > 0) throw new Error(`not understood: ${surplus.join(" ")}`)
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
    catch: (error) => new WrongUsage({ message: thrownText(error) }),
  })

/** The value of an option that a command cannot do without. */
export const required = (options: Options, name: string): Effect.Effect<string, WrongUsage> => {
  const value = options.value(name)
  return value === undefined ? new WrongUsage({ message: `--${name} is required` }) : Effect.succeed(value)
}

/** What is wrong with any of several readings, of `Effect.all` in mode "validate", is told together. */
export const together = (wrong: Readonly<Record<string, Option.Option<WrongUsage>>>): WrongUsage =>
  new WrongUsage({ message: Object.values(wrong).flatMap(Option.toArray).map(({ message }) => message).join("\n") })
