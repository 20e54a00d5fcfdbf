import { Effect, Redacted, type Scope } from "effect"
import pg from "pg"

/** Settings that a host's session may have and ours do not. */
export const oddSettings = {
  TimeZone: "Asia/Kolkata",
  DateStyle: "SQL, DMY",
  IntervalStyle: "sql_standard",
  bytea_output: "escape",
  extra_float_digits: "-10",
  search_path: "pg_catalog",
  enable_indexscan: "off",
  jit: "on",
} as const

/** Parsers that turn every value into something unexpected. */
const oddTypes = { getTypeParser: () => (value: unknown) => ({ odd: value }) }

export interface HostPoolOptions {
  readonly odd?: boolean
  /** The driver's option: statements are sent before the previous ones are answered. */
  readonly pipeline?: boolean
  /** The driver's option: values come in the server's binary format. */
  readonly binary?: boolean
  readonly max?: number
}

/** A pool of the host, ended when the scope closes. */
export const hostPool = (
  url: Redacted.Redacted<string>,
  { binary = false, max = 8, odd = false, pipeline = false }: HostPoolOptions = {},
): Effect.Effect<pg.Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const settings = Object.entries(oddSettings).map(([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`)
      const pool = new pg.Pool({
        connectionString: Redacted.value(url),
        max,
        pipeline,
        // The types of pg do not have it.
        ...(binary ? { binary } : {}),
        ...(odd ? { options: settings.join(" "), types: oddTypes } : {}),
      })
      pool.on("error", () => {})
      pool.on("connect", (client) => client.on("error", () => {}))
      return pool
    }),
    (pool) => Effect.promise(() => pool.end()),
  )

/** The session's settings by name, whatever parsers the host uses. */
export const settingsOf = async (client: pg.ClientBase): Promise<Record<string, unknown>> => {
  const { rows: [row] } = await client.query({
    text: `SELECT ${Object.keys(oddSettings).map((name) => `current_setting('${name}') AS "${name}"`).join(", ")}`,
    types: { getTypeParser: () => (value: unknown) => value },
  })
  return row
}
