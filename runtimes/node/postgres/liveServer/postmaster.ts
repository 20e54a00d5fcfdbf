import { Clock, Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { hasCode } from "../../hasCode.ts"
import { attempt, EmbeddedPostgresFailed } from "../EmbeddedPostgresFailed.ts"
import { type ServerFolder, textIfPresent } from "../folder/serverFolder.ts"
import { identityOf, isAlive } from "./processIdentity.ts"
import { servesData } from "./serverMark.ts"

/** A live server of the folder, as its `postmaster.pid` and the operating system tell. */
export interface Postmaster {
  readonly pid: number
  /** See `identityOf`. */
  readonly identity: string
  /** NaN until the server has written it. */
  readonly port: number
  /** `starting`, `ready` or `stopping`; empty until the server has written it. */
  readonly status: string
}

/** The live server of this folder, undefined when there is none, whatever `postmaster.pid` says. */
export const findPostmaster = (
  folder: ServerFolder,
): Effect.Effect<Postmaster | undefined, EmbeddedPostgresFailed> =>
  attempt(`could not look for the server of ${folder.data}`, async () => {
    const lines = (await textIfPresent(folder.postmasterPid) ?? "").split("\n")
    const pid = Math.abs(Number.parseInt(lines[0] ?? "", 10)) // negative for postgres --single
    const identity = pid > 0 ? identityOf(pid) : undefined
    if (identity === undefined || !servesData(pid, folder.data)) return undefined
    return { pid, identity, port: Number.parseInt(lines[3] ?? "", 10), status: lines[7]?.trim() ?? "" }
  })

/**
 * Makes PostgreSQL see that a `postmaster.pid` left behind is stale, where it cannot: the pid may belong to
 * another program by now, to a zombie, or be missing. It takes the pid of its parent, us, for stale. The
 * other lines stay: by them it finds children of the dead server that still hold its memory. Called under the
 * lock; fails when there is a live server.
 */
export const disownPostmasterPid = (folder: ServerFolder): Effect.Effect<void, EmbeddedPostgresFailed> =>
  Effect.gen(function*() {
    const server = yield* findPostmaster(folder)
    if (server !== undefined) {
      return yield* new EmbeddedPostgresFailed({ reason: `process ${server.pid} runs on ${folder.data}` })
    }
    yield* attempt(`could not rewrite ${folder.postmasterPid}`, async () => {
      const text = await textIfPresent(folder.postmasterPid)
      if (text === undefined) return
      await writeFile(folder.postmasterPid, [process.pid, ...text.split("\n").slice(1)].join("\n"))
    })
  })

/** Fast shutdown: open transactions end, all is written out. When that hangs, immediate: as in a crash. */
export const stopPostmaster = (
  server: Pick<Postmaster, "pid" | "identity">,
): Effect.Effect<void, EmbeddedPostgresFailed> =>
  Effect.gen(function*() {
    if (yield* endsOn(server, "SIGINT", 60_000)) return
    if (yield* endsOn(server, "SIGQUIT", 10_000)) return
    return yield* new EmbeddedPostgresFailed({ reason: `the server (process ${server.pid}) does not stop` })
  })

const endsOn = (
  server: Pick<Postmaster, "pid" | "identity">,
  signal: NodeJS.Signals,
  patienceMillis: number,
) =>
  Effect.gen(function*() {
    const deadline = (yield* Clock.currentTimeMillis) + patienceMillis
    if (!isAlive(server.identity)) return true
    yield* attempt(`could not stop the server (process ${server.pid})`, () => send(server.pid, signal))
    while (isAlive(server.identity)) {
      if ((yield* Clock.currentTimeMillis) > deadline) return false
      yield* Effect.sleep("10 millis")
    }
    return true
  })

const send = async (pid: number, signal: NodeJS.Signals): Promise<void> => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!hasCode(error, "ESRCH")) throw error
  }
}
