import { Effect, type Redacted, type Scope } from "effect"
import { execFileSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { makeFolder } from "../../../runtimes/node/makeFolder.ts"
import type { EmbeddedPostgresFailed } from "../../../runtimes/node/postgres/EmbeddedPostgresFailed.ts"
import { ensureServer, type Server } from "../../../runtimes/node/postgres/ensureServer.ts"
import { type ServerFolder, serverFolder } from "../../../runtimes/node/postgres/folder/serverFolder.ts"
import { findPostmaster } from "../../../runtimes/node/postgres/liveServer/postmaster.ts"
import { isAlive } from "../../../runtimes/node/postgres/liveServer/processIdentity.ts"
import { serviceUrl } from "../../../runtimes/node/postgres/serverSession.ts"

/** The trial's own PostgreSQL, which writes durably and is started again only on demand. */
export interface DatabaseServer {
  readonly url: Redacted.Redacted<string>
  readonly port: number
  /** The data folder of services that use this server as their embedded one (TALONARIO_DATA). */
  readonly home: string
  /** Sends the signal to the postmaster, and waits until it is gone. */
  readonly end: (signal: "SIGINT" | "SIGQUIT" | "SIGKILL") => Effect.Effect<void>
  /** Starts it, or joins it when somebody else has started it. */
  readonly start: Effect.Effect<void>
  /** Freezes all of its processes, or lets them go on. */
  readonly freeze: (signal: "SIGSTOP" | "SIGCONT") => Effect.Effect<void>
  /** Fills the disk, then makes PostgreSQL write to its log until it fails: a full disk brings it down. */
  readonly exhaustLog: (filling: Effect.Effect<void>) => Effect.Effect<void>
}

/** Starts a server with its data in this folder; it ends with the scope. */
export const databaseServer = (home: string): Effect.Effect<DatabaseServer, never, Scope.Scope> =>
  Effect.gen(function*() {
    const folder = serverFolder(join(home, "postgres"))
    yield* Effect.promise(() => makeFolder(folder.root))
    const ensure = (first: boolean): Effect.Effect<Server, EmbeddedPostgresFailed> =>
      ensureServer({ folder, durable: true, alone: first, mayInitialise: first, onStart: Effect.void })
    const postmaster = Effect.orDie(findPostmaster(folder))
    const processes = Effect.map(postmaster, (found) => (found === undefined ? [] : [found.pid, ...childrenOf(found.pid)]))
    const freeze = (signal: "SIGSTOP" | "SIGCONT") =>
      Effect.map(processes, (pids) => pids.forEach((pid) => tell(pid, signal)))
    const end = (signal: "SIGINT" | "SIGQUIT" | "SIGKILL") =>
      Effect.gen(function*() {
        const found = yield* postmaster
        if (found === undefined) return
        tell(found.pid, signal)
        yield* Effect.repeat(Effect.sleep("5 millis"), { while: () => isAlive(found.identity) })
      })

    const { port } = yield* Effect.orDie(Effect.acquireRelease(
      ensure(true),
      () => Effect.zipRight(freeze("SIGCONT"), end("SIGQUIT")),
    ))
    return {
      url: yield* Effect.orDie(serviceUrl(folder, port)),
      port,
      home,
      end,
      freeze,
      start: Effect.asVoid(Effect.orDie(ensure(false))),
      exhaustLog: (filling) => exhausting(folder, port, filling),
    }
  })

const childrenOf = (pid: number): ReadonlyArray<number> =>
  execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))

/** Sends a signal to a process, which may have ended meanwhile. */
const tell = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    return
  }
}

const exhausting = (folder: ServerFolder, port: number, filling: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const password = await readFile(folder.password, "utf8")
      const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", password, database: "postgres" })
      client.on("error", () => {})
      await client.connect()
      return client
    }),
    (client) =>
      Effect.zipRight(
        filling,
        Effect.ignore(Effect.tryPromise(async () => {
          for (;;) await client.query("SELECT pg_logical_emit_message(false, 'torture', 'x'), pg_switch_wal()")
        })),
      ),
    (client) => Effect.ignore(Effect.tryPromise(() => client.end())),
  )
