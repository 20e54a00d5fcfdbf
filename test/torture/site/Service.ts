import { Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Guard } from "./guard.ts"

/** Environment variables of the process; PATH is added. */
export type Variables = Readonly<Record<string, string>>

/** `talonario serve` in its own process, always on the same port, which can be ended and started again. */
export interface Service {
  /** `http://127.0.0.1:3000` */
  readonly origin: string
  /** Kills it (kill -9), and waits until it is gone. */
  readonly kill: Effect.Effect<void>
  /** Sends SIGTERM and waits for the exit code; null when it had to be killed after 60 seconds. */
  readonly terminate: Effect.Effect<number | null>
  readonly signal: (signal: "SIGSTOP" | "SIGCONT" | "SIGUSR2") => Effect.Effect<void>
  /** Starts it unless it is running, repeatedly if it fails to come up, and waits until it is up. */
  readonly start: Effect.Effect<void>
  /** Whether its process exists, ready or not. */
  readonly isThere: () => boolean
  /** Each time that it ended by itself after it had been up. */
  readonly falls: () => ReadonlyArray<string>
  /** Everything it has logged. */
  readonly log: () => string
  readonly uses: () => Uses
}

/** The resources that a process holds. */
export interface Uses {
  readonly megabytes: number
  /** Open files and connections. */
  readonly files: number
}

/** The path of the compiled program. */
export const program = (): string =>
  join(process.env["TALONARIO_DIST"] ?? "dist", "runtimes", "command", "talonario.js")

/** Starts the service and waits until it listens; it is killed with the scope. */
export const startService = (
  variables: Variables,
  options: ReadonlyArray<string>,
  { watch }: Guard,
): Effect.Effect<Service, never, Scope.Scope> =>
  Effect.gen(function*() {
    let port = 0
    let log = ""
    let child: ChildProcess | undefined
    let starting: Promise<boolean> | undefined
    let expected = false
    const falls: Array<string> = []

    const isThere = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null
    /** Starts a process; whether it listened before it ended. */
    const spawned = (): Promise<boolean> =>
      new Promise((resolve) => {
        const { PATH = "" } = process.env
        expected = false
        const started = spawn(process.execPath, [
          "--enable-source-maps", program(), "serve", "--port", String(port), ...options,
        ], {
          env: { PATH, ...variables },
          stdio: ["ignore", "pipe", "pipe"],
        })
        child = started
        if (started.pid !== undefined) watch(started.pid)
        let said = ""
        let isUp = false
        started.stderr.setEncoding("utf8").on("data", (text: string) => (log += text))
        started.stdout.setEncoding("utf8").on("data", (text: string) => {
          if (isUp) return
          said += text
          const [, found] = /listens on http:\S+?:(\d+)\/api\/v1/.exec(said) ?? []
          if (found === undefined) return
          port = Number(found)
          isUp = true
          resolve(true)
        })
        started.once("close", (code, signal) => {
          if (isUp && !expected) falls.push(`ended by itself with ${code ?? signal}: ${log.slice(-2_000)}`)
          resolve(false)
        })
      })
    const gone = async (signal: NodeJS.Signals): Promise<number | null> => {
      if (child === undefined || !isThere()) return null
      expected = true
      const closed = once(child, "close")
      child.kill(signal)
      const patience = setTimeout(() => child?.kill("SIGKILL"), 60_000)
      const [code] = await closed
      clearTimeout(patience)
      return typeof code === "number" ? code : null
    }

    const first = yield* Effect.acquireRelease(
      Effect.promise(() => (starting = spawned())),
      () => Effect.promise(() => gone("SIGKILL")),
    )
    if (!first) return yield* Effect.dieMessage(`the service did not start: ${log}`)
    return {
      origin: `http://127.0.0.1:${port}`,
      kill: Effect.asVoid(Effect.promise(() => gone("SIGKILL"))),
      terminate: Effect.promise(() => gone("SIGTERM")),
      signal: (signal) => Effect.sync(() => void child?.kill(signal)),
      start: Effect.promise(() => (isThere() && starting !== undefined ? starting : (starting = spawned()))).pipe(
        Effect.filterOrFail((isUp) => isUp, () => new Error("not yet")),
        Effect.retry({ times: 200 }),
        Effect.orDieWith(() => new Error(`the service does not come up again: ${log.slice(-2_000)}`)),
        Effect.asVoid,
      ),
      isThere,
      falls: () => falls,
      log: () => log,
      uses: () => usesOf(child?.pid ?? 0),
    }
  })

/** The resources of a process on Linux; elsewhere all zero. */
const usesOf = (pid: number): Uses => {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1])
    return { megabytes: (pages * 4096) / 2 ** 20, files: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return { megabytes: 0, files: 0 }
  }
}
