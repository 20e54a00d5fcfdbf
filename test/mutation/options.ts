import { parseArgs } from "node:util"

/** The rooms of the core that are mutated. */
export const rooms = [
  "money", "tax", "numbering", "registry", "issuing", "quotes", "payments", "drafts", "corrections", "subscriptions",
]

/** What is mutated: rooms and files of rooms; none for all rooms. */
export interface Options {
  readonly named: ReadonlyArray<string>
}

/** What there is to say instead of mutating: help, or what is wrong with the command line. */
export interface Notice {
  readonly text: string
  readonly exitCode: 0 | 2
}

const help = `npm run mutate -- [money core/tax/totals.ts ...]

  The rooms are ${rooms.join(", ")}; all of them unless some, or files of them, are named.
`

/** Reads the command line. */
export const readOptions = (args: ReadonlyArray<string>): Options | Notice => {
  const wrong = (what: string): Notice => ({ text: `${what}\n\n${help}`, exitCode: 2 })
  try {
    const { positionals: named, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: "boolean" } },
    })
    if (values.help === true) return { text: help, exitCode: 0 }
    const unknown = named.filter((name) => !rooms.some((room) => name === room || name.startsWith(`core/${room}/`)))
    return unknown.length > 0 ? wrong(`neither a room nor a file of one: ${unknown.join(", ")}`) : { named }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : "wrong options")
  }
}
