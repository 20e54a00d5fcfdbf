import { Effect, Schema, type Scope } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const standIn = fileURLToPath(new URL("runtimeStandIn.mjs", import.meta.url))

/** The cost of something. Processor time does not grow when the machine is busy. */
const Taken = Schema.Struct({ millis: Schema.Number, processorMillis: Schema.Number, megabytes: Schema.Number })
export type Taken = typeof Taken.Type

const Loaded = Schema.Struct({ loaded: Schema.Literal(true), ...Taken.fields })
const Invoked = Schema.Struct({
  result: Schema.optional(Schema.Unknown),
  error: Schema.optional(Schema.String),
  ...Taken.fields,
})
export type Invoked = typeof Invoked.Type
const readLoaded = Schema.decodeUnknownSync(Schema.parseJson(Loaded))
const readInvoked = Schema.decodeUnknownSync(Schema.parseJson(Invoked))

/** A function in its own process, run as Lambda does. */
export interface FunctionProcess {
  readonly load: Taken
  readonly invoke: (event: unknown) => Effect.Effect<Invoked>
  /** Stops the process, as Lambda does between events. */
  readonly freeze: Effect.Effect<void>
  readonly thaw: Effect.Effect<void>
  /** Ends it as Lambda does and returns its exit code; null if it had to be killed. */
  readonly end: Effect.Effect<number | null>
  /** Its log so far. */
  readonly log: () => string
}

/** The function could not be loaded, with its output. */
export class NotLoaded extends Error {
  readonly _tag = "NotLoaded"
}

/** Loads a bundle's `index.mjs` with only these environment variables. Each event has `timeoutMillis`. */
export const functionProcess = (
  module: string,
  environment: Readonly<Record<string, string>>,
  timeoutMillis = 30_000,
): Effect.Effect<FunctionProcess, NotLoaded, Scope.Scope> =>
  Effect.gen(function*() {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [standIn, module, String(timeoutMillis)], { env: { ...environment }, stdio: "pipe" })),
      (running) => Effect.sync(() => void running.kill("SIGKILL")),
    )
    let logged = ""
    child.stderr.on("data", (chunk: Buffer) => (logged += chunk.toString("utf8")))
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    // Logs go to stdout too, but only results have this form.
    const nextLine = async (): Promise<string | undefined> => {
      for (;;) {
        const { done, value } = await lines.next()
        if (done === true) return undefined
        if (/^\{"(?:loaded|result|error|millis)"/.test(value)) return value
        logged += `${value}\n`
      }
    }
    const first = yield* Effect.promise(nextLine)
    if (first === undefined) return yield* Effect.fail(new NotLoaded(logged))
    return {
      load: readLoaded(first),
      invoke: (event) =>
        Effect.promise(async () => {
          child.stdin.write(`${JSON.stringify(event)}\n`)
          const line = await nextLine()
          if (line === undefined) throw new Error(`the function has gone:\n${logged}`)
          return readInvoked(line)
        }),
      freeze: Effect.sync(() => void child.kill("SIGSTOP")),
      thaw: Effect.sync(() => void child.kill("SIGCONT")),
      end: Effect.promise(async () => {
        const ended = once(child, "exit")
        child.kill("SIGTERM")
        const [code] = await ended
        return typeof code === "number" ? code : null
      }),
      log: () => logged,
    }
  })
