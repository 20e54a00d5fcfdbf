import { Context, Data, Effect, Layer, Redacted, Runtime } from "effect"
import pg from "pg"
import { coalescingSocket } from "./coalescingSocket.ts"
import { withoutOptions } from "./databaseAddress.ts"
import { groupingStatements } from "./groupingStatements.ts"
import { withoutSession } from "./sessionless.ts"
import { answerMillis as usualAnswerMillis, patience, startOptions } from "./sessionSettings.ts"

/** The database cannot be reached, or cannot be used. `message` never holds the address or password. */
export class PostgresUnusable extends Data.TaggedError("PostgresUnusable")<{ readonly message: string }> {}

/**
 * Whose the session behind a connection is. `own`: ours from its start to its end. `pooled`: a pooler's (PgBouncer in
 * transaction mode, RDS Proxy), which may lend another one for each transaction; then nothing is said at the start or
 * prepared, and every transaction brings what it counts on along. That costs some tenths of a millisecond each, and works
 * on a session of our own too. Listening (StoragePostgres.ts, `notifies`) needs a session of one's own.
 */
export type SessionMode = "own" | "pooled"

/** Where the database is, and how connections to it are used. */
export interface PostgresSettings {
  /** postgres:// address with credentials. */
  readonly url: Redacted.Redacted<string>
  /** Connections at most; each lane of the group commit holds one while it commits. */
  readonly connectionsMax: number
  /** `own` unless told. */
  readonly session?: SessionMode
  /** How long an unused connection is kept, in milliseconds; 0: always. A minute unless told. */
  readonly idleMillis?: number
  /** How long an answer is waited for before the connection is given up, in milliseconds; 35 000 unless told. */
  readonly answerMillis?: number
}

/** Connections to one database, shared by all that use it. */
export class PostgresPool extends Context.Tag("talonario/PostgresPool")<PostgresPool, pg.Pool>() {}

/** How values come back: int8 as number, date as text (as the driver has numeric), timestamptz as milliseconds, uuid without hyphens. */
const parsers = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, (value) => value],
  [pg.types.builtins.TIMESTAMPTZ, (value) => Date.parse(`${value.slice(0, 10)}T${value.slice(11)}:00`)],
  [pg.types.builtins.UUID, (value) => value.replaceAll("-", "")],
])

const typeParser = (oid: number, format?: "text" | "binary"): ((value: string) => unknown) =>
  parsers.get(oid) ?? pg.types.getTypeParser(oid, format)

/** The driver lets `options` of the address stand in place of ours; here they stand before ours. */
const ownSession = (url: string) => {
  const { address, options } = withoutOptions(url)
  return { connectionString: address, options: `${options} ${startOptions}`.trim(), ...patience }
}

const open = ({ answerMillis, connectionsMax, idleMillis, session = "own", url }: PostgresSettings) => {
  const address = Redacted.value(url)
  const config = session === "own" ? ownSession(address) : { connectionString: address }
  return openPool(config, session, connectionsMax, idleMillis, answerMillis)
}

/** Connections to where `address` says, which is whatever the driver takes, with all that ours need. */
export const openPool = (
  address: pg.PoolConfig,
  session: SessionMode,
  connectionsMax: number,
  idleMillis = 60_000,
  answerMillis = usualAnswerMillis,
) =>
  Effect.map(Effect.runtime(), (runtime) => {
    const pool = new pg.Pool({
      // Statements of a session of our own leave in groups, each in one piece.
      ...(session === "pooled" ? { stream: coalescingSocket } : {}),
      ...address,
      max: connectionsMax,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: idleMillis,
      // A server that went away without a word is noticed on connections that are idle or only listen.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: "talonario",
      // Statements of a transaction leave together, without waiting for each other's answers.
      pipeline: true,
      types: { getTypeParser: typeParser },
    })
    // Unheard, the event of a broken connection would end the process. One in use fails its statements, which tells
    // their callers; an idle one is replaced at its next use.
    pool.on("connect", (client) => {
      client.on("error", () => {})
      if (session === "pooled") withoutSession(client, answerMillis)
      else groupingStatements(client, typeParser, answerMillis)
    })
    pool.on("error", ({ message }) => {
      if (!pool.ending) Runtime.runSync(runtime)(Effect.logWarning("an idle database connection broke", message))
    })
    return pool
  })

/** The pool; it connects at first use and ends with the scope. */
export const layer = (settings: PostgresSettings) =>
  Layer.scoped(PostgresPool, Effect.acquireRelease(open(settings), (pool) => Effect.promise(() => ended(pool))))

/** A server that is silent does not take our leave either: so long it is waited for, in milliseconds. */
const leaveMillis = 5_000

/** Ends the pool, unless that was done before; what does not end in time is left to the system. */
export const ended = (pool: pg.Pool): Promise<void> =>
  new Promise((resolve, reject) => {
    if (pool.ending) return resolve()
    const timer = setTimeout(resolve, leaveMillis)
    pool.end().then(resolve, reject).finally(() => clearTimeout(timer))
  })
