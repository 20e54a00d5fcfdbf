import { Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gathered } from "../support/programs.ts"
import { endServers } from "./serverObservation.ts"

/** The command itself, as hosts have it. */
const command = join("dist", "runtimes", "node", "talonario.js")

/** What a command line answered. */
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export type Variables = Readonly<Record<string, string>>

/** Starts `talonario`, with these variables and PATH for its environment. */
export const start = (
  args: ReadonlyArray<string>,
  variables: Variables,
  program: string = gathered("talonario"),
): ChildProcess => {
  const { PATH = "" } = process.env
  return spawn(process.execPath, [program, ...args], { env: { PATH, ...variables }, stdio: ["ignore", "pipe", "pipe"] })
}

/** Runs `talonario` to its end, as the command that hosts have. */
export const talonario = (args: ReadonlyArray<string>, variables: Variables): Effect.Effect<Ran> =>
  Effect.promise(async () => {
    const child = start(args, variables, command)
    const output = { stdout: "", stderr: "" }
    child.stdout?.on("data", (text) => (output.stdout += text))
    child.stderr?.on("data", (text) => (output.stderr += text))
    const [code] = await once(child, "close")
    return { code, ...output }
  })

/** A folder for one test's data; at the end whatever still runs on it is gone, and so is the folder. */
export const dataFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "talonario-data-"))),
  (folder) =>
    Effect.zipRight(
      endServers(join(folder, "postgres")),
      Effect.promise(() => rm(folder, { recursive: true, force: true })),
    ),
)

/** A server in a process of its own. */
export interface Server {
  readonly address: string
  /** All that it has printed so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  readonly pid: number
  /** Asks it to end, SIGTERM, and gives its exit code. */
  readonly end: Effect.Effect<number | null>
  /** kill -9. */
  readonly kill: Effect.Effect<void>
}

/** `talonario serve` on a free port; killed at the latest when the scope closes. */
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
