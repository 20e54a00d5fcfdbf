import { Context, Data, Effect, Layer, Redacted, Runtime } from "effect"
import pg from "pg"
import { coalescingSocket } from "./coalescingSocket.ts"
import { withoutOptions } from "./databaseAddress.ts"
import { groupingStatements } from "./groupingStatements.ts"
import { answerMillis as usualAnswerMillis, patience, startOptions } from "./sessionSettings.ts"
import { withoutSession } from "./withoutSession.ts"

/** The database cannot be reached, or cannot be used. `message` never holds the address or password. */
export class PostgresUnusable extends Data.TaggedError("PostgresUnusable")<{ readonly message: string }> {}

/**
 * Whose session a connection leads to. `own`: ours, from its start to its end. `pooled`: that of a pooler (PgBouncer, RDS
 * Proxy), which may lend a different one to each transaction, or drop what a session is to start with. Then nothing is set at
 * the start, nothing is prepared, and every transaction makes our settings for itself, which costs it some tenths of a
 * millisecond. This works with a session of our own too. Listening (StoragePostgres.ts, `notifies`) needs `own`.
 */
export type SessionMode = "own" | "pooled"

/** Where the database is, and how connections to it are used. */
export interface PostgresSettings {
  /** Its postgres:// address, with credentials. */
  readonly url: Redacted.Redacted<string>
  /** The most connections; each lane of the group commit holds one while it commits. */
  readonly connectionsMax: number
  /** `own`, when absent. */
  readonly session?: SessionMode
  /** How long an unused connection is kept, in milliseconds; 0 means for ever. A minute, when absent. */
  readonly idleMillis?: number
  /** How long an answer is waited for before the connection is given up, in milliseconds; 35 000, when absent. */
  readonly answerMillis?: number
}

/** Connections to one database, shared by all that use it. */
export class PostgresPool extends Context.Tag("talonario/PostgresPool")<PostgresPool, pg.Pool>() {}

/**
 * How values come back: int8 as a number, date as a text, timestamptz as milliseconds, uuid without hyphens. Numeric is a text
 * anyway.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, (value) => value],
  [pg.types.builtins.TIMESTAMPTZ, (value) => Date.parse(`${value.slice(0, 10)}T${value.slice(11)}:00`)],
  [pg.types.builtins.UUID, (value) => value.replaceAll("-", "")],
])

const typeParser = (oid: number, format?: "text" | "binary"): ((value: string) => unknown) =>
  parsers.get(oid) ?? pg.types.getTypeParser(oid, format)

/** The driver would use `options` of the address instead of ours. So they are taken out of it and put before ours. */
const ownSession = (url: string) => {
  const { address, options } = withoutOptions(url)
  return { connectionString: address, options: `${options} ${startOptions}`.trim(), ...patience }
}

const open = ({ answerMillis, connectionsMax, idleMillis, session = "own", url }: PostgresSettings) => {
  const address = Redacted.value(url)
  const config = session === "own" ? ownSession(address) : { connectionString: address }
  return openPool(config, session, connectionsMax, idleMillis, answerMillis)
}

/** A pool of connections to `address`, given in whatever form the driver takes, set up as our statements need them. */
export const openPool = (
  address: pg.PoolConfig,
  session: SessionMode,
  connectionsMax: number,
  idleMillis = 60_000,
  answerMillis = usualAnswerMillis,
) =>
  Effect.map(Effect.runtime(), (runtime) => {
    const pool = new pg.Pool({
      // With a session of our own statements leave in groups, each in one piece anyway (groupingStatements.ts).
      ...(session === "pooled" ? { stream: coalescingSocket } : {}),
      ...address,
      max: connectionsMax,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: idleMillis,
      // Without it nobody would notice on an idle or a listening connection that the server went away without a word.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: "talonario",
      // Statements of a transaction leave together, without waiting for each other's answers.
      pipeline: true,
      types: { getTypeParser: typeParser },
    })
    // An `error` event that nobody listens to would end the process. When a connection breaks that is in use, its statements
    // fail, so their callers know; an idle one is replaced at its next use.
    pool.on("connect", (client) => {
      client.on("error", () => {})
      if (session === "pooled") withoutSession(client, answerMillis)
      else groupingStatements(client, typeParser, answerMillis)
    })
    pool.on("error", ({ message }) => {
      // In a fiber of its own: a host's log that throws would throw into the event, which ends the process too.
      if (!pool.ending) Runtime.runFork(runtime)(Effect.logWarning("an idle database connection broke", message))
    })
    return pool
  })

/** The pool; it connects at first use and ends with the scope. */
export const layer = (settings: PostgresSettings) =>
  Layer.scoped(PostgresPool, Effect.acquireRelease(open(settings), endPool))

/** How long a server is waited for that does not answer when we take our leave, in milliseconds. */
const leaveMillis = 5_000

/** Ends the pool, unless it was ended before. Connections that do not end in time are left to the operating system. */
export const endPool = (pool: pg.Pool): Effect.Effect<void> => Effect.promise(() => ended(pool))

const ended = (pool: pg.Pool): Promise<void> =>
  new Promise((resolve, reject) => {
    if (pool.ending) return resolve()
    const timer = setTimeout(resolve, leaveMillis)
    pool.end().then(resolve, reject).finally(() => clearTimeout(timer))
  })
