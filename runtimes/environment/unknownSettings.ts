import { Effect } from "effect"
import { variables } from "./variables.ts"

const known: ReadonlySet<string> = new Set(variables.map(({ name }) => name))

/** What Kubernetes sets in every container beside a Service that is called talonario: TALONARIO_PORT=tcp://10.0.0.1:3000 too. */
const ofKubernetes = /^TALONARIO_(SERVICE_|PORT_|PORT=\w+:)/

/** The names in an environment that begin as our settings do but are none: misspelt ones, most likely. */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> =>
  Object.keys(environment).filter((name) =>
    name.startsWith("TALONARIO_") && !known.has(name) && !ofKubernetes.test(`${name}=${environment[name]}`)
  ).toSorted()

/** A misspelt setting is passed over, and its default holds: that should not stay unnoticed. */
export const warnOfUnknownSettings = Effect.suspend(() => {
  const unknown = unknownSettings(process.env)
  return unknown.length === 0
    ? Effect.void
    : Effect.logWarning(`not a setting: ${unknown.join(", ")}; talonario serve --help lists all settings`)
})
