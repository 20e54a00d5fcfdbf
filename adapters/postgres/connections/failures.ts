import { Effect } from "effect"
import pg from "pg"
import { StorageConflict, StorageUnavailable } from "../../../core/ports/Storage.ts"
import { sparseWarning } from "../../../core/telemetry/sparseWarning.ts"
import { thrownText } from "../../../core/text/thrownText.ts"
import { CorruptRow } from "../tables/columns.ts"

/** SQLSTATEs that say: another writer won, try again. */
const conflicts = new Set(["40001", "40P01", "55P03"])

/**
 * Classes of SQLSTATE that say: the server cannot serve now (connection, resources, operator, system), or not us, such as
 * while the password is replaced or the database restored.
 */
const outageClasses = new Set(["08", "28", "3D", "53", "57", "58"])

/** Single ones: ended for being idle in a transaction, or for its length, and read-only as after a failover. */
const outages = new Set(["25P03", "25P04", "25006"])

/** What JavaScript, or a check of ours, throws at broken code; the driver's own errors are plain. */
export const isFaultOfOurs = (error: unknown): boolean =>
  error instanceof CorruptRow || error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError

/** What a failed statement means: a conflict, an outage, or (undefined) a fault of ours. */
export const failureOf = (error: unknown): StorageConflict | StorageUnavailable | undefined => {
  if (isFaultOfOurs(error)) return undefined
  return error instanceof pg.DatabaseError ? failureOfState(error.code ?? "") : new StorageUnavailable()
}

/** What the server says by an SQLSTATE; undefined: a fault of ours. */
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

/** Of each pool, which a process may have several of, with logs of their own. */
const warnings = new WeakMap<pg.Pool, ReturnType<typeof sparseWarning>>()

/** The same for what is asked on and on while the database is away: that is told of once a minute at most. */
export const refuseOn = (pool: pg.Pool): typeof refuse => (error) => {
  const failure = failureOf(error)
  if (failure?._tag !== "StorageUnavailable") return refuse(error)
  const warn = warnings.get(pool) ?? sparseWarning("the database does not answer")
  warnings.set(pool, warn)
  return Effect.zipRight(warn({ reason: thrownText(error) }), Effect.fail(failure))
}
