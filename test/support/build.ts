import { spawnSync } from "node:child_process"
import { join } from "node:path"

/** By its path: a tool's older compiler puts a `tsc` of its own among the commands. */
const compiler = join("node_modules", "typescript", "bin", "tsc")

/** Vitest's global setup: the compiled package, which the tests of the command line and the server run. */
export default (): void => {
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { encoding: "utf8" })
  if (status !== 0) throw new Error(`the build failed:\n${stdout}`)
}
