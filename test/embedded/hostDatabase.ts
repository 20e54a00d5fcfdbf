import { Effect, Redacted, type Scope } from "effect"
import pg from "pg"

/** What a host's session may say that ours do not. */
export const oddSettings = {
  TimeZone: "Asia/Kolkata",
  DateStyle: "SQL, DMY",
  IntervalStyle: "sql_standard",
  bytea_output: "escape",
  search_path: "pg_catalog",
  enable_indexscan: "off",
  jit: "on",
} as const

/** Parsers that make of every value what nobody expects. */
const oddTypes = { getTypeParser: () => (value: unknown) => ({ odd: value }) }

export interface HostPoolOptions {
  readonly odd?: boolean
  /** As the driver calls it: statements leave before those before them were answered. */
  readonly pipeline?: boolean
  /** As the driver calls it: values are asked for as the server keeps them. */
  readonly binary?: boolean
  readonly max?: number
}

/** Connections of a host's own, ended with the scope. */
export const hostPool = (
  url: Redacted.Redacted<string>,
  { binary = false, max = 8, odd = false, pipeline = false }: HostPoolOptions = {},
): Effect.Effect<pg.Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const said = Object.entries(oddSettings).map(([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`)
      const pool = new pg.Pool({
        connectionString: Redacted.value(url),
        max,
        pipeline,
        // Its types do not know it.
        ...(binary ? { binary } : {}),
        ...(odd ? { options: said.join(" "), types: oddTypes } : {}),
      })
      pool.on("error", () => {})
      pool.on("connect", (client) => client.on("error", () => {}))
      return pool
    }),
    (pool) => Effect.promise(() => pool.end()),
  )

/** Settings as the session has them, by name; whatever parsers the host has. */
export const settingsOf = async (client: pg.ClientBase): Promise<Record<string, unknown>> => {
  const { rows: [row] } = await client.query({
    text: `SELECT ${Object.keys(oddSettings).map((name) => `current_setting('${name}') AS "${name}"`).join(", ")}`,
    types: { getTypeParser: () => (value: unknown) => value },
  })
  return row
}
