import { Clock, Effect } from "effect"
import { randomBytes } from "node:crypto"
import { readlink, rm, symlink } from "node:fs/promises"
import { hasCode } from "../../hasCode.ts"
import { ifPresent } from "../../ifPresent.ts"
import { attempt, EmbeddedPostgresFailed } from "../EmbeddedPostgresFailed.ts"
import { identityOf, isAlive } from "../liveServer/processIdentity.ts"

/** A name for one use by this process: it starts with the process's identity and never comes again. */
export const newClaim = (): string => `${own ??= identityOf(process.pid)}.${randomBytes(4).toString("hex")}`

/**
 * The identity of this process. It is read once and kept: later that may fail, and a lock that does not name its holder
 * passes for a dead one's.
 */
let own: string | undefined

/**
 * Runs `body` while no other process, and no other fiber of this one, holds the lock `path`. Node has no
 * flock(2): the lock is a symbolic link whose target names its holder, so that it comes to be whole and in
 * one step. The lock of a dead holder is broken. Fails when a live holder keeps it longer than a server takes
 * to recover from a crash.
 */
export const withLock = (path: string) =>
<A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | EmbeddedPostgresFailed, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.zipRight(
      take(path, newClaim(), restore(Effect.sleep("20 millis"))),
      Effect.ensuring(restore(body), release(path)),
    ))

const patienceMillis = 6 * 60_000

const take = (
  path: string,
  claim: string,
  pause: Effect.Effect<void>,
): Effect.Effect<void, EmbeddedPostgresFailed> =>
  Effect.gen(function*() {
    const deadline = (yield* Clock.currentTimeMillis) + patienceMillis
    while (!(yield* claimed(path, claim))) {
      const holder = yield* holderOf(path)
      if (holder === undefined) continue
      if (!isAlive(holder)) yield* breakLock(path, holder, claim, pause)
      else if ((yield* Clock.currentTimeMillis) < deadline) yield* pause
      else return yield* new EmbeddedPostgresFailed({ reason: `${path} is still held by process ${holder}` })
    }
  })

/**
 * Of two processes that find the same holder dead, the slower must not remove the lock that the quicker has
 * made meanwhile. So the right to bury a holder is a lock too, named after the dead; under it the lock is
 * read again.
 */
const breakLock = (path: string, dead: string, claim: string, pause: Effect.Effect<void>) => {
  const burial = `${path}.${dead}`
  const bury = Effect.flatMap(holderOf(path), (holder) => holder === dead ? release(path) : Effect.void)
  return Effect.zipRight(take(burial, claim, pause), Effect.ensuring(bury, release(burial)))
}

const claimed = (path: string, claim: string) =>
  attempt(`could not take ${path}`, () =>
    symlink(claim, path).then(() => true, (error: unknown) => {
      if (hasCode(error, "EEXIST")) return false
      throw error
    }))

const holderOf = (path: string) => attempt(`could not read ${path}`, () => ifPresent(readlink(path)))

const release = (path: string): Effect.Effect<void> =>
  Effect.catchAll(attempt(`could not remove ${path}`, () => rm(path, { force: true })), (failure) =>
    Effect.logWarning(failure.message))
