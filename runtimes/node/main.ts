import { Effect, Fiber, Logger } from "effect"
import { runCommandLine } from "./cli/commandLine.ts"
import { hasCode } from "./hasCode.ts"
import { logLines } from "./logLines.ts"

/** Logs go to stderr: stdout is for answers. */
const logging = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(logLines))

/** How long what is left open at the end, such as a connection whose other end is silent, may keep the process. */
const lingerMillis = 5_000

/** How long an end in order is waited for, which a silent database could hold up; milliseconds. */
const endMillis = 45_000

/** A signal that comes so soon after another is the same one, told twice: npm passes on what the terminal has told us too. */
const echoMillis = 500

/** Gives up on an end in order. Nothing is lost by it: what was not acknowledged may be asked for again. */
const endAtLast = () => {
  Effect.runSync(Effect.provide(Effect.logError(`not ended in ${endMillis / 1_000} s, given up`), logging))
  process.exit(1)
}

/** Runs a command line as this process. SIGTERM, SIGINT and SIGHUP end it in order; another one later at once. */
export const main = (args: ReadonlyArray<string>): void => {
  let isLost = false
  // A reader of our output that goes away is no reason to end. Where stdout cannot be written otherwise, as on a full
  // disk, something that is shown only once may be lost.
  process.stderr.on("error", () => {})
  process.stdout.on("error", (error) => {
    if (isLost || hasCode(error, "EPIPE") || hasCode(error, "ECONNRESET")) return
    isLost = true
    process.exitCode ||= 1
    console.error(`the answer could not be written to stdout: ${error.message}; look what was done before trying again`)
  })
  let asked: number | undefined
  const running = runCommandLine(args, () => asked !== undefined)
  // The exit code is noted within the fiber: once this is interrupted, its exit says nothing else.
  const noted = Effect.map(running, (code) => void (process.exitCode = code || Number(isLost)))
  const fiber = Effect.runFork(Effect.uninterruptible(Effect.provide(noted, logging)))
  let isOver = false
  const stop = () => {
    if (asked !== undefined && performance.now() - asked < echoMillis) return
    if (asked !== undefined || isOver) process.exit(130)
    asked = performance.now()
    setTimeout(endAtLast, endMillis).unref()
    Effect.runFork(Fiber.interrupt(fiber))
  }
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop)
  /** Whoever reads the output may take their time, as with `less`: what they have not read would be cut off. */
  const leave = () => {
    if (process.stdout.writableLength === 0) process.exit()
    else setTimeout(leave, lingerMillis).unref()
  }
  fiber.addObserver(() => {
    isOver = true
    setTimeout(leave, lingerMillis).unref()
  })
}
