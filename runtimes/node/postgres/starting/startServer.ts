import { Clock, Data, Effect, Exit, Schedule } from "effect"
import type { ChildProcess } from "node:child_process"
import { attempt, EmbeddedPostgresFailed } from "../EmbeddedPostgresFailed.ts"
import type { ServerFolder } from "../folder/serverFolder.ts"
import { beginLog, boundLog, logLength, logSince } from "../folder/serverLog.ts"
import { choosePort } from "../folder/serverPort.ts"
import { disownPostmasterPid, findPostmaster, type Postmaster, stopPostmaster } from "../liveServer/postmaster.ts"
import { identityOf } from "../liveServer/processIdentity.ts"
import { type Setup, spawnServer } from "./serverProcess.ts"

/**
 * Starts the server on made data and waits until it takes connections, which after a crash may last minutes.
 * With `portMustStay` it comes back on the port of the last start, or fails. Called under the lock, with no
 * live server.
 */
export const startServer = (
  setup: Setup,
  folder: ServerFolder,
  portMustStay: boolean,
): Effect.Effect<Postmaster, EmbeddedPostgresFailed> =>
  launch(setup, folder, portMustStay).pipe(
    Effect.retry({
      while: (failure) => failure._tag === "NotYet",
      schedule: Schedule.spaced("250 millis").pipe(Schedule.upTo("30 seconds")),
    }),
    Effect.catchTag("NotYet", ({ log, reason }) => new EmbeddedPostgresFailed({ reason, log })),
  )

/** Something in the way that may go by itself. */
class NotYet extends Data.TaggedError("NotYet")<{ readonly reason: string; readonly log: string }> {}

const launch = (setup: Setup, folder: ServerFolder, portMustStay: boolean) =>
  Effect.gen(function*() {
    yield* disownPostmasterPid(folder)
    yield* boundLog(folder)
    yield* beginLog(folder)
    const logFrom = yield* logLength(folder)
    const port = yield* choosePort(folder, portMustStay)
    return yield* Effect.acquireUseRelease(
      spawnServer(setup, folder, port),
      (child) => untilReady(child, folder, logFrom),
      (child, exit) => Exit.isSuccess(exit) ? Effect.void : end(child),
    )
  })

const patienceMillis = 5 * 60_000

const untilReady = (child: ChildProcess, folder: ServerFolder, logFrom: number) =>
  Effect.gen(function*() {
    const deadline = (yield* Clock.currentTimeMillis) + patienceMillis
    while (child.exitCode === null && child.signalCode === null) {
      const server = yield* findPostmaster(folder)
      if (server?.pid === child.pid && server?.status === "ready") return server
      if ((yield* Clock.currentTimeMillis) > deadline) {
        const log = yield* logSince(folder, logFrom)
        return yield* new EmbeddedPostgresFailed({ reason: "the server is not ready in five minutes", log })
      }
      yield* Effect.sleep("10 millis")
    }
    return yield* whyItEnded(folder, yield* logSince(folder, logFrom))
  })

/** `log` is what the server wrote before it ended, in English by `lc_messages`. */
const whyItEnded = (folder: ServerFolder, log: string): NotYet | EmbeddedPostgresFailed => {
  if (/could not create any TCP\/IP sockets/.test(log)) {
    return new NotYet({ reason: "the port of the server is taken by another program", log })
  }
  if (/pre-existing shared memory block/.test(log)) {
    return new NotYet({ reason: "processes of a server that was killed are still at work", log })
  }
  const versions = /initialized by PostgreSQL version ([\d.]+),.* this version ([\d.]+\d)/.exec(log)
  const reason = versions === null
    ? "the server ended while it started"
    : `${folder.data} was made by PostgreSQL ${versions[1]} and cannot be read by ${versions[2]}: `
      + "dump it with the version that made it, and load it into a new folder"
  return new EmbeddedPostgresFailed({ reason, log })
}

const end = (child: ChildProcess): Effect.Effect<void> => {
  const { pid } = child
  if (pid === undefined) return Effect.void
  return attempt("could not look at the server", async () => identityOf(pid)).pipe(
    Effect.flatMap((identity) => identity === undefined ? Effect.void : stopPostmaster({ pid, identity })),
    Effect.ignoreLogged,
  )
}
