import { Console, Effect, Redacted } from "effect"
import pg from "pg"
import { booksOf } from "./audit.ts"
import { openComparator } from "./comparator.ts"
import { anotherDatabase } from "./database.ts"
import { contestant, type Pace, race, type Result } from "./measure.ts"
import { cellsOf, count, named, table, times } from "./report.ts"
import { openTalonario } from "./talonario.ts"

/** Callers at once. */
export const crowds = [1, 32, 128] as const

const rowLocks = "row locks"
const talonario = "talonario"

/**
 * Writes on one company, in this process: Talonario, the comparator with and without pipelining, and for scale what
 * the disk gives at most to single commits.
 */
export const inProcessPart = (url: Redacted.Redacted<string>, pace: Pace) =>
  Effect.gen(function*() {
    const ours = yield* openTalonario(url)
    const other = yield* anotherDatabase(url, "comparator")
    const locks = yield* openComparator(other, { pipeline: false })
    const pipelined = yield* openComparator(other, { pipeline: true })
    const plain = yield* plainInserts(other)
    const sides = [[talonario, ours], [rowLocks, locks], ["row locks, pipelined", pipelined]] as const

    const rows: Array<ReadonlyArray<string>> = []
    const note = (operation: string, callers: number, results: ReadonlyArray<Result>) => {
      const base = results.find(({ name }) => name === rowLocks)
      for (const result of results) rows.push([`${operation}, ${callers}`, result.name, ...cellsOf(result, base)])
    }
    let goal = ""
    for (const callers of crowds) {
      const run = (contestants: Parameters<typeof race>[0]) =>
        Effect.promise((signal) => race(contestants, callers, pace, signal))
      note("create a draft", callers, yield* run(sides.map(([name, { create }]) => contestant(name, create))))
      const issued = yield* run(sides.map(([name, { drafts, issue }]) => contestant(name, issue, drafts.fill)))
      note("issue", callers, issued)
      goal = times(named(issued, talonario).perSecond, named(issued, rowLocks).perSecond)
      note("INSERT + COMMIT", callers, yield* run([contestant("one small row each", plain)]))
    }
    yield* Console.log(`\nWrites on one company, in process; callers at once. Ratios are to "${rowLocks}".\n`)
    yield* Console.log(table(["operation, callers", "side", "per second", "ratio", "p50 ms", "p99 ms"], rows))
    yield* Console.log(`\n  Issuing at ${crowds.at(-1)} callers: ${goal} of row locks (goal: at least 5x).\n`)
    for (const [name, { organizationId, pool }] of sides) {
      yield* Console.log(yield* Effect.promise(() => verdict(name, pool, organizationId)))
    }
  }).pipe(Effect.scoped)

/** What the books say afterwards; numbers, chain, events and answers must agree on both sides. */
const verdict = async (name: string, pool: pg.Pool, organizationId: string): Promise<string> => {
  const { bytesPerInvoice, events, fault, issued, lastNumber, replies } = await booksOf(pool, organizationId)
  const whole = fault === undefined && [lastNumber, events, replies].every((found) => found === issued)
  if (!whole) throw new Error(`${name}: ${JSON.stringify({ issued, lastNumber, events, replies, fault })}`)
  return `  ${name}: ${count(issued)} issued, numbers without gap, chain intact, one event and one answer each; `
    + `${count(bytesPerInvoice)} bytes an invoice`
}

/** One small row and one commit at a time on each of 16 connections. */
const plainInserts = (url: Redacted.Redacted<string>) =>
  Effect.gen(function*() {
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new pg.Pool({ connectionString: Redacted.value(url), max: 16 })),
      (pool) => Effect.promise(() => pool.end()),
    )
    yield* Effect.promise(() => pool.query("CREATE TABLE plain (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text)"))
    const insert = { name: "plain", text: "INSERT INTO plain (body) VALUES ($1)", values: ["x".repeat(200)] }
    return () => pool.query(insert)
  })
