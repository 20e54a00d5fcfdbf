import { books } from "./faults/books.ts"
import { machinery } from "./faults/machinery.ts"
import { numbers } from "./faults/numbers.ts"
import { runPlanted } from "./plant.ts"

// `npm run simulate:faults -- [part of a name …]`: each planted fault is found within its number of steps, or this fails.

const asked = process.argv.slice(2)
const chosen = [...numbers, ...books, ...machinery]
  .filter(({ name }) => asked.length === 0 || asked.some((part) => name.includes(part)))

let missed = 0
for (const fault of chosen) {
  const begun = performance.now()
  try {
    const { found, steps } = await runPlanted(fault)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    if (found === undefined) missed++
    const result = found === undefined ? `NOT FOUND within ${steps} steps` : `step ${steps}: ${found.finding.problem.slice(0, 140)}`
    console.log(`${fault.name} (${fault.means})\n  ${result} (${seconds} s)`)
  } catch (error) {
    missed++
    console.log(`${fault.name}\n  FAILED: ${String(error)}`)
  }
}
console.log(`${chosen.length - missed} of ${chosen.length} found`)
process.exit(missed === 0 ? 0 : 1)
