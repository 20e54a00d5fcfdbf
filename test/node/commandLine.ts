import { Effect, Schema, type Scope } from "effect"
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { gathered } from "../support/programs.ts"
import type { Ran, Variables } from "./talonarioProcess.ts"

/** Longer than any command takes, so that one that never ends does not hold up the others. */
const patienceMillis = 60_000

const decodeRan = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Struct({ code: Schema.Number, stdout: Schema.String, stderr: Schema.String })),
)

/** A process that loads the compiled program once and runs one command line after the other. */
class Runner {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>
  private waiting: ((line: string) => void) | undefined
  private last: Promise<unknown> = Promise.resolve()

  /** `extra` are variables that Node itself reads when it starts. */
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
      const line = args.join(" ")
      const impatient = setTimeout(() => this.child.kill("SIGKILL"), patienceMillis)
      const gone = () => reject(new Error(`the process ended during: ${line}`))
      if (!this.isAlive) return gone()
      this.child.once("exit", gone)
      this.waiting = (answer) => {
        clearTimeout(impatient)
        this.child.off("exit", gone)
        try {
          resolve(decodeRan(answer))
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
 * Runs a command line of the compiled program as `talonario` does. All callers share one process, as starting one takes
 * most of the time.
 */
export const commandLine = (args: ReadonlyArray<string>, variables: Variables): Effect.Effect<Ran> =>
  Effect.promise(() => {
    if (shared === undefined || !shared.isAlive) shared = new Runner({})
    return shared.run(args, variables)
  })

/** The same in a separate process started with these variables, such as NODE_EXTRA_CA_CERTS; it ends with the scope. */
export const commandLineWith = (
  extra: Variables,
): Effect.Effect<typeof commandLine, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.sync(() => new Runner(extra)), (runner) => Effect.sync(() => runner.end())).pipe(
    Effect.map((runner) => (args, variables) => Effect.promise(() => runner.run(args, variables))),
  )
