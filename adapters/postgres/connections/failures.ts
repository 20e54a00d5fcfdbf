import { Effect } from "effect"
import pg from "pg"
import { StorageConflict, StorageUnavailable, type TransactionFailure } from "../../../core/ports/Storage.ts"
import { type SparseWarning, sparseWarning } from "../../../core/telemetry/sparseWarning.ts"
import { thrownText } from "../../../core/text/thrownText.ts"
import { CorruptRow } from "../tables/columns.ts"

/** SQLSTATEs by which the server says that another writer won and that trying again may help. */
const conflicts = new Set(["40001", "40P01", "55P03"])

/**
 * Classes of SQLSTATE by which the server says that it cannot serve now (connection, resources, operator, system), or
 * cannot serve us, as while the password is replaced or the database is restored.
 */
const outageClasses = new Set(["08", "28", "3D", "53", "57", "58"])

/**
 * Single SQLSTATEs that are outages too: a transaction was idle or open for too long; the server is read-only after a failover.
 */
const outages = new Set(["25P03", "25P04", "25006"])

/**
 * Whether our own code is broken: JavaScript throws these classes, and so do our checks. The driver's own errors are plain
 * `Error`s.
 */
export const isFaultOfOurs = (error: unknown): boolean =>
  error instanceof CorruptRow || error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError

/** What a failed statement means: a conflict, an outage, or, when undefined, a fault of ours. */
export const failureOf = (error: unknown): StorageConflict | StorageUnavailable | undefined => {
  if (isFaultOfOurs(error)) return undefined
  if (!(error instanceof pg.DatabaseError)) return new StorageUnavailable()
  return failureOfState(error.code ?? "") ?? (endsSession(error) ? new StorageUnavailable() : undefined)
}

/** No statement of ours causes that. Poolers refuse connections so under states of their own, such as XX000. */
const endsSession = ({ severity }: pg.DatabaseError): boolean => severity === "FATAL" || severity === "PANIC"

/** What an SQLSTATE of the server means; undefined for a fault of ours. */
export const failureOfState = (code: string): StorageConflict | StorageUnavailable | undefined => {
  if (conflicts.has(code)) return new StorageConflict()
  return outages.has(code) || outageClasses.has(code.slice(0, 2)) ? new StorageUnavailable() : undefined
}

/** True when the server has answered and goes on; false when the connection is lost or about to be. */
export const connectionSurvives = (error: unknown): boolean =>
  isFaultOfOurs(error) || (error instanceof pg.DatabaseError && failureOf(error)?._tag !== "StorageUnavailable")

/** Fails with the port's error and logs the driver's; a fault of ours is a defect. */
export const refuse = (error: unknown): Effect.Effect<never, StorageConflict | StorageUnavailable> => {
  const failure = failureOf(error)
  if (failure === undefined) return Effect.die(error)
  return Effect.zipRight(Effect.logWarning("storage failure", failure._tag, thrownText(error)), Effect.fail(failure))
}

/** The warnings of each pool, by their reasons: a process may have several pools, each with a log of its own. */
const warnings = new WeakMap<pg.Pool, Map<string, SparseWarning>>()

/** With more reasons they must be of a kind that is told differently each time, and share one warning. */
const reasonsMax = 10

const warningOf = (pool: pg.Pool, reason: string): SparseWarning => {
  const ofPool = warnings.get(pool) ?? new Map<string, SparseWarning>()
  warnings.set(pool, ofPool)
  const name = ofPool.size < reasonsMax || ofPool.has(reason) ? reason : ""
  const warning = ofPool.get(name) ?? sparseWarning("the database does not answer")
  ofPool.set(name, warning)
  return warning
}

/**
 * Like `refuse`, for the statements of a pool, of which many fail while the database is away: an outage is logged once a minute
 * at most for each reason. Whoever looks up why something failed just now would not find it under another reason.
 */
export const refuseOn = (pool: pg.Pool): typeof refuse => (error) => {
  const failure = failureOf(error)
  if (failure?._tag !== "StorageUnavailable") return refuse(error)
  const reason = thrownText(error)
  return Effect.zipRight(warningOf(pool, reason)({ reason }), Effect.fail(failure))
}

/** Waits for an answer of the database; `refused` says what a failure means to the port. */
export const answered = <A>(
  run: (signal: AbortSignal) => Promise<A>,
  refused = refuse,
): Effect.Effect<A, StorageConflict | StorageUnavailable> =>
  Effect.catchAll(Effect.tryPromise({ try: run, catch: (error) => error }), refused)

/** For ports that know no conflicts: one is told as an outage. */
export const onlyUnavailable = <A, R>(
  effect: Effect.Effect<A, TransactionFailure, R>,
): Effect.Effect<A, StorageUnavailable, R> =>
  Effect.mapError(effect, (failure) => (failure._tag === "StorageUnavailable" ? failure : new StorageUnavailable()))
