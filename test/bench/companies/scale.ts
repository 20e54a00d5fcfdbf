import { Effect, Layer, type Redacted } from "effect"
import { PostgresPool } from "../../../adapters/postgres/connections/PostgresPool.ts"
import { system } from "../books.ts"
import { builtProgram, type Caller, startCaller, startService, verifySeconds } from "../childProcesses.ts"
import { anotherDatabase, databaseSize } from "../database.ts"
import type { Target } from "../http/load.ts"
import { issueTargets } from "../http/operations.ts"
import { type Contestant, type Pace, race, type Result } from "../measuring/measure.ts"
import { count, millis, named, say, table, times } from "../measuring/report.ts"
import { paths } from "../workload.ts"
import { settle } from "./bigCompany.ts"
import { draftTargets, fillDrafts, type Installation, openInstallation } from "./installation.ts"

type Url = Redacted.Redacted<string>

interface Size {
  readonly invoices: number
  readonly companies: number
  readonly program: string | undefined
}

/** How many companies issue at the same time. */
const issuing = 50

/** The number of records of the company whose registry is verified. */
const registered = 5_000

/**
 * Measures a big installation and a small one, each with its own service. What takes the same time in both does not depend on
 * how much is stored.
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
    const call = yield* startCaller

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
  }).pipe(Effect.scoped)

interface Measured {
  readonly name: string
  readonly writes?: boolean
  readonly prepare?: (installation: Installation, wanted: number) => Promise<void>
  readonly targets: (installation: Installation) => ReadonlyArray<Target>
}

const listTargets = (query: string) => ({ accounts }: Installation): ReadonlyArray<Target> =>
  accounts.map(({ clave }) => ({ accessKey: clave, path: `${paths.invoices}${query}`, body: "" }))

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
  {
    name: "issue",
    writes: true,
    prepare: ({ accounts }, wanted) => fillDrafts(accounts.slice(0, issuing), wanted),
    targets: ({ accounts }) => draftTargets(accounts.slice(0, issuing)),
  },
]

/** A job of one operation. Each draft is issued once; everything else is requested over and over. */
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

/** Issues the invoices of the last company, and has the command line verify its registry. */
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
