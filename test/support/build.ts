import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { gatherPrograms } from "./programs.ts"

/** By its path: a tool's older compiler puts a `tsc` of its own among the commands. */
const compiler = join("node_modules", "typescript", "bin", "tsc")

/** Vitest's global setup: the compiled package, and the programs of it that tests start. */
export default async (): Promise<void> => {
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { encoding: "utf8" })
  if (status !== 0) throw new Error(`the build failed:\n${stdout}`)
  await gatherPrograms()
}
