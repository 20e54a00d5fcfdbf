import { Effect, Layer, type Redacted } from "effect"
import { PostgresPool } from "../../../adapters/postgres/connections/PostgresPool.ts"
import { system } from "../books.ts"
import { builtProgram, type Caller, type Server, startCaller, startService } from "../childProcesses.ts"
import { type Pace, race, type Sample } from "../measuring/measure.ts"
import { count, millis, named, say, table, times } from "../measuring/report.ts"
import { settle } from "./bigCompany.ts"
import { draftTargets, fillDrafts, type Installation, openInstallation } from "./installation.ts"
import { allotted } from "./processorShare.ts"

type Url = Redacted.Redacted<string>

interface Size {
  readonly companies: number
  readonly program: string | undefined
}

/** How many processes issue on one database, and the connections of each. */
const crowds = [1, 2, 4]
const connectionsEach = 32

/** The share of a processor that each process gets. */
const shares = [0.25, 1]

/**
 * Measures several processes that issue for many companies on one database. On a single machine one more process finds no
 * processor free, so they are also measured with a small share of a processor each, as if each had its own machine.
 */
export const processesPart = (url: Url, pace: Pace, { companies, program = builtProgram }: Size) =>
  Effect.gen(function*() {
    const built = yield* Layer.build(system(url))
    const installation = yield* Effect.provide(openInstallation({ companies, invoicesEach: 20 }), built)
    yield* Effect.provide(Effect.flatMap(PostgresPool, (pool) => Effect.promise(() => settle(pool))), built)
    const most = Math.max(...crowds)
    const servers = yield* Effect.replicateEffect(startService(url, { program, workers: false }), most)
    const callers = yield* Effect.replicateEffect(startCaller, most)

    const rows: Array<ReadonlyArray<string>> = []
    for (const share of shares) {
      const results = yield* Effect.gen(function*() {
        if (share < 1) yield* Effect.forEach(servers, ({ pid }) => allotted(pid, share))
        return yield* Effect.promise((signal) =>
          race(crowds.map((processes) => ({
            name: `${processes}`,
            prepare: (wanted: number) => fillDrafts(installation.accounts, wanted),
            run: (_: number, time: number) => issuedBy(installation, callers, servers.slice(0, processes), time),
          })), connectionsEach, { turns: 4, ...pace }, signal))
      }).pipe(Effect.scoped)
      const one = named(results, "1")
      for (const { name, p50, p99, perSecond } of results) {
        const told = [count(perSecond), times(perSecond, one.perSecond), millis(p50), millis(p99)]
        rows.push([`${share * 100} %`, name, ...told])
      }
    }
    yield* say(`\nIssuing over ${count(companies)} companies on one database, ${connectionsEach} connections to each process\n`)
    yield* say(table(2, ["a processor's", "processes", "per second", "ratio", "p50 ms", "p99 ms"], rows))
  }).pipe(Effect.scoped)

/** Issues the drafts of all companies, divided among the processes, each of which has its own caller. */
const issuedBy = async (
  { accounts }: Installation,
  callers: ReadonlyArray<Caller>,
  servers: ReadonlyArray<Server>,
  time: number,
): Promise<Sample> => {
  const targets = draftTargets(accounts)
  const samples = await Promise.all(servers.flatMap(({ address }, i) => {
    const share = targets.filter((_, at) => at % servers.length === i)
    const rest = { method: "POST", repeats: false, expectedStatus: 201 } as const
    return callers[i]?.({ address, connections: connectionsEach, millis: time, targets: share, ...rest }) ?? []
  }))
  return {
    elapsedMillis: Math.max(...samples.map(({ elapsedMillis }) => elapsedMillis)),
    latencies: samples.flatMap(({ latencies }) => latencies),
  }
}
