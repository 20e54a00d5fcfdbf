import { readFaultOptions } from "./faultOptions.ts"
import { plantedFaults } from "./faults/all.ts"
import type { PlantedFault } from "./faults/PlantedFault.ts"
import { keepHistory } from "./keptHistories.ts"
import { traceOfPlanted, withPlanted } from "./plant.ts"

// `npm run simulate:faults`: see its --help.

const shrinkMillis = 60_000

/** How the fault was found, in words; undefined when it was not found. */
const tryOut = async (fault: PlantedFault, keep: boolean): Promise<string | undefined> => {
  if (fault.by === undefined) return simulated(fault, keep)
  const difference = traceOfPlanted(fault)
  return difference && `found by the trace: ${difference.slice(0, 200)}`
}

const simulated = (fault: PlantedFault, keep: boolean): Promise<string | undefined> =>
  withPlanted(fault, async ({ shrinkHistory, simulate }) => {
    const { found, steps } = await simulate(1, fault.within)
    if (found === undefined) return undefined
    const { finding, history } = found
    const told = `found at step ${steps}: ${finding.problem.slice(0, 200)}`
    if (!keep) return told
    const small = shrinkHistory(history, finding, shrinkMillis)
    return `${told}\n  ${small.steps.length} steps kept as ${keepHistory(fault.name, finding.problem, small)}`
  })

const options = readFaultOptions(process.argv.slice(2), plantedFaults)
if ("text" in options) {
  console.log(options.text)
  process.exit(options.exitCode)
}
const { chosen, keep } = options
let found = 0
for (const fault of chosen) {
  const begun = performance.now()
  const told = await tryOut(fault, keep).catch(String)
  if (told?.startsWith("found")) found++
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  console.log(`${fault.name}: ${fault.means}\n  ${told ?? `NOT FOUND within ${fault.within} steps`} (${seconds} s)`)
}
console.log(`${found} of ${chosen.length} found`)
process.exit(found === chosen.length ? 0 : 1)
