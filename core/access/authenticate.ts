import { Cause, Clock, Effect, Option } from "effect"
import { instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { type SparseWarning, sparseWarning } from "../telemetry/sparseWarning.ts"
import type { AccessKey } from "./AccessKey.ts"
import { lastUseIsStale, recordKeyUse } from "./accessKeyCommands.ts"
import { type Principal, type Unauthenticated, unauthenticated } from "./Principal.ts"

/**
 * On whose behalf a request with this key's fingerprint acts (contract, section 5); fails for an unknown or revoked key. The
 * key is looked up each time, so that a revoked one stops working at once on every node. Its use is written in the
 * background, and the request neither waits for that nor fails with it.
 */
export const authenticate = Effect.fnUntraced(function*(
  fingerprint: string,
): Effect.fn.Return<Principal, Unauthenticated | StorageUnavailable, Storage | GroupCommit> {
  const storage = yield* Storage
  const found = Option.getOrUndefined(yield* storage.accessKeyByFingerprint(fingerprint))
  if (found === undefined || found.revocada !== null) return yield* Effect.fail(unauthenticated)
  yield* noteUse(found)
  return { organizationId: found.organizationId, accessKeyId: found.id, modo: found.modo, scopes: found.scopes }
})

const noteUse = Effect.fnUntraced(function*(accessKey: AccessKey) {
  if (!lastUseIsStale(accessKey, instant(yield* Clock.currentTimeMillis))) return
  const commit = yield* GroupCommit
  const note = commit.run(recordKeyUse(accessKey.organizationId, accessKey.id))
  yield* Effect.forkDaemon(Effect.catchAllCause(note, (cause) => notNoted(commit, accessKey, cause)))
})

/** One warning for each group commit: every request with such a key tries again. */
const warnings = new WeakMap<GroupCommit["Type"], SparseWarning>()

/** Logs a defect, such as a table that may not be written. An outage is not logged here, as the storage has done so. */
const notNoted = (commit: GroupCommit["Type"], { id, organizationId }: AccessKey, cause: Cause.Cause<unknown>) => {
  if (!Cause.isDie(cause)) return Effect.void
  const warn = warnings.get(commit) ?? sparseWarning("the use of a key could not be noted", Effect.logError)
  warnings.set(commit, warn)
  return warn({ organizationId, clave: id }, cause)
}
