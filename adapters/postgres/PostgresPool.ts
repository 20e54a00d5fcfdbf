import { Context, Data, Effect, Layer, Redacted, Runtime } from "effect"
import pg from "pg"
import { coalescingSocket } from "./coalescingSocket.ts"

/** The database cannot be reached, or cannot be used. `message` never holds the address or password. */
export class PostgresUnusable extends Data.TaggedError("PostgresUnusable")<{ readonly message: string }> {}

export interface PostgresSettings {
  /** postgres:// address with credentials. */
  readonly url: Redacted.Redacted<string>
  /** Connections at most; each lane of the group commit holds one while it commits. */
  readonly connectionsMax: number
}

/** Connections to one database, shared by all that use it. */
export class PostgresPool extends Context.Tag("talonario/PostgresPool")<PostgresPool, pg.Pool>() {}

/** numeric(15, 6) comes padded with zeros. */
const trimmed = (value: string): string => (value.includes(".") ? value.replace(/\.?0+$/, "") : value)

/** How values come back: int8 as number, numeric and date as text, timestamptz as milliseconds, uuid without hyphens. */
const parsers = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, trimmed],
  [pg.types.builtins.DATE, (value) => value],
  [pg.types.builtins.TIMESTAMPTZ, (value) => Date.parse(`${value.slice(0, 10)}T${value.slice(11)}:00`)],
  [pg.types.builtins.UUID, (value) => value.replaceAll("-", "")],
])

const typeParser = (oid: number, format?: "text" | "binary"): ((value: string) => unknown) =>
  parsers.get(oid) ?? pg.types.getTypeParser(oid, format)

/**
 * Every statement of ours finds rows by a key or walks an index. Left to itself the planner would read a small table
 * whole, and go on doing so with the plan that it keeps when the table is no longer small.
 */
const sessionSettings = [
  "TimeZone=UTC",
  "DateStyle=ISO",
  "jit=off",
  "enable_seqscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "plan_cache_mode=force_generic_plan",
]

/** The driver lets `options` of the address stand in place of ours; here they stand before ours. */
const withSessionSettings = (url: string): { readonly connectionString: string; readonly options: string } => {
  const ours = sessionSettings.map((setting) => `-c ${setting}`).join(" ")
  if (!URL.canParse(url)) return { connectionString: url, options: ours }
  const address = new URL(url)
  const given = address.searchParams.get("options")
  address.searchParams.delete("options")
  return { connectionString: address.href, options: given === null ? ours : `${given} ${ours}` }
}

const open = ({ connectionsMax, url }: PostgresSettings) =>
  Effect.map(Effect.runtime(), (runtime) => {
    const pool = new pg.Pool({
      ...withSessionSettings(Redacted.value(url)),
      max: connectionsMax,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      // A server that went away without a word is noticed on connections that are idle or only listen.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: "talonario",
      // Statements of a transaction leave together, without waiting for each other's answers.
      pipeline: true,
      stream: coalescingSocket,
      statement_timeout: 30_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
      types: { getTypeParser: typeParser },
    })
    // Unheard, the event of a broken connection would end the process. One in use fails its statements, which tells
    // their callers; an idle one is replaced at its next use.
    pool.on("connect", (client) => client.on("error", () => {}))
    pool.on("error", ({ message }) => {
      if (!pool.ending) Runtime.runSync(runtime)(Effect.logWarning("an idle database connection broke", message))
    })
    return pool
  })

/** The pool; it connects at first use and ends with the scope. */
export const layer = (settings: PostgresSettings) =>
  Layer.scoped(PostgresPool, Effect.acquireRelease(open(settings), (pool) => Effect.promise(() => pool.end())))
