import { Clock, Effect, Either } from "effect"
import { EmbeddedPostgresFailed } from "./EmbeddedPostgresFailed.ts"
import type { ServerFolder } from "./folder/serverFolder.ts"
import { logSince } from "./folder/serverLog.ts"
import { findPostmaster, type Postmaster, stopPostmaster } from "./liveServer/postmaster.ts"
import { openServer } from "./serverSession.ts"
import { hasData, initialiseData } from "./starting/initialiseData.ts"
import { serverAccount } from "./starting/serverAccount.ts"
import { serverPrograms } from "./starting/serverPrograms.ts"
import { startServer } from "./starting/startServer.ts"

/** What a use asks of the server of a folder. */
export interface Wish {
  readonly folder: ServerFolder
  readonly durable: boolean
  /** Nobody else uses the server: it may be stopped and may change its port. */
  readonly alone: boolean
  /** Data may be made: not when a server is brought back, for an empty database replaces no lost one. */
  readonly mayInitialise: boolean
  /** Run before the server is started. */
  readonly onStart: Effect.Effect<void>
}

/** A server that took a connection from us. */
export interface Server extends Postmaster {
  readonly startedHere: boolean
}

/** Joins the live server of the folder, or starts it. Called under the lock. */
export const ensureServer = (wish: Wish): Effect.Effect<Server, EmbeddedPostgresFailed> =>
  Effect.flatMap(join(wish), (joined) => joined === undefined ? start(wish) : Effect.succeed(joined))

const join = (wish: Wish): Effect.Effect<Server | undefined, EmbeddedPostgresFailed> =>
  Effect.gen(function*() {
    const server = yield* settled(wish.folder)
    if (server === undefined) return undefined
    if (server.status === "stopping") return yield* Effect.as(stopPostmaster(server), undefined)
    const opened = yield* Effect.either(open(wish.folder, server))
    if (Either.isLeft(opened)) {
      const now = yield* findPostmaster(wish.folder)
      if (now?.identity === server.identity && now.status === "ready") return yield* opened.left
      return yield* join(wish) // it ended while we asked
    }
    if (opened.right.durable || !wish.durable) return { ...server, startedHere: false }
    if (wish.alone) return yield* Effect.as(stopPostmaster(server), undefined)
    return yield* new EmbeddedPostgresFailed({ reason: "others use the server and run it without fsync" })
  })

const start = (wish: Wish): Effect.Effect<Server, EmbeddedPostgresFailed> =>
  Effect.gen(function*() {
    const account = yield* serverAccount(wish.folder)
    const setup = { programs: yield* serverPrograms(account), account, durable: wish.durable }
    if (wish.mayInitialise) yield* initialiseData(setup, wish.folder)
    else if (!(yield* hasData(wish.folder))) {
      return yield* new EmbeddedPostgresFailed({ reason: `${wish.folder.data} is gone` })
    }
    yield* wish.onStart
    const server = yield* startServer(setup, wish.folder, !wish.alone)
    yield* open(wish.folder, server)
    return { ...server, startedHere: true }
  })

const patienceMillis = 5 * 60_000

/** The live server, once ready or stopping: one that a killed process had started may not be that far. */
const settled = (folder: ServerFolder) =>
  Effect.gen(function*() {
    const deadline = (yield* Clock.currentTimeMillis) + patienceMillis
    while (true) {
      const server = yield* findPostmaster(folder)
      if (server === undefined || server.status === "ready" || server.status === "stopping") return server
      if ((yield* Clock.currentTimeMillis) > deadline) {
        const reason = `process ${server.pid} holds ${folder.data} and takes no connections`
        return yield* new EmbeddedPostgresFailed({ reason, log: yield* logSince(folder, 0) })
      }
      yield* Effect.sleep("20 millis")
    }
  })

const open = (folder: ServerFolder, server: Postmaster) =>
  Effect.catchAll(openServer(folder, server.port), ({ reason }) =>
    Effect.flatMap(logSince(folder, 0), (log) => new EmbeddedPostgresFailed({ reason, log })))
