import { Effect, Layer, type Redacted } from "effect"
import { PostgresPool } from "../../adapters/postgres/PostgresPool.ts"
import { settle } from "./bigCompany.ts"
import { system } from "./books.ts"
import { builtProgram, type Caller, startCaller, startService, verifySeconds } from "./childProcesses.ts"
import { anotherDatabase, databaseSize } from "./database.ts"
import type { Target } from "./httpLoad.ts"
import { interleaved, issueTargets } from "./httpOperations.ts"
import { type Installation, openInstallation } from "./installation.ts"
import { type Contestant, type Pace, race, type Result, type Sample } from "./measure.ts"
import { count, millis, named, say, table, times } from "./report.ts"
import { paths } from "./workload.ts"

type Url = Redacted.Redacted<string>

interface Size {
  readonly invoices: number
  readonly companies: number
  readonly program: string | undefined
}

/** Companies that issue at once. */
const issuing = 50

/** Records of the company whose registry is verified. */
const registered = 5_000

/**
 * A big installation beside a small one, each with a service of its own: what costs the same in both does not grow with
 * what is stored. Then one and two processes on the big one.
 */
export const scalePart = (url: Url, pace: Pace, { companies, invoices, program = builtProgram }: Size) =>
  Effect.gen(function*() {
    const urls = { big: yield* anotherDatabase(url, "big"), small: yield* anotherDatabase(url, "small") }
    const built = { big: yield* Layer.build(system(urls.big)), small: yield* Layer.build(system(urls.small)) }
    const few = Math.min(companies, issuing)
    const small = yield* Effect.provide(openInstallation({ companies: few, invoicesEach: 20 }), built.small)
    const start = performance.now()
    const big = yield* Effect.provide(
      openInstallation({ companies, invoicesEach: Math.ceil(invoices / companies) }),
      built.big,
    )
    yield* Effect.provide(Effect.flatMap(PostgresPool, (pool) => Effect.promise(() => settle(pool))), built.big)
    const seconds = (performance.now() - start) / 1000
    yield* say(`\n${count(big.invoices)} invoices of ${count(companies)} companies: loaded in ${count(seconds)} s `
      + `(${count(big.invoices / seconds)} a second), ${yield* databaseSize(urls.big)} with indexes`)

    const options = { program, workers: false }
    const services = { big: yield* startService(urls.big, options), small: yield* startService(urls.small, options) }
    const second = yield* startService(urls.big, options)
    const callers = [yield* startCaller, yield* startCaller] as const
    const [call] = callers

    const rows: Array<ReadonlyArray<string>> = []
    for (const { name, prepare, targets, writes = false } of operations) {
      const side = (size: "big" | "small"): Contestant => {
        const installation = size === "big" ? big : small
        return {
          name: size,
          prepare: async (wanted) => prepare?.(installation, wanted),
          run: (connections, time) => call(jobOf(services[size].address, targets(installation), connections, time, writes)),
        }
      }
      const results = yield* Effect.promise((signal) => race([side("small"), side("big")], 32, pace, signal))
      rows.push([name, ...beside(named(results, "big"), named(results, "small"))])
    }
    yield* say(`\nOver HTTP at 32 connections: this installation beside one of ${count(small.invoices)} invoices; it first in each pair\n`)
    yield* say(table(1, ["operation", "per second", "", "ratio", "p50 ms", "", "p99 ms", ""], rows))

    const verified = yield* Effect.promise(() => verifiedRecords(big, urls.big, call, services.big.address, program))
    yield* say(`\n  registry verify of a company with ${count(registered)} records: ${verified}`)

    const addresses = [services.big.address, second.address]
    const results = yield* Effect.promise((signal) =>
      race([1, 2].map((processes) => ({
        name: `${processes}`,
        prepare: (wanted: number) => fillDrafts(big, wanted),
        run: (connections: number, time: number) =>
          issuedBy(big, callers, addresses.slice(0, processes), connections, time),
      })), 32, { turns: 4, ...pace }, signal))
    const [one, two] = [named(results, "1"), named(results, "2")]
    yield* say(`\n  Issuing over ${few} companies: one process ${count(one.perSecond)} a second, two on one database `
      + `${count(two.perSecond)} (${times(two.perSecond, one.perSecond)}); p99 ${millis(one.p99)} and ${millis(two.p99)} ms`)
  }).pipe(Effect.scoped)

interface Measured {
  readonly name: string
  readonly writes?: boolean
  readonly prepare?: (installation: Installation, wanted: number) => Promise<void>
  readonly targets: (installation: Installation) => ReadonlyArray<Target>
}

const listTargets = (query: string) => ({ accounts }: Installation): ReadonlyArray<Target> =>
  accounts.map(({ clave }) => ({ accessKey: clave, path: `${paths.invoices}${query}`, body: "" }))

const fillDrafts = async ({ accounts }: Installation, wanted: number): Promise<void> => {
  const some = accounts.slice(0, issuing)
  for (const { drafts } of some) await drafts.fill(Math.ceil(wanted / some.length))
}

const draftTargets = (accounts: Installation["accounts"]): ReadonlyArray<Target> =>
  interleaved(accounts.slice(0, issuing).map((account) => issueTargets(account, account.drafts.takeAll())))

const operations: ReadonlyArray<Measured> = [
  {
    name: "get an invoice",
    targets: ({ accounts }) =>
      accounts.map(({ clave, invoiceId }) => ({ accessKey: clave, path: `${paths.invoices}/${invoiceId}`, body: "" })),
  },
  { name: "first page of 50", targets: listTargets("") },
  { name: "first page of what is overdue", targets: listTargets("?estado=overdue") },
  { name: "what was issued in a month", targets: listTargets("?emision_desde=2025-03-01&emision_hasta=2025-03-31") },
  {
    name: "create a draft of 3 lines",
    writes: true,
    targets: ({ accounts }) => accounts.map(({ body, clave }) => ({ accessKey: clave, path: paths.invoices, body })),
  },
  { name: "issue", writes: true, prepare: fillDrafts, targets: ({ accounts }) => draftTargets(accounts) },
]

/** Drafts are issued once; all else is asked for over and over. */
const jobOf = (address: string, targets: ReadonlyArray<Target>, connections: number, time: number, writes: boolean) => ({
  address,
  connections,
  millis: time,
  method: writes ? "POST" as const : "GET" as const,
  targets,
  repeats: targets[0]?.path.endsWith("/emitir") !== true,
  expectedStatus: writes ? 201 : 200,
})

const beside = (big: Result, small: Result): ReadonlyArray<string> => [
  count(big.perSecond),
  count(small.perSecond),
  times(big.perSecond, small.perSecond),
  millis(big.p50),
  millis(small.p50),
  millis(big.p99),
  millis(small.p99),
]

/** The same drafts issued by one process, or by several at once, each with its share of connections and callers. */
const issuedBy = async (
  { accounts }: Installation,
  callers: readonly [Caller, Caller],
  addresses: ReadonlyArray<string>,
  connections: number,
  time: number,
): Promise<Sample> => {
  const targets = draftTargets(accounts)
  const samples = await Promise.all(addresses.map((address, i) => {
    const share = targets.filter((_, at) => at % addresses.length === i)
    const call = callers[i] ?? callers[0]
    return call(jobOf(address, share, Math.ceil(connections / addresses.length), time, true))
  }))
  return {
    elapsedMillis: Math.max(...samples.map(({ elapsedMillis }) => elapsedMillis)),
    latencies: samples.flatMap(({ latencies }) => latencies),
  }
}

/** Issues so many invoices of the last company, and has the command line verify its registry. */
const verifiedRecords = async (
  { accounts }: Installation,
  url: Url,
  call: Caller,
  address: string,
  program: string,
): Promise<string> => {
  const account = accounts.at(-1)
  if (account === undefined) throw new Error("an installation without companies")
  await account.drafts.fill(registered)
  const targets = issueTargets(account, account.drafts.takeAll())
  await call({ ...jobOf(address, targets, 32, 600_000, true), repeats: false })
  const seconds = await verifySeconds(program, url, account.organizationId)
  return `${seconds.toFixed(1)} s with the start of the program (${count(registered / seconds)} a second)`
}
