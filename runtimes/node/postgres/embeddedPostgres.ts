import { Clock, Effect, Ref, Schedule, type Redacted, type Scope } from "effect"
import { makeFolder } from "../makeFolder.ts"
import { attempt, EmbeddedPostgresFailed } from "./EmbeddedPostgresFailed.ts"
import { ensureServer, type Server } from "./ensureServer.ts"
import { newClaim, withLock } from "./folder/folderLock.ts"
import { serverFolder, type ServerFolder } from "./folder/serverFolder.ts"
import { boundLog } from "./folder/serverLog.ts"
import { register, unregister, usedByOthers } from "./folder/serverUsers.ts"
import { findPostmaster, stopPostmaster } from "./liveServer/postmaster.ts"
import { identityOf, isAlive } from "./liveServer/processIdentity.ts"
import { serviceUrl } from "./serverSession.ts"

/**
 * Brings up, or joins, the PostgreSQL server kept under `folder`, which is made on first use; the last use to
 * end stops it. While the scope is open, a server that dies is brought back on the same port, so that
 * connection pools recover. `durable: false` trades safety against a power cut for speed, for tests. Linux
 * and macOS; all that use a folder run on one machine, or in one container. `url` names the database
 * `talonario` and a role that owns it.
 */
export const embeddedPostgres = (
  options: { readonly folder: string; readonly durable: boolean },
): Effect.Effect<
  { readonly url: Redacted.Redacted<string>; readonly startedHere: boolean },
  EmbeddedPostgresFailed,
  Scope.Scope
> =>
  Effect.gen(function*() {
    const use = yield* newUse(options)
    yield* Effect.addFinalizer(() => leave(use))
    const server = yield* join(use)
    yield* Effect.forkScoped(supervise(use, server))
    const tidy = Effect.ignoreLogged(boundLog(use.folder))
    yield* Effect.forkScoped(Effect.repeat(tidy, Schedule.spaced("1 minute")))
    return { url: yield* serviceUrl(use.folder, server.port), startedHere: server.startedHere }
  }).pipe(inRealTime)

/** A test's clock may stand still; the server's processes and files do not go by it. */
const inRealTime = Effect.withClock(Clock.make())

/** One scope's part in the server of a folder. */
interface Use {
  readonly folder: ServerFolder
  readonly durable: boolean
  readonly claim: string
  /** `noted`: others see the claim. `served`: we started or joined the server, so it is also ours to stop. */
  readonly stage: Ref.Ref<"absent" | "noted" | "served">
}

const newUse = (options: { readonly folder: string; readonly durable: boolean }) =>
  Effect.gen(function*() {
    if (process.platform !== "linux" && process.platform !== "darwin") {
      const reason = "the embedded PostgreSQL runs on Linux and macOS; elsewhere, set DATABASE_URL"
      return yield* new EmbeddedPostgresFailed({ reason })
    }
    if ((yield* attempt("no process can be seen", async () => identityOf(process.pid))) === undefined) {
      return yield* new EmbeddedPostgresFailed({ reason: "no process can be seen: is /proc mounted?" })
    }
    const folder = serverFolder(options.folder)
    yield* attempt(`could not make ${folder.root}`, () => makeFolder(folder.root))
    const stage = yield* Ref.make<"absent" | "noted" | "served">("absent")
    const use: Use = { folder, durable: options.durable, claim: newClaim(), stage }
    return use
  })

const join = (use: Use) =>
  withLock(use.folder.lock)(Effect.gen(function*() {
    yield* Ref.set(use.stage, "noted")
    yield* register(use.folder, use.claim)
    const alone = !(yield* usedByOthers(use.folder, use.claim))
    const server = yield* ensure(use, alone, true)
    yield* Ref.set(use.stage, "served")
    return server
  }))

const leave = (use: Use): Effect.Effect<void> =>
  Effect.gen(function*() {
    const stage = yield* Ref.get(use.stage)
    if (stage === "absent") return
    yield* withLock(use.folder.lock)(Effect.gen(function*() {
      yield* unregister(use.folder, use.claim)
      if (stage !== "served" || (yield* usedByOthers(use.folder, use.claim))) return
      const server = yield* findPostmaster(use.folder)
      if (server !== undefined) yield* stopPostmaster(server)
    }))
  }).pipe(
    Effect.catchAll((failure) => Effect.logWarning(`Leaving the embedded PostgreSQL: ${failure.message}`)),
    inRealTime,
  )

const ensure = (use: Use, alone: boolean, mayInitialise: boolean) =>
  ensureServer({
    folder: use.folder,
    durable: use.durable,
    alone,
    mayInitialise,
    onStart: Ref.set(use.stage, "served"),
  })

/** Off Linux, looking at a process takes a run of ps. */
const lookEveryMillis = process.platform === "linux" ? 400 : 2000

/** How long a server that somebody else has told to stop is left alone: the machine may be going down, and we with it. */
const stopGraceMillis = 5000

const supervise = (use: Use, first: Server) =>
  Effect.gen(function*() {
    let server = first
    let stoppingMillis = 0
    while (true) {
      yield* Effect.sleep(lookEveryMillis)
      const found = yield* Effect.orElseSucceed(findPostmaster(use.folder), () => undefined)
      stoppingMillis = found?.status === "stopping" ? stoppingMillis + lookEveryMillis : 0
      if (isAlive(server.identity) && stoppingMillis < stopGraceMillis) continue
      yield* Effect.logWarning("The embedded PostgreSQL has ended without us; bringing it back")
      server = yield* bringBack(use)
      yield* Effect.logWarning("The embedded PostgreSQL is back")
    }
  })

/** Tries until it works, as all who use the server do: the first starts it, the others find it and join. */
const bringBack = (use: Use) =>
  withLock(use.folder.lock)(ensure(use, false, false)).pipe(
    Effect.tapError(({ message }) => Effect.logError(`The embedded PostgreSQL stays away: ${message}`)),
    Effect.retry(Schedule.union(Schedule.exponential("500 millis"), Schedule.spaced("15 seconds"))),
  )
