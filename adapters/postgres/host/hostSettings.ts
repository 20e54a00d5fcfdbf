import { settings } from "../connections/sessionSettings.ts"
import type { PgRecord, Statement } from "../Statement.ts"

/** The settings that our statements rely on, whatever the host's session has set. */
const ours = (schema: string): ReadonlyArray<readonly [name: string, value: string]> => [
  // Bytes come as text here: the column `bytes` reads them as hex digits.
  ...Object.entries({ ...settings, bytea_output: "hex" }),
  // The host's temporary tables come last, since one of them may have the name of one of ours.
  ["search_path", `${schema}, pg_temp`],
]

/** Makes our settings until the transaction ends or is rolled back to a savepoint; answers what the host's were. */
export const takeSettings = (schema: string): Statement => {
  const all = ours(schema)
  const was = all.map(([name]) => `current_setting('${name}') AS "${name}"`)
  const set = all.map(([name], i) => `set_config('${name}', $${i + 1}, true) AS s${i}`)
  return {
    text: `WITH was AS MATERIALIZED (SELECT ${was.join(", ")}) SELECT was.*, ${set.join(", ")} FROM was`,
    values: all.map(([, value]) => value),
  }
}

/** Puts back what `takeSettings` answered. */
export const giveBackSettings = (schema: string, was: PgRecord): Statement => {
  const names = ours(schema).map(([name]) => name)
  return {
    text: `SELECT ${names.map((name, i) => `set_config('${name}', $${i + 1}, true)`).join(", ")}`,
    values: names.map((name) => was[name]),
  }
}
