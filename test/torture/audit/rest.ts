import { Effect } from "effect"
import type pg from "pg"
import { retryWaitsMillis } from "../../../core/retries/retryWaits.ts"
import type { Stage } from "../stage.ts"

/** The greatest number of database connections that a process may open. */
const connectionsEach = 10

/** The most memory that a process at rest may hold. */
const megabytesMax = 600

/**
 * The most open files that a process at rest may hold. Database connections, the listener, pipes and what Node itself opens make
 * about thirty. Connections to clients and receivers end within ten seconds.
 */
const filesMax = 50

/** How long it may take until everything is at rest. */
const patienceMillis = 20_000

/** After how long a letter is sent again whose first sender died before noting the outcome, or found the disk full. */
const [delayedMillis = 0] = retryWaitsMillis

/** What the faults have left behind once nothing is running any more; jobs may wait as long as a clock was ahead. */
export const restFaults = ({ site }: Stage, aheadMillis: number) =>
  Effect.gen(function*() {
    site.wire.bury()
    let until = performance.now() + patienceMillis + aheadMillis
    const untilSent = until + delayedMillis
    const filesHeld = () => Math.max(...site.services.map((service) => service.uses().files))
    const look = Effect.promise(async (): Promise<Leftovers> => {
      const left = await leftovers(site.pool, connectionsEach * site.services.length)
      const files = filesHeld()
      const held = files > filesMax ? [`a process at rest holds ${files} files and connections`] : []
      return { ...left, faults: [...left.faults, ...held] }
    })
    let left = yield* look
    while (left.faults.length + left.delayed > 0 && performance.now() < until) {
      if (left.delayed > 0) until = untilSent
      yield* Effect.sleep("200 millis")
      left = yield* look
    }
    // A letter that is just being sent looks like one that waits for its next attempt.
    if (left.unsure > 0) {
      yield* Effect.sleep("2 seconds")
      left = yield* look
    }
    const megabytes = Math.max(...site.services.map((service) => service.uses().megabytes))
    const faults = [...left.faults]
    if (left.delayed > 0) faults.push(`${left.delayed} letters were not sent again`)
    if (megabytes > megabytesMax) faults.push(`a process at rest holds ${megabytes.toFixed(0)} MiB`)
    const unsure = left.unsure === 0 ? [] : [`${left.unsure} letters wait for minutes`]
    return { faults, notes: [`${megabytes.toFixed(0)} MiB`, `${filesHeld()} files`, ...unsure] }
  })

/** What is not yet at rest. */
interface Leftovers {
  readonly faults: ReadonlyArray<string>
  /** Letters whose first attempt failed with its sender or the disk; they are sent again within minutes. */
  readonly delayed: number
  /** Letters of which a later attempt failed so; nobody waits that long for them. */
  readonly unsure: number
}

/** Letters that rightly wait after their sender died (`departMail`) or found the disk full, each with its job. */
const waiting = `
  WITH waiting AS (
    SELECT m.organization_id, m.id, m.intentos
    FROM outgoing_mail m JOIN job j ON j.kind = 'mail' AND j.organization_id = m.organization_id AND j.id = m.id
    WHERE m.estado = 'pending' AND m.intentos > 0 AND (m.ultimo_error IS NULL OR m.ultimo_error LIKE '%ENOSPC%')
      AND m.proximo_intento > now() - $1 * interval '1 millisecond' AND j.due <= m.proximo_intento)`

type Counted = "connections" | "transactions" | "events" | "letters" | "jobs" | "delayed" | "unsure"

const leftovers = async (pool: pg.Pool, connectionsMax: number): Promise<Leftovers> => {
  const { rows: [found] } = await pool.query<Readonly<Record<Counted, string>>>(
    `${waiting}
    SELECT count(*) AS connections, count(*) FILTER (WHERE state LIKE 'idle in transaction%') AS transactions,
      (SELECT count(*) FROM outbox_event) AS events,
      (SELECT count(*) FROM outgoing_mail WHERE estado <> 'sent') - (SELECT count(*) FROM waiting) AS letters,
      (SELECT count(*) FROM job) - (SELECT count(*) FROM waiting) AS jobs,
      (SELECT count(*) FROM waiting WHERE intentos = 1) AS delayed,
      (SELECT count(*) FROM waiting WHERE intentos > 1) AS unsure
    FROM pg_stat_activity WHERE application_name = 'talonario' AND datname = current_database()`,
    [patienceMillis],
  )
  if (found === undefined) throw new Error("an aggregate without a row")
  const faults: Array<string> = []
  const { connections, delayed, events, jobs, letters, transactions, unsure } = found
  if (Number(connections) > connectionsMax) faults.push(`${connections} connections to the database, ${connectionsMax} at most`)
  if (Number(transactions) > 0) faults.push(`${transactions} transactions were left open`)
  if (Number(events) > 0) faults.push(`${events} events were left in the outbox`)
  if (Number(letters) > 0) faults.push(`${letters} letters were not sent`)
  if (Number(jobs) > 0) faults.push(`${jobs} jobs were left`)
  return { faults, delayed: Number(delayed), unsure: Number(unsure) }
}
