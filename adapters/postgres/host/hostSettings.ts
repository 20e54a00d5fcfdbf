import { settings } from "../connections/sessionSettings.ts"
import type { PgRecord, Statement } from "../Statement.ts"

/** What statements of ours count on, whatever the host's session says; bytes are written as we read them. */
const ours = (schema: string): ReadonlyArray<readonly [name: string, value: string]> => [
  ...Object.entries({ ...settings, bytea_output: "hex" }),
  // The host's temporary tables come last: one of them may have the name of one of ours.
  ["search_path", `${schema}, pg_temp`],
]

/** Sets them until the transaction ends, or goes back to a savepoint; answers what the host's were. */
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
