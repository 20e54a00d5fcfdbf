import { build, type Plugin } from "esbuild"
import { rm } from "node:fs/promises"
import { join, resolve } from "node:path"

const folder = resolve(join("node_modules", ".cache", "talonario"))

const sources = {
  commandLines: resolve(join("test", "node", "commandLines.mjs")),
  postgresUser: resolve(join("test", "node", "postgresUser.mjs")),
}

/** The command as installed. */
export const command = resolve(join("dist", "runtimes", "command", "talonario.js"))

/** The bundle of a program that tests start, made by `gatherPrograms`. */
export const gathered = (name: keyof typeof sources): string => join(folder, `${name}.mjs`)

/**
 * Bundles each program, with the compiled package and Effect, into a few files: otherwise Node spends most of a program's start
 * on finding a thousand modules. All other packages are left out of the bundles.
 */
export const gatherPrograms = async (): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  await build({
    entryPoints: sources,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
    plugins: [otherPackages],
  })
}

const otherPackages: Plugin = {
  name: "other packages",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path }) => (/^(?:@?effect|fast-check|pure-rand)\b/.test(path) ? undefined : { path, external: true }))
  },
}
