import { Console, Effect, type Redacted } from "effect"
import { isBuilt, startCaller, startService } from "./childProcesses.ts"
import type { Job } from "./httpLoad.ts"
import { crowds } from "./inProcess.ts"
import { type Contestant, contestant, type Operation, type Pace, race } from "./measure.ts"
import { count, millis, named, table, times } from "./report.ts"
import { openTalonario } from "./talonario.ts"
import { paths } from "./workload.ts"

/** The same work over HTTP and in process, on one company; then what memory the service holds. */
export const httpPart = (server: { readonly folder: string; readonly url: Redacted.Redacted<string> }, pace: Pace) =>
  Effect.gen(function*() {
    if (!isBuilt()) return yield* Console.log("\nOver HTTP: left out, there is no dist/ (npm run build)")
    const ours = yield* openTalonario(server.url)
    const service = yield* startService(server.folder)
    const call = yield* startCaller
    yield* Effect.sleep("1 second")
    const atStart = service.residentMegabytes()

    const { body, clave: accessKey, draftId, drafts } = ours
    const get = { address: service.address, accessKey, method: "GET", body: "", expectedStatus: 200 } as const
    const post = { ...get, method: "POST", expectedStatus: 201 } as const
    const pairs = [
      pair("create a draft", ours.create, (crowd) => call({ ...post, ...crowd, path: paths.invoices, body })),
      pair("issue", ours.issue, (crowd) => call({ ...post, ...crowd, path: drafts.takeAll().map(paths.issue) }), drafts.fill),
      pair("get an invoice", ours.get, (crowd) => call({ ...get, ...crowd, path: `${paths.invoices}/${draftId}` })),
      pair("first page of 50", ours.list, (crowd) => call({ ...get, ...crowd, path: paths.invoices })),
    ]
    const rows: Array<ReadonlyArray<string>> = []
    for (const { operation, sides } of pairs) {
      for (const callers of crowds) {
        const results = yield* Effect.promise((signal) => race(sides, callers, pace, signal))
        const [http, inside] = [named(results, overHttp), named(results, inProcess)]
        rows.push([
          `${operation}, ${callers}`,
          count(http.perSecond),
          millis(http.p50),
          millis(http.p99),
          count(inside.perSecond),
          times(http.perSecond, inside.perSecond),
        ])
      }
    }
    yield* Console.log("\nOver HTTP, connections kept alive, the caller in a process of its own\n")
    yield* Console.log(table(["operation, connections", "per second", "p50 ms", "p99 ms", "in process", "ratio"], rows))
    yield* Effect.sleep("2 seconds")
    yield* Console.log(`\n  Memory of the service (RSS): ${count(atStart)} MB idle after its start, `
      + `${count(service.residentMegabytes())} MB idle after all of this`)
  }).pipe(Effect.scoped)

const overHttp = "over HTTP"
const inProcess = "in process"

type Crowd = Pick<Job, "connections" | "millis">

const pair = (
  operation: string,
  inside: Operation,
  ask: (crowd: Crowd) => ReturnType<Contestant["run"]>,
  prepare?: Contestant["prepare"],
) => {
  const http: Contestant = { name: overHttp, run: (connections, millis) => ask({ connections, millis }) }
  const sides = [prepare === undefined ? http : { ...http, prepare }, contestant(inProcess, inside, prepare)]
  return { operation, sides }
}
