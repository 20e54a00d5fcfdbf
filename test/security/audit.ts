// `npm run audit:packages`: asks the registry for known vulnerabilities of the installed packages. Ends with 1 when one that is
// high or critical is in a package that ships with ours.
import { spawnSync } from "node:child_process"
import { auditVerdict } from "./auditVerdict.ts"
import { lockedPackages, shippedPaths } from "./lockedPackages.ts"

const asking = { encoding: "utf8", timeout: 120_000, maxBuffer: 64 * 1_048_576 } as const
const { stdout } = spawnSync("npm", ["audit", "--json"], asking)
const { bad, lines } = auditVerdict(stdout ?? "", shippedPaths(lockedPackages()))
console.log(lines.join("\n"))
process.exitCode = bad ? 1 : 0
