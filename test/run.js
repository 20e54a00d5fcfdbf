// The README's test command: types, lint, then every test. Its last line counts them all.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const bin = (name) => join("node_modules", ".bin", name)

const run = (title, command, args) => {
  console.log(`\n> ${title}`)
  const { status } = spawnSync(command, args, { stdio: "inherit" })
  return status === 0
}

let passed = 0
let failed = 0
const count = (ok) => {
  if (ok) passed++
  else failed++
}

// By its path: a tool's older compiler puts a `tsc` of its own among the commands. It looks again at what has changed.
const checked = ["--incremental", "--tsBuildInfoFile", join("node_modules", ".cache", "types.tsbuildinfo")]
count(run("types", process.execPath, [join("node_modules", "typescript", "bin", "tsc"), "--noEmit", ...checked]))
count(run("lint", bin("oxlint"), ["--deny-warnings"]))

const folder = mkdtempSync(join(tmpdir(), "talonario-results-"))
const results = join(folder, "results.json")
try {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`]
  const ended = run("tests", bin("vitest"), ["run", ...reporters, ...process.argv.slice(2)])
  const { numFailedTests, numPassedTests, success } = JSON.parse(readFileSync(results, "utf8"))
  passed += numPassedTests
  failed += numFailedTests
  // A file that does not load, or an error outside any test, fails the run without failing a test.
  if (numFailedTests === 0 && !(ended && success)) failed++
} catch (error) {
  console.error(error)
  failed++
} finally {
  rmSync(folder, { recursive: true, force: true })
}

console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
