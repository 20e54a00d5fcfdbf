import { Effect, type Scope } from "effect"
import { once } from "node:events"
import { start, type Variables } from "../node/talonarioProcess.ts"

/** `talonario work` in a process of its own. */
export interface WorkerProcess {
  /** Everything it has logged so far. */
  readonly stderr: () => string
  /** Sends SIGTERM and waits for the exit code. */
  readonly end: Effect.Effect<number | null>
  /** kill -9. */
  readonly kill: () => void
  /** Whether it is still running. */
  readonly isAlive: () => boolean
}

/** Starts a worker and waits until it works; killed at the latest when the scope closes. */
export const startWorker = (variables: Variables): Effect.Effect<WorkerProcess, never, Scope.Scope> =>
  Effect.gen(function*() {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => start(["work"], variables)),
      (child) => Effect.sync(() => void child.kill("SIGKILL")),
    )
    let stderr = ""
    const ended = once(child, "close").then(([code]): number | null => code)
    child.stderr?.on("data", (text) => (stderr += text))
    yield* Effect.promise(() =>
      new Promise<void>((resolve, reject) => {
        child.stdout?.once("data", () => resolve())
        void ended.then((code) => reject(new Error(`the worker ended with ${code}: ${stderr}`)))
      }))
    return {
      stderr: () => stderr,
      end: Effect.promise(() => {
        child.kill("SIGTERM")
        return ended
      }),
      kill: () => void child.kill("SIGKILL"),
      isAlive: () => child.exitCode === null && child.signalCode === null,
    }
  })
