import { spawnSync } from "node:child_process"
import { join } from "node:path"

/** Vitest's global setup: the compiled package, which the tests of the command line and the server run. */
export default (): void => {
  const { status, stdout } = spawnSync(join("node_modules", ".bin", "tsc"), ["-p", "tsconfig.build.json"], { encoding: "utf8" })
  if (status !== 0) throw new Error(`the build failed:\n${stdout}`)
}
