import { Effect, Redacted } from "effect"
import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import type { Answer, Job } from "./http/load.ts"
import type { Sample } from "./measuring/measure.ts"

/** The compiled command line of this checkout; `npm run bench` builds it, and runs in the project's folder. */
export const builtProgram = resolve("dist", "runtimes", "command", "talonario.js")
export const isBuilt = (): boolean => existsSync(builtProgram)

type Url = Redacted.Redacted<string>

interface ServiceOptions {
  /** The command line to start; by default this checkout's. */
  readonly program?: string
  /** Whether its workers run too; by default they do. */
  readonly workers?: boolean
  /** Whether it reports the size of its heap. */
  readonly watched?: boolean
}

/** Talonario's HTTP service in a separate process, on this database; it ends with the scope. */
export const startService = (url: Url, { program = builtProgram, watched = false, workers = true }: ServiceOptions = {}) =>
  Effect.gen(function*() {
    const secret = randomBytes(32).toString("base64url")
    const options = ["serve", "--host", "127.0.0.1", "--port", "0", ...(workers ? [] : ["--no-workers"])]
    const server = yield* startServer([...(watched ? telling : []), program, ...options], {
      DATABASE_URL: Redacted.value(url),
      TALONARIO_SECRET: secret,
      TALONARIO_RATE_LIMIT: "1000000/60",
    })
    return { ...server, secret: new TextEncoder().encode(secret) }
  })

/** The comparator's HTTP service in a separate process, compiled like Talonario; it ends with the scope. */
export const startComparator = (url: Url, pipeline: boolean) =>
  startServer([compiled("comparator/main")], {
    DATABASE_URL: Redacted.value(url),
    COMPARATOR_PIPELINE: pipeline ? "1" : "0",
    NODE_ENV: "production",
  })

/** A program of this folder, compiled by `start.mjs`. */
export const compiled = (name: "comparator/main" | "http/load" | "webhooks/receiver"): string =>
  resolve("node_modules", ".cache", "talonario-bench", `${name}.mjs`)

/** Arguments that make a process report, each second, how many bytes its heap holds. */
const telling = [
  "--import",
  "data:text/javascript,setInterval(()=>process.send(process.memoryUsage().heapUsed),1000).unref()",
]

/** Has a program verify the registry of a company; returns how many seconds that took, including its start. */
export const verifySeconds = (program: string, url: Url, organizationId: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const args = [program, "registry", "verify", "--org", organizationId, "--json"]
    const env = { ...process.env, DATABASE_URL: Redacted.value(url), TALONARIO_SECRET: randomBytes(32).toString("base64url") }
    spawn(process.execPath, args, { env, stdio: "ignore" }).once("error", reject).once("exit", (code) =>
      code === 0 ? resolve((performance.now() - start) / 1000) : reject(new Error(`registry verify ended with ${code}`)))
  })

/** An HTTP server in a separate process. */
export interface Server {
  /** `http://127.0.0.1:3000` */
  readonly address: string
  readonly pid: number
  readonly residentMegabytes: () => number
  /** The least that its heap held since the last call; only of a watched server. */
  readonly heapMegabytes: () => number
}

const startServer = (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>>) =>
  Effect.gen(function*() {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, args, { env: { ...process.env, ...settings }, stdio: ["ignore", "pipe", "inherit", "ipc"] })
      ),
      (child) => Effect.promise(() => ended(child)),
    )
    const address = yield* Effect.promise(() => addressOf(child))
    let heap = Number.POSITIVE_INFINITY
    child.on("message", (bytes) => (heap = Math.min(heap, Number(bytes))))
    const server: Server = {
      address,
      pid: child.pid ?? 0,
      residentMegabytes: () => residentMegabytes(child),
      heapMegabytes: () => {
        const least = heap
        heap = Number.POSITIVE_INFINITY
        return least / 1_048_576
      },
    }
    return server
  })

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ""
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const address = /listens on (http:\S+)\/api\/v1/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`the service ended with ${code}: ${said}`)))
  })

/** The resident memory of the process. */
const residentMegabytes = ({ pid }: ChildProcess): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024

/** Carries out a job. */
export type Caller = (job: Job) => Promise<Sample>

/** The load generator, in a separate process; it ends with the scope. */
export const startCaller = Effect.gen(function*() {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(compiled("http/load"))),
    (child) => Effect.promise(() => ended(child)),
  )
  const call: Caller = async (job) => {
    const answered = answerOf(child)
    child.send(job)
    const answer = await answered
    if ("failure" in answer) throw new Error(answer.failure)
    return answer
  }
  return call
})

const answerOf = (child: ChildProcess): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`the caller ended with ${code}`))
    child.once("exit", gone)
    child.once("message", (answer: Answer) => {
      child.off("exit", gone)
      resolve(answer)
    })
  })

const patienceMillis = 25_000

/** Asks the process to end, and kills it when it does not. */
const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  child.kill()
  const patience = setTimeout(() => child.kill("SIGKILL"), patienceMillis)
  await exit
  clearTimeout(patience)
}
