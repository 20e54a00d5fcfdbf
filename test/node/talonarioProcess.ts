import { Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { inject } from "vitest"
import { command } from "../support/programs.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { endServers } from "./serverObservation.ts"

/** How a command ended, and its output. */
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export type Variables = Readonly<Record<string, string>>

/** Starts `talonario` with these variables and PATH as its environment. */
export const start = (
  args: ReadonlyArray<string>,
  variables: Variables,
  program: string = command,
): ChildProcess => {
  const { PATH = "" } = process.env
  return spawn(process.execPath, [program, ...args], { env: { PATH, ...variables }, stdio: ["ignore", "pipe", "pipe"] })
}

/** Runs the installed command until it ends. */
export const talonario = (args: ReadonlyArray<string>, variables: Variables): Effect.Effect<Ran> =>
  Effect.promise(async () => {
    const child = start(args, variables)
    const output = { stdout: "", stderr: "" }
    child.stdout?.on("data", (text) => (output.stdout += text))
    child.stderr?.on("data", (text) => (output.stderr += text))
    const [code] = await once(child, "close")
    return { code, ...output }
  })

/**
 * A folder for one test's data, where the run keeps its own server. When the scope closes, servers still running on it are ended
 * and it is removed.
 */
export const dataFolder: Effect.Effect<string, never, Scope.Scope> = Effect.suspend(() =>
  Effect.tap(
    temporaryFolder("talonario-data-", inject("postgresFolder")),
    (folder) => Effect.addFinalizer(() => endServers(join(folder, "postgres"))),
  ))

/** A server in its own process. */
export interface Server {
  readonly address: string
  /** Its output so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  readonly pid: number
  /** Sends SIGTERM and returns its exit code. */
  readonly end: Effect.Effect<number | null>
  /** Kills it with SIGKILL. */
  readonly kill: Effect.Effect<void>
}

/** `talonario serve` on a free port. It is killed when the scope closes, at the latest. */
export const serve = (variables: Variables, switches: ReadonlyArray<string> = []): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.gen(function*() {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => start(["serve", "--port", "0", ...switches], variables)),
      (child) => Effect.sync(() => void child.kill("SIGKILL")),
    )
    const output = { stdout: "", stderr: "" }
    const ended = once(child, "close").then(([code]): number | null => code)
    child.stderr?.on("data", (text) => (output.stderr += text))
    const address = yield* Effect.promise(() =>
      new Promise<string>((resolve, reject) => {
        child.stdout?.on("data", (text) => {
          output.stdout += text
          const [, found] = /listens on (http:\S+)/.exec(output.stdout) ?? []
          if (found !== undefined) resolve(found)
        })
        void ended.then((code) => reject(new Error(`the server ended with ${code}: ${output.stderr}`)))
      }))
    return {
      address,
      stdout: () => output.stdout,
      stderr: () => output.stderr,
      pid: child.pid ?? 0,
      end: Effect.promise(() => {
        child.kill("SIGTERM")
        return ended
      }),
      kill: Effect.promise(async () => {
        child.kill("SIGKILL")
        await ended
      }),
    }
  })
