import { Effect, Redacted } from "effect"
import pg from "pg"
import { openComparator } from "../comparator/comparator.ts"
import { anotherDatabase } from "../database.ts"
import { type Contestant, contestant, type Pace, race, type Result } from "../measuring/measure.ts"
import { count, millis, named, say, table, times } from "../measuring/report.ts"
import { booksOf } from "./audit.ts"
import { openTalonario } from "./talonario.ts"

/** Numbers of concurrent callers. */
export const crowds = [1, 32, 128] as const

const talonario = "talonario"
const rowLocks = "row locks"
const pipelinedLocks = "row locks, pipelined"

/**
 * Measures writes for one company in this process: Talonario, the comparator without and with pipelining, and for comparison
 * the speed of the disk, with single small rows and a commit for each.
 */
export const inProcessPart = (url: Redacted.Redacted<string>, pace: Pace) =>
  Effect.gen(function*() {
    const other = yield* anotherDatabase(url, "comparator")
    const ours = yield* openTalonario(url)
    const locks = yield* openComparator(other, { pipeline: false })
    const pipelined = yield* openComparator(other, { pipeline: true })
    const plain = contestant("one small row each", yield* plainInserts(other))
    const sides = [[talonario, ours], [rowLocks, locks], [pipelinedLocks, pipelined]] as const

    const rows: Array<ReadonlyArray<string>> = []
    let summary = ""
    for (const callers of crowds) {
      const run = (contestants: ReadonlyArray<Contestant>) =>
        Effect.promise((signal) => race(contestants, callers, pace, signal))
      const created = yield* run(sides.map(([name, { create }]) => contestant(name, create)))
      const issuing = sides.map(([name, { drafts, issue }]) => contestant(name, issue, drafts.fill))
      const issued = yield* run(issuing)
      const inserted = yield* run([plain])
      rows.push(...rowsOf("create a draft", callers, created))
      rows.push(...rowsOf("issue", callers, issued))
      rows.push(...rowsOf("INSERT + COMMIT", callers, inserted))
      summary = summaryOf(callers, issued)
    }
    yield* say(`\nWrites on one company, in process; ratios are to "${rowLocks}"\n`)
    const head = ["operation", "callers", "side", "per second", "ratio", "p50 ms", "p99 ms"]
    yield* say(table(3, head, rows))
    yield* say(`\n  ${summary}\n`)
    for (const [name, { organizationId, pool }] of sides) {
      yield* say(yield* Effect.promise(() => verdict(name, pool, organizationId)))
    }
  }).pipe(Effect.scoped)

/** The lines of one operation; only the first names the operation and the number of callers. */
const rowsOf = (operation: string, callers: number, results: ReadonlyArray<Result>) => {
  const base = results.find(({ name }) => name === rowLocks)
  return results.map(({ name, p50, p99, perSecond }, i) => [
    i === 0 ? operation : "",
    i === 0 ? String(callers) : "",
    name,
    count(perSecond),
    base === undefined ? "" : times(perSecond, base.perSecond),
    millis(p50),
    millis(p99),
  ])
}

const summaryOf = (callers: number, issued: ReadonlyArray<Result>): string => {
  const ours = named(issued, talonario)
  const locks = named(issued, rowLocks)
  const pipelined = named(issued, pipelinedLocks)
  return `Issuing at ${callers} callers: ${times(ours.perSecond, locks.perSecond)} of row locks (goal: 5x), `
    + `${times(ours.perSecond, pipelined.perSecond)} of pipelined ones; `
    + `p99 ${millis(ours.p99)} ms to ${millis(locks.p99)} and ${millis(pipelined.p99)} ms`
}

/** What was written, in words; throws when something is lost or broken. */
const verdict = async (name: string, pool: pg.Pool, organizationId: string): Promise<string> => {
  const { bytesPerInvoice, events, fault, issued, lastNumber, replies } = await booksOf(pool, organizationId)
  const whole = fault === undefined && [lastNumber, events, replies].every((found) => found === issued)
  if (!whole) throw new Error(`${name}: ${JSON.stringify({ issued, lastNumber, events, replies, fault })}`)
  return `  ${name}: ${count(issued)} issued without a gap, chain intact, an event and a stored answer each, `
    + `${count(bytesPerInvoice)} bytes an invoice`
}

/** Inserts one small row per commit, on 16 connections. */
const plainInserts = (url: Redacted.Redacted<string>) =>
  Effect.gen(function*() {
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new pg.Pool({ connectionString: Redacted.value(url), max: 16 })),
      (pool) => Effect.promise(() => pool.end()),
    )
    const columns = "id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text"
    yield* Effect.promise(() => pool.query(`CREATE TABLE plain (${columns})`))
    const insert = { name: "plain", text: "INSERT INTO plain (body) VALUES ($1)", values: ["x".repeat(200)] }
    return () => pool.query(insert)
  })
