import { Effect } from "effect"
import type { StorageConflict, StorageUnavailable } from "../../../core/ports/Storage.ts"
import { thrownText } from "../../../core/text/thrownText.ts"
import { failureOf, failureOfState, isFaultOfOurs } from "../connections/failures.ts"

/**
 * What a failed statement on a connection of the host's means, whatever the driver; a slip of the host's is a defect that says
 * which.
 */
export const refuseOfHost = (error: unknown): Effect.Effect<never, StorageConflict | StorageUnavailable> => {
  const state = stateOf(error)
  const slip = slips.get(state ?? "")
  if (slip !== undefined) return Effect.die(slip)
  const failure = state === undefined || isFaultOfOurs(error) ? failureOf(error) : failureOfState(state)
  if (failure === undefined) return Effect.die(error)
  const log = Effect.logWarning("storage failure in a transaction of the host's", failure._tag, thrownText(error))
  return Effect.zipRight(log, Effect.fail(failure))
}

/** What slips in the host's own code look like, by SQLSTATE. */
const slips = new Map([
  ["25006", new Error("within: the transaction is read-only, or the server is, as after a failover, and this call writes or locks")],
  ["25P01", new Error("within: the connection is in no transaction; begin one first")],
  ["25P02", new Error("within: a statement of the host's has failed; its transaction can only be rolled back")],
])

/** The SQLSTATE in a driver's error, or in what caused it: some drivers wrap the server's errors. */
const stateOf = (error: unknown): string | undefined => {
  for (let at = error; typeof at === "object" && at !== null; at = "cause" in at ? at.cause : undefined) {
    // Errors of sockets have a code too, but no severity.
    if ("severity" in at && "code" in at && typeof at.code === "string") return at.code
  }
  return undefined
}
