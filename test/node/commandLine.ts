import { Effect, Schema, type Scope } from "effect"
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { gathered } from "../support/programs.ts"
import type { Ran, Variables } from "./talonarioProcess.ts"

/** No command takes as long; one that never ends must not hold up those after it. */
const patienceMillis = 60_000

const decodeRan = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Struct({ code: Schema.Number, stdout: Schema.String, stderr: Schema.String })),
)

/** A process that has loaded the compiled program and runs one command line after the other. */
class Runner {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>
  private waiting: ((line: string) => void) | undefined
  private last: Promise<unknown> = Promise.resolve()

  /** `extra` is what Node itself reads at its start. */
  constructor(extra: Variables) {
    const { PATH = "" } = process.env
    this.child = spawn(process.execPath, [gathered("commandLines")], { env: { PATH, ...extra }, stdio: ["pipe", "pipe", "inherit"] })
    createInterface({ input: this.child.stdout }).on("line", (line) => this.waiting?.(line))
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  run(args: ReadonlyArray<string>, variables: Variables): Promise<Ran> {
    const ran = this.last.then(() => this.ask(args, variables))
    this.last = ran.catch(() => {})
    return ran
  }

  end(): void {
    this.child.kill("SIGKILL")
  }

  private ask(args: ReadonlyArray<string>, variables: Variables): Promise<Ran> {
    const { PATH = "" } = process.env
    return new Promise((resolve, reject) => {
      const told = args.join(" ")
      const impatient = setTimeout(() => this.child.kill("SIGKILL"), patienceMillis)
      const gone = () => reject(new Error(`the process ended over: ${told}`))
      if (!this.isAlive) return gone()
      this.child.once("exit", gone)
      this.waiting = (line) => {
        clearTimeout(impatient)
        this.child.off("exit", gone)
        try {
          resolve(decodeRan(line))
        } catch (error) {
          reject(error)
        }
      }
      this.child.stdin.write(`${JSON.stringify({ args, variables: { PATH, ...variables } })}\n`)
    })
  }
}

let shared: Runner | undefined

/**
 * Runs a command line of the compiled program as `talonario` does, but for the process: of its start, which takes most of
 * the time, all that call this share one.
 */
export const commandLine = (args: ReadonlyArray<string>, variables: Variables): Effect.Effect<Ran> =>
  Effect.promise(() => {
    if (shared === undefined || !shared.isAlive) shared = new Runner({})
    return shared.run(args, variables)
  })

/** The same in a process that was started with these variables, such as NODE_EXTRA_CA_CERTS; it ends with the scope. */
export const commandLineWith = (
  extra: Variables,
): Effect.Effect<typeof commandLine, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.sync(() => new Runner(extra)), (runner) => Effect.sync(() => runner.end())).pipe(
    Effect.map((runner) => (args, variables) => Effect.promise(() => runner.run(args, variables))),
  )
