import { parseArgs } from "node:util"
import type { CommandLineNotice } from "../support/CommandLineNotice.ts"

/** The folders of the core that are mutated. */
export const rooms = [
  "money", "tax", "numbering", "registry", "issuing", "quotes", "payments", "drafts", "corrections", "subscriptions",
  "identifiers", "signing", "idempotency", "access", "activity", "calendar", "sealing", "text",
  "pagination", "donations", "retention", "deals",
]

/** The folders and files to mutate; an empty list means every folder. */
export interface Options {
  readonly named: ReadonlyArray<string>
}

const help = `npm run mutate -- [money core/tax/totals.ts ...]

  Mutates the named rooms, or single files of them; without names, all rooms:
  ${rooms.join(", ")}.
`

/** Reads the command line. */
export const readOptions = (args: ReadonlyArray<string>): Options | CommandLineNotice => {
  const wrong = (what: string): CommandLineNotice => ({ text: `${what}\n\n${help}`, exitCode: 2 })
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
