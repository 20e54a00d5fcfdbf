import { Effect } from "effect"
import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Answer, Job } from "./httpLoad.ts"
import type { Sample } from "./measure.ts"

/** The compiled command line, as it is installed; `npm run bench` builds it. */
const program = fileURLToPath(new URL("../../dist/runtimes/node/talonario.js", import.meta.url))
export const isBuilt = (): boolean => existsSync(program)

/** Talonario's HTTP service in a process of its own, on the database in `folder`; it ends with the scope. */
export const startService = (folder: string) =>
  Effect.gen(function*() {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [program, "serve", "--port", "0"], {
          // Of the settings only ours count; a blank one is as good as none.
          env: { ...process.env, TALONARIO_DATA: folder, TALONARIO_RATE_LIMIT: "1000000/60", DATABASE_URL: "", HOST: "" },
          stdio: ["ignore", "pipe", "inherit"],
        })
      ),
      (child) => Effect.promise(() => ended(child)),
    )
    const address = yield* Effect.promise(() => addressOf(child))
    return { address, residentMegabytes: (): number => residentMegabytes(child) }
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

/** The caller of the service in a process of its own; it ends with the scope. */
export const startCaller = Effect.gen(function*() {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(fileURLToPath(new URL("httpLoad.ts", import.meta.url)), { execArgv: ["--import", "tsx"] })),
    (child) => Effect.promise(() => ended(child)),
  )
  return async (job: Job): Promise<Sample> => {
    const answered = once(child, "message")
    child.send(job)
    const [answer]: Array<Answer> = await answered
    if (answer === undefined) throw new Error("no answer from the caller")
    if ("failure" in answer) throw new Error(answer.failure)
    return answer
  }
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
