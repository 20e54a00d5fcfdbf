import { Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Variables } from "../node/talonarioProcess.ts"

const built = (...path: ReadonlyArray<string>) => JSON.stringify(pathToFileURL(join("dist", "runtimes", "node", ...path)).href)

/** Like runtimes/node/main.ts, but logs everything. */
const program = `
import { Effect, Fiber, Logger, LogLevel } from "effect"
import { runCommandLine } from ${built("cli", "commandLine.js")}
import { logLines } from ${built("logLines.js")}
const logging = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(logLines))
const everything = Logger.withMinimumLogLevel(runCommandLine(process.argv.slice(1)), LogLevel.All)
const fiber = Effect.runFork(Effect.provide(everything, logging))
process.on("SIGTERM", () => Effect.runFork(Fiber.interrupt(fiber)))
fiber.addObserver(() => process.exit())
`

/** A process of `talonario` that logs everything. */
export interface DebuggedProcess {
  readonly stdout: () => string
  readonly stderr: () => string
  /** Sends SIGTERM and waits for its end. */
  readonly end: Effect.Effect<void>
}

/** Starts one and waits until its output matches `started`; it is killed at the latest when the scope closes. */
export const debugged = (
  args: ReadonlyArray<string>,
  variables: Variables,
  started: RegExp,
): Effect.Effect<DebuggedProcess, never, Scope.Scope> =>
  Effect.gen(function*() {
    const { PATH = "" } = process.env
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, ["--input-type=module", "-e", program, "--", ...args], {
          env: { PATH, ...variables },
          stdio: ["ignore", "pipe", "pipe"],
        })
      ),
      (one) => Effect.sync(() => void one.kill("SIGKILL")),
    )
    const output = { stdout: "", stderr: "" }
    const ended = once(child, "close")
    child.stderr.on("data", (text) => (output.stderr += text))
    yield* Effect.promise(() =>
      new Promise<void>((resolve, reject) => {
        child.stdout.on("data", (text) => {
          output.stdout += text
          if (started.test(output.stdout)) resolve()
        })
        void ended.then(() => reject(new Error(`it ended: ${output.stderr}`)))
      }))
    const end = Effect.promise(async () => {
      child.kill("SIGTERM")
      await ended
    })
    return { stdout: () => output.stdout, stderr: () => output.stderr, end }
  })
