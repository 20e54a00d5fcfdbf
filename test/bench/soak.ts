import { Effect, Layer, type Redacted, Schema } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { system } from "./books.ts"
import { builtProgram, type Caller, startCaller, startService } from "./childProcesses.ts"
import { fillCompany } from "./companies/bigCompany.ts"
import type { Target } from "./http/load.ts"
import { issueTargets } from "./http/operations.ts"
import { openDrafting } from "./http/sides.ts"
import { reservePlaces } from "./inProcess/talonario.ts"
import { figuresOf, joined, type Sample } from "./measuring/measure.ts"
import { count, millis, say, table } from "./measuring/report.ts"
import { paths } from "./workload.ts"

/** The number of equal parts into which the time is divided; each is a row of the report. */
const periods = 10

/** The number of connections of the load. */
const connections = 8

/** How long one kind of request is sent before the next one takes its turn. */
const turnMillis = 500

interface Soak {
  readonly minutes: number
  readonly program: string | undefined
}

/** What was measured in one period. */
interface Period {
  readonly requests: number
  readonly p50: number
  readonly p99: number
  /** Resident memory of the process, and the least size of its heap, in megabytes. */
  readonly resident: number
  readonly heap: number
}

/** Steady load of everything that a service does, with its workers: memory and latency must not grow. */
export const soakPart = (url: Redacted.Redacted<string>, { minutes, program = builtProgram }: Soak) =>
  Effect.gen(function*() {
    const built = yield* Layer.build(system(url))
    const service = yield* startService(url, { program, watched: true })
    const call = yield* startCaller
    const { body, clave, drafts } = yield* Effect.provide(openDrafting, built)
    const listed = yield* Effect.provide(openListed, built)
    const turns = [
      () => asked("POST", [{ accessKey: clave, path: paths.invoices, body }]),
      () => asked("POST", issueTargets({ clave }, drafts.takeAll())),
      () => asked("GET", [{ accessKey: clave, path: paths.invoices, body: "" }]),
      () => asked("GET", [{ accessKey: listed.clave, path: `${paths.invoices}/${listed.invoiceId}`, body: "" }]),
      () => asked("GET", [{ accessKey: listed.clave, path: `${paths.invoices}/${listed.invoiceId}/pdf`, body: "" }]),
    ]
    const round = async (address: string, call: Caller): Promise<ReadonlyArray<Sample>> => {
      await drafts.fill(2_000)
      const samples: Array<Sample> = []
      for (const turn of turns) samples.push(await call({ ...turn(), address, connections, millis: turnMillis }))
      return samples
    }
    yield* Effect.promise(() => round(service.address, call))
    yield* Effect.promise(() => walk(`${service.address}${paths.invoices}?limite=200`, listed.clave))
    const seen: Array<Period> = []
    for (let period = 0; period < periods; period++) {
      const end = performance.now() + (minutes * 60_000) / periods
      const samples: Array<Sample> = []
      service.heapMegabytes()
      do samples.push(...yield* Effect.promise(() => round(service.address, call)))
      while (performance.now() < end)
      const { p50, p99 } = figuresOf(joined(samples))
      const requests = samples.reduce((sum, { latencies }) => sum + latencies.length, 0)
      seen.push({ requests, p50, p99, resident: service.residentMegabytes(), heap: service.heapMegabytes() })
    }
    yield* say(`\n${minutes} minutes of steady load at ${connections} connections: create, issue, list, get, PDF; with workers\n`)
    yield* say(table(1, ["", "requests", "p50 ms", "p99 ms", "RSS MB", "heap MB, least"], seen.map((period, i) => [
      `${(((i + 1) * minutes) / periods).toFixed(1)} min`,
      count(period.requests),
      millis(period.p50),
      millis(period.p99),
      count(period.resident),
      count(period.heap),
    ])))
    const hours = minutes / 60
    const slopes = (["resident", "heap", "p50", "p99"] as const).map((name) => slopeOf(seen.slice(2).map((one) => one[name])))
    const [resident = 0, heap = 0, p50 = 0, p99 = 0] = slopes.map((each) => (each * periods) / hours)
    yield* say(`\n  Slopes after the first two: RSS ${resident.toFixed(0)} MB an hour, heap ${heap.toFixed(0)} MB an hour, `
      + `p50 ${p50.toFixed(2)} ms an hour, p99 ${p99.toFixed(1)} ms an hour`)
  }).pipe(Effect.scoped)

const asked = (method: "GET" | "POST", targets: ReadonlyArray<Target>) => ({
  method,
  targets,
  repeats: targets.length === 1,
  expectedStatus: method === "GET" ? 200 : 201,
})

/** Reads a list page by page. After that the service's caches of lists are full, and do not grow while it is watched. */
const walk = async (first: string, accessKey: string): Promise<void> => {
  for (let next: string | null = first; next !== null;) {
    const response = await fetch(next, { headers: { Authorization: `Bearer ${accessKey}` } })
    next = decodePage(await response.json()).siguiente
  }
}

const decodePage = Schema.decodeUnknownSync(Schema.Struct({ siguiente: Schema.NullOr(Schema.String) }))

/** The number of invoices of the company whose list is read: more than a service caches. */
const listedRows = 10_000

/** A company with many invoices. */
const openListed = Effect.gen(function*() {
  const pool = yield* PostgresPool
  const { clave, draftId, organizationId } = yield* openDrafting
  const { invoiceId } = yield* Effect.promise(async () =>
    fillCompany(pool, organizationId, draftId, listedRows, await reservePlaces(pool, organizationId, listedRows)))
  return { clave, invoiceId: invoiceId.replaceAll("-", "") }
})

/** By how much values rise from one to the next, by least squares. */
export const slopeOf = (values: ReadonlyArray<number>): number => {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [above, below] = values.reduce(
    ([above, below], value, i) => [above + (i - middle) * (value - mean), below + (i - middle) ** 2] as const,
    [0, 0] as readonly [number, number],
  )
  return below === 0 ? 0 : above / below
}
