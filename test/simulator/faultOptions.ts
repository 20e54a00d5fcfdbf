import { parseArgs } from "node:util"
import type { CommandLineNotice } from "../support/CommandLineNotice.ts"
import type { PlantedFault } from "./faults/PlantedFault.ts"

/** Which planted faults to try out. */
export interface FaultOptions {
  readonly chosen: ReadonlyArray<PlantedFault>
  /** Whether to keep the shrunk history of each. */
  readonly keep: boolean
}

const help = `npm run simulate:faults -- [--keep] [part of a name ...]

  Plants each fault, or each whose name contains one of the parts, and fails unless it is found within its number of steps.

  --keep  keeps the shrunk history of each as a test, under the name of the fault
`

/** Reads the command line. */
export const readFaultOptions = (args: ReadonlyArray<string>, faults: ReadonlyArray<PlantedFault>): FaultOptions | CommandLineNotice => {
  const wrong = (what: string): CommandLineNotice => ({ text: `${what}\n\n${help}`, exitCode: 2 })
  try {
    const { positionals, values: { help: asked = false, keep = false } } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: "boolean" }, keep: { type: "boolean" } },
    })
    if (asked) return { text: help, exitCode: 0 }
    const chosen = faults.filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)))
    return chosen.length === 0 ? wrong(`no fault is called ${positionals.join(", or ")}`) : { chosen, keep }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : "wrong options")
  }
}
