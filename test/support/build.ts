import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { bundleCommand } from "../../runtimes/node/bundle/bundleCommand.ts"
import { gatherPrograms } from "./programs.ts"

/** Named by its path, because a tool that depends on an older compiler installs its own `tsc` command. */
const compiler = join("node_modules", "typescript", "bin", "tsc")

/** Vitest's global setup: compiles the package and bundles the programs that tests start. */
export default async (): Promise<void> => {
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { encoding: "utf8" })
  if (status !== 0) throw new Error(`the build failed:\n${stdout}`)
  await Promise.all([bundleCommand(), gatherPrograms()])
}
