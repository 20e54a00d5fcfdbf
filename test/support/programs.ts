import { build } from "esbuild"
import { rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { bundling } from "../../runtimes/node/bundle/bundleCommand.ts"

const folder = resolve(join("node_modules", ".cache", "talonario"))

const sources = {
  commandLines: resolve(join("test", "node", "commandLines.mjs")),
  postgresUser: resolve(join("test", "node", "postgresUser.mjs")),
}

/** The command as installed. */
export const command = resolve(join("dist", "runtimes", "command", "talonario.js"))

/** The bundle of a program that tests start, made by `gatherPrograms`. */
export const gathered = (name: keyof typeof sources): string => join(folder, `${name}.mjs`)

/** Bundles each program as the command is bundled. */
export const gatherPrograms = async (): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  await build({ ...bundling, entryPoints: sources, outdir: folder, outExtension: { ".js": ".mjs" } })
}
