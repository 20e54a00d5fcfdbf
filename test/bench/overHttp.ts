import { Console, Effect, type Redacted } from "effect"
import { isBuilt, startCaller, startService } from "./childProcesses.ts"
import type { Job } from "./httpLoad.ts"
import { crowds } from "./inProcess.ts"
import { contestant, type Operation, type Pace, race } from "./measure.ts"
import { count, millis, named, table, times } from "./report.ts"
import { openTalonario } from "./talonario.ts"
import { paths } from "./workload.ts"

/** Operations over HTTP beside the same in process, on one company; then what memory the service holds. */
export const httpPart = (url: Redacted.Redacted<string>, pace: Pace) =>
  Effect.gen(function*() {
    if (!isBuilt()) return yield* Console.log("\nOver HTTP: left out, there is no dist/ (npm run build)")
    const ours = yield* openTalonario(url)
    const service = yield* startService(url)
    const call = yield* startCaller
    yield* Effect.sleep("1 second")
    const atStart = service.residentMegabytes()

    const { body, clave: accessKey, draftId, drafts } = ours
    const get = { address: service.address, accessKey, method: "GET", body: "", expectedStatus: 200 } as const
    const post = { ...get, method: "POST", expectedStatus: 201 } as const
    const operations: ReadonlyArray<Compared> = [
      {
        name: "create a draft",
        inside: ours.create,
        request: () => ({ ...post, path: paths.invoices, body }),
      },
      {
        name: "issue",
        prepare: drafts.fill,
        inside: ours.issue,
        request: () => ({ ...post, path: drafts.takeAll().map(paths.issue) }),
      },
      {
        name: "get an invoice",
        inside: ours.get,
        request: () => ({ ...get, path: `${paths.invoices}/${draftId}` }),
      },
      {
        name: "first page of 50",
        inside: ours.list,
        request: () => ({ ...get, path: paths.invoices }),
      },
    ]

    const rows: Array<ReadonlyArray<string>> = []
    for (const { inside, name, prepare = async () => {}, request } of operations) {
      for (const connections of crowds) {
        const ask = (_: number, millis: number) => call({ ...request(), connections, millis })
        const sides = [{ name: overHttp, prepare, run: ask }, contestant(inProcess, inside, prepare)]
        const results = yield* Effect.promise((signal) => race(sides, connections, pace, signal))
        const http = named(results, overHttp)
        const { perSecond } = named(results, inProcess)
        const label = connections === crowds[0] ? name : ""
        const latencies = [millis(http.p50), millis(http.p99)]
        const rates = [count(perSecond), times(http.perSecond, perSecond)]
        rows.push([label, String(connections), count(http.perSecond), ...latencies, ...rates])
      }
    }
    yield* Console.log("\nOver HTTP, connections kept alive, the caller in a process of its own\n")
    yield* Console.log(
      table(2, ["operation", "connections", "per second", "p50 ms", "p99 ms", "in process", "ratio"], rows),
    )
    yield* Effect.sleep("2 seconds")
    yield* Console.log(`\n  Memory of the service (RSS): ${count(atStart)} MB idle after its start, `
      + `${count(service.residentMegabytes())} MB idle after all of this`)
  }).pipe(Effect.scoped)

const overHttp = "over HTTP"
const inProcess = "in process"

/** The same operation from both sides of the HTTP interface. */
interface Compared {
  readonly name: string
  readonly inside: Operation
  readonly request: () => Omit<Job, "connections" | "millis">
  readonly prepare?: (count: number) => Promise<void>
}
