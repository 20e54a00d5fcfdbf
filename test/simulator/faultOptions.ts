import { parseArgs } from "node:util"
import type { PlantedFault } from "./faults/PlantedFault.ts"
import type { Notice } from "./options.ts"

/** Which planted faults are tried out. */
export interface FaultOptions {
  readonly chosen: ReadonlyArray<PlantedFault>
  /** Whether the smallest history of each is kept. */
  readonly keep: boolean
}

const help = `npm run simulate:faults -- [--keep] [part of a name ...]

  Each planted fault, or each whose name holds one of the parts, is found within its number of steps, or this fails.

  --keep  keeps the smallest history of each as a test, under the name of the fault
`

/** Reads the command line. */
export const readFaultOptions = (args: ReadonlyArray<string>, faults: ReadonlyArray<PlantedFault>): FaultOptions | Notice => {
  const wrong = (what: string): Notice => ({ text: `${what}\n\n${help}`, exitCode: 2 })
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
