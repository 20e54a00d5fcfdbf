// Asks the registry what is known of the packages that are installed. Ends with 1 for what is high or critical and
// shipped.
import { spawnSync } from "node:child_process"
import { auditVerdict } from "./auditVerdict.ts"
import { lockedPackages, shippedPaths } from "./lockedPackages.ts"

const asking = { encoding: "utf8", timeout: 120_000, maxBuffer: 64 * 1_048_576 } as const
const { stdout } = spawnSync("npm", ["audit", "--json"], asking)
const { bad, lines } = auditVerdict(stdout ?? "", shippedPaths(lockedPackages()))
console.log(lines.join("\n"))
process.exitCode = bad ? 1 : 0
