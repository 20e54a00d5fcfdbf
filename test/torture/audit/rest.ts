import { Effect } from "effect"
import type pg from "pg"
import type { Stage } from "../stage.ts"

/** What a process's connections to the database are limited to. */
const connectionsEach = 10

/** A process at rest holds less than this, all in all. */
const megabytesMax = 600

/**
 * Open files of a process at rest: connections to the database, its listener, pipes, and what Node itself opens make thirty.
 * Those to clients and receivers end within seconds: the load's clients hang up, and a sender keeps none longer than ten.
 */
const filesMax = 50

/** How long things may take to come to rest. */
const patienceMillis = 20_000

/** What is left of the trouble when nothing is under way any more; jobs may wait for what a clock was ahead. */
export const restFaults = ({ site }: Stage, aheadMillis: number) =>
  Effect.gen(function*() {
    site.wire.bury()
    const until = performance.now() + patienceMillis + aheadMillis
    const filesHeld = () => Math.max(...site.services.map((service) => service.uses().files))
    const look = Effect.promise(async () => {
      const left = await leftovers(site.pool, connectionsEach * site.services.length)
      const files = filesHeld()
      return files > filesMax ? [...left, `a process at rest holds ${files} files and connections`] : left
    })
    let left = yield* look
    while (left.length > 0 && performance.now() < until) {
      yield* Effect.sleep("200 millis")
      left = yield* look
    }
    const megabytes = Math.max(...site.services.map((service) => service.uses().megabytes))
    const faults = [...left]
    if (megabytes > megabytesMax) faults.push(`a process at rest holds ${megabytes.toFixed(0)} MiB`)
    return { faults, notes: [`${megabytes.toFixed(0)} MiB`, `${filesHeld()} files`] }
  })

const leftovers = async (pool: pg.Pool, connectionsMax: number): Promise<ReadonlyArray<string>> => {
  const { rows: [found] } = await pool.query<Readonly<Record<"connections" | "transactions" | "events" | "letters" | "jobs", string>>>(`
    SELECT count(*) AS connections, count(*) FILTER (WHERE state LIKE 'idle in transaction%') AS transactions,
      (SELECT count(*) FROM outbox_event) AS events,
      (SELECT count(*) FROM outgoing_mail WHERE estado <> 'sent') AS letters,
      (SELECT count(*) FROM job) AS jobs
    FROM pg_stat_activity WHERE application_name = 'talonario' AND datname = current_database()`)
  if (found === undefined) throw new Error("an aggregate without a row")
  const faults: Array<string> = []
  const { connections, events, jobs, letters, transactions } = found
  if (Number(connections) > connectionsMax) faults.push(`${connections} connections to the database, ${connectionsMax} at most`)
  if (Number(transactions) > 0) faults.push(`${transactions} transactions were left open`)
  if (Number(events) > 0) faults.push(`${events} events were left in the outbox`)
  if (Number(letters) > 0) faults.push(`${letters} letters were not sent`)
  if (Number(jobs) > 0) faults.push(`${jobs} jobs were left`)
  return faults
}
