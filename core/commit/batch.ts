import { Effect } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { makeUuid7 } from "../identifiers/uuid7.ts"
import { fanOutJob } from "../jobs/Job.ts"
import type { Load, TransactionFailure } from "../ports/Storage.ts"
import type { Supply } from "./Command.ts"
import { type CompanyHead, firstHead } from "./CompanyHead.ts"
import type { Effects, Pending } from "./PendingCommand.ts"
import { makeSlowClockWarning, type SlowClockWarning } from "./slowClock.ts"
import type { Snapshot } from "./Snapshot.ts"
import { type Key, key } from "./tables.ts"

/** The companies of a batch, each once. */
export const companiesOf = (batch: ReadonlyArray<Pending>): ReadonlyArray<OrganizationId> => [
  ...new Set(batch.map(({ organizationId }) => organizationId)),
]

/** The keys that the commands can name before anything is loaded, and the head of each company. */
export const openingKeys = (batch: ReadonlyArray<Pending>, snapshot: Snapshot): ReadonlyArray<Key> => [
  ...companiesOf(batch).map((id) => key("head", id, id)),
  ...missingOf(batch, snapshot),
]

/** How often later commands may join a batch that is being loaded. Without a limit its first callers might wait for ever. */
const joinsMax = 3

/**
 * Loads the rows that all commands need together. Commands that have come meanwhile for the same companies then join the
 * batch: since the transaction has locked these companies already, only their rows have to be loaded.
 */
export const loadTogether = Effect.fnUntraced(function*(
  batch: ReadonlyArray<Pending>,
  snapshot: Snapshot,
  load: Load,
  join: () => ReadonlyArray<Pending>,
): Effect.fn.Return<void, TransactionFailure> {
  yield* loadMissing(batch, snapshot, load)
  for (let times = 0; times < joinsMax; times++) {
    const joined = join()
    if (joined.length === 0) return
    yield* loadMissing(joined, snapshot, load)
  }
})

/** What all transactions of one writer have in common. */
export interface WriterTraits {
  readonly newId: (at: Instant) => string
  readonly warnOfSlowClock: SlowClockWarning
}

/** The traits of a new writer, with a source of random bytes for its ids. */
export const writerTraits = (bytes: Parameters<typeof makeUuid7>[0]): WriterTraits =>
  ({ newId: makeUuid7(bytes), warnOfSlowClock: makeSlowClockWarning() })

/**
 * Decides the commands one after another, each on the snapshot as those before it have left it. When an earlier decision
 * makes a command name further rows, these are loaded before its turn.
 */
export const decideInTurn = Effect.fnUntraced(function*(
  batch: ReadonlyArray<Pending>,
  snapshot: Snapshot,
  load: Load,
  now: Instant,
  { newId, warnOfSlowClock }: WriterTraits,
): Effect.fn.Return<void, TransactionFailure> {
  for (const company of companiesOf(batch)) yield* warnOfSlowClock(headOf(snapshot, company), now)
  for (const command of batch) {
    yield* loadMissing([command], snapshot, load)
    decideOne(command, snapshot, now, newId)
  }
})

/** Loads what the commands name until they name nothing new. */
const loadMissing = (
  commands: ReadonlyArray<Pending>,
  snapshot: Snapshot,
  load: Load,
): Effect.Effect<void, TransactionFailure> => {
  const missing = missingOf(commands, snapshot)
  if (missing.length === 0) return Effect.void
  return Effect.flatMap(load(missing), (rows) => {
    snapshot.add(missing, rows)
    return loadMissing(commands, snapshot, load)
  })
}

/** A refused command changes nothing: it writes no rows and uses up no places in the company's order. */
const decideOne = (command: Pending, snapshot: Snapshot, clock: Instant, newId: (at: Instant) => string): void => {
  const head = headOf(snapshot, command.organizationId)
  const now = instant(Math.max(clock, head.instant))
  let sequence = head.sequence
  const supply: Supply = { now, clock, id: () => newId(now), sequence: () => ++sequence }
  const effects = command.decide(snapshot, supply)
  if (effects === undefined) return
  write(effects, command.organizationId, snapshot, supply)
  if (effects.rows.length > 0 || effects.events.length > 0 || effects.removed !== undefined) {
    snapshot.put({ table: "head", row: { ...head, sequence, instant: now } })
  }
}

const write = (effects: Effects, organizationId: OrganizationId, snapshot: Snapshot, supply: Supply): void => {
  const { events, jobs, removed, rows } = effects
  for (const one of removed ?? []) {
    if (one.organizationId !== organizationId) throw new Error("a command removes rows of its own company only")
    snapshot.remove(one)
  }
  for (const row of rows) {
    if (row.row.organizationId !== organizationId) throw new Error("a command writes rows of its own company only")
    snapshot.put(row)
  }
  for (const { datos, suceso } of events) {
    const row = { organizationId, id: supply.id(), sequence: supply.sequence(), suceso, creado: supply.now, datos }
    snapshot.put({ table: "outboxEvent", row })
  }
  if (events.length > 0) snapshot.putJob(fanOutJob(organizationId, supply.clock))
  for (const job of jobs ?? []) {
    if (job.organizationId !== organizationId) throw new Error("a command puts jobs of its own company only")
    snapshot.putJob(job)
  }
}

const headOf = (snapshot: Snapshot, organizationId: OrganizationId): CompanyHead =>
  snapshot.get("head", organizationId, organizationId) ?? firstHead(organizationId)

/** The keys that the commands name and the snapshot does not have yet, each once. */
const missingOf = (commands: ReadonlyArray<Pending>, snapshot: Snapshot): ReadonlyArray<Key> => {
  const missing = commands.flatMap((command) => snapshot.missing(command.reads(snapshot)))
  if (missing.length < 2) return missing
  return [...new Map(missing.map((one) => [`${one.table}/${one.organizationId}/${one.id}`, one])).values()]
}
