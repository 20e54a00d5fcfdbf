import { Effect, type Redacted, Schedule, Schema, type Scope } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readlinkSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"
import type { Account } from "../../runtimes/node/folderOwner.ts"
import { gathered } from "../support/programs.ts"
import { queried } from "../support/queried.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

/** As `newFolderIn`, where the run keeps its own server: in memory, if it can, where copying data costs a fraction. */
export const newFolder: Effect.Effect<string, never, Scope.Scope> = Effect.suspend(() => newFolderIn(inject("postgresFolder")))

/** A path under `place` for a server's folder, which does not exist yet; its parent is readable by its owner alone. */
export const newFolderIn = (place: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.flatMap(temporaryFolder("talonario-embedded-", place), (parent) =>
    Effect.acquireRelease(Effect.succeed(join(parent, "postgres")), endServers))

/** Ends all processes that a test left of a server. */
export const endServers = (folder: string): Effect.Effect<unknown> =>
  Effect.repeat(Effect.sync(() => serversOf(folder).map(quit)), {
    until: (left) => left.length === 0,
    schedule: Schedule.spaced("50 millis"),
  })

const quit = (pid: number): void => {
  try {
    process.kill(pid, "SIGQUIT")
  } catch {
    // it has ended in the meantime
  }
}

/** The running PostgreSQL processes that work in the folder's data. */
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
    return false // not a number, or gone in the meantime
  }
}

/** The rows of one statement on its own connection. */
export const ask = (url: Redacted.Redacted<string>, sql: string): Effect.Effect<ReadonlyArray<unknown>> =>
  Effect.orDie(queried(url, sql))

/** Another process that uses the server. */
export interface User {
  readonly startedHere: boolean
  readonly url: Redacted.Redacted<string>
  /** Closes its scope and lets it end. */
  readonly leave: Effect.Effect<void>
  /** Kills it, kill -9. */
  readonly kill: Effect.Effect<void>
}

const decodeReport = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Struct({ startedHere: Schema.Boolean, url: Schema.Redacted(Schema.String) })),
)

/** Starts such a process and waits until it has its server. It is killed when the scope closes, at the latest. */
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
