import { Effect, Redacted } from "effect"
import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Answer, Job } from "./httpLoad.ts"
import type { Sample } from "./measure.ts"

/** The compiled command line, as it is installed; `npm run bench` builds it. */
const program = fileURLToPath(new URL("../../dist/runtimes/node/talonario.js", import.meta.url))
export const isBuilt = (): boolean => existsSync(program)

/** Talonario's HTTP service in a process of its own, on this database; it ends with the scope. */
export const startService = (url: Redacted.Redacted<string>) =>
  Effect.gen(function*() {
    const secret = randomBytes(32).toString("base64url")
    const env = {
      ...process.env,
      DATABASE_URL: Redacted.value(url),
      TALONARIO_SECRET: secret,
      TALONARIO_RATE_LIMIT: "1000000/60",
    }
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [program, "serve", "--host", "127.0.0.1", "--port", "0"], {
          env,
          stdio: ["ignore", "pipe", "inherit"],
        })
      ),
      (child) => Effect.promise(() => ended(child)),
    )
    const address = yield* Effect.promise(() => addressOf(child))
    return { address, secret: new TextEncoder().encode(secret), residentMegabytes: (): number => residentMegabytes(child) }
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

/** Memory that the process holds now, all in all. */
const residentMegabytes = ({ pid }: ChildProcess): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024

const caller = fileURLToPath(new URL("httpLoad.ts", import.meta.url))

/** The caller of the service in a process of its own; it ends with the scope. */
export const startCaller = Effect.gen(function*() {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(caller, { execArgv: ["--import", "tsx"] })),
    (child) => Effect.promise(() => ended(child)),
  )
  return async (job: Job): Promise<Sample> => {
    const answered = answerOf(child)
    child.send(job)
    const answer = await answered
    if ("failure" in answer) throw new Error(answer.failure)
    return answer
  }
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

/** Asks the process to end, and makes it end when it does not. */
const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  child.kill()
  const patience = setTimeout(() => child.kill("SIGKILL"), patienceMillis)
  await exit
  clearTimeout(patience)
}
