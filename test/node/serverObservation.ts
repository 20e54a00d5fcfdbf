import { Effect, Redacted, Schedule, Schema, type Scope } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readlinkSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import pg from "pg"
import type { Account } from "../../runtimes/node/postgres/starting/serverAccount.ts"
import { gathered } from "../support/programs.ts"

/** Where a server's folder may come to be. Its parent is open to its owner only, as mkdtemp makes it. */
export const newFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(async () => join(await mkdtemp(join(tmpdir(), "talonario-embedded-")), "postgres")),
  (folder) =>
    Effect.zipRight(
      endServers(folder),
      Effect.promise(() => rm(dirname(folder), { recursive: true, force: true })),
    ),
)

/** Ends what a test left of a server; every process of it ends soon after its postmaster. */
export const endServers = (folder: string): Effect.Effect<unknown> =>
  Effect.repeat(Effect.sync(() => serversOf(folder).map(quit)), {
    until: (left) => left.length === 0,
    schedule: Schedule.spaced("50 millis"),
  })

const quit = (pid: number): void => {
  try {
    process.kill(pid, "SIGQUIT")
  } catch {
    // it has ended meanwhile
  }
}

/** The live processes of PostgreSQL that work in the folder's data. */
export const serversOf = (folder: string): ReadonlyArray<number> => {
  const data = join(folder, "data")
  if (process.platform === "linux") {
    return readdirSync("/proc").map(Number).filter((pid) => worksIn(pid, data))
  }
  const lines = execFileSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" }).split("\n")
  return lines.filter((line) => line.includes(data)).map((line) => Number.parseInt(line, 10))
}

const worksIn = (pid: number, folder: string): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false // no number, or gone meanwhile
  }
}

/** The rows that a statement gives on a connection of its own. */
export const ask = (url: Redacted.Redacted<string>, sql: string): Effect.Effect<ReadonlyArray<unknown>> =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const client = new pg.Client(Redacted.value(url))
      await client.connect()
      return client
    }),
    (client) => Effect.promise(async (): Promise<ReadonlyArray<unknown>> => (await client.query(sql)).rows),
    (client) => Effect.promise(() => client.end()),
  )

/** Another process that uses the server. */
export interface User {
  readonly startedHere: boolean
  readonly url: Redacted.Redacted<string>
  /** Lets it close its scope and end. */
  readonly leave: Effect.Effect<void>
  /** Kills it, kill -9. */
  readonly kill: Effect.Effect<void>
}

const decodeReport = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Struct({ startedHere: Schema.Boolean, url: Schema.Redacted(Schema.String) })),
)

/** Starts such a process and waits until it has its server; killed at the latest when the scope closes. */
export const spawnUser = (folder: string, account?: Account): Effect.Effect<User, never, Scope.Scope> =>
  Effect.gen(function*() {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawn(process.execPath, [gathered("postgresUser"), folder], { ...account })),
      (child) => Effect.sync(() => void child.kill("SIGKILL")),
    )
    let complaint = ""
    child.stderr.on("data", (text) => complaint += text)
    const ended = once(child, "exit").then(([code]) => code)
    const report = yield* Effect.promise(() =>
      Promise.race([
        once(child.stdout, "data").then(([line]) => decodeReport(String(line))),
        ended.then((code) => Promise.reject(new Error(`the process ended with ${code}: ${complaint}`))),
      ]))
    return {
      ...report,
      leave: Effect.promise(async () => {
        child.stdin.end()
        if (await ended !== 0) throw new Error(complaint)
      }),
      kill: Effect.promise(async () => {
        child.kill("SIGKILL")
        await ended
      }),
    }
  })
