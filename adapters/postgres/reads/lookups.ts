import { Effect, Option } from "effect"
import type { AccessKey } from "../../../core/access/AccessKey.ts"
import { type Key, key, type RowSet, type StoredTableName, type TableName, tableNames, type Tables } from "../../../core/commit/tables.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { type Storage, StorageUnavailable } from "../../../core/ports/Storage.ts"
import { failureOf, onlyUnavailable, refuse } from "../connections/failures.ts"
import type { Queries, Statement } from "../Statement.ts"
import { storedTables } from "../tables/storedTables.ts"

/** Statements for how many groups of questions may be under way at once. */
const lanes = 2

/** Questions that are answered together at most. */
const togetherMax = 256

/** Reads the rows of these keys. */
type LoadRows = (queries: Queries, keys: ReadonlyArray<Key>) => Promise<RowSet>

/** What somebody wants to know, and how to tell. */
interface Question {
  readonly keys: ReadonlyArray<Key>
  readonly fingerprint: string | null
  /** Whether the database is to answer even where it has nothing to look for. */
  readonly pings: boolean
  readonly answer: (found: Found) => void
  readonly fail: (failure: Effect.Effect<never, StorageUnavailable>) => void
}

/** Rows of each table under `nameOf` their keys, and access keys under their fingerprints. */
interface Found {
  readonly rows: NamedRows
  readonly accessKeys: ReadonlyMap<string, AccessKey>
}

type NamedRows = { readonly [T in TableName]?: ReadonlyMap<string, Tables[T]> }

/**
 * Reads of single rows, for many who read at once: those whose questions come in one turn of the event loop, or while the
 * statements of others are under way, share the next ones. Each is answered from what was committed when its statement
 * began, which is after the question. Everything here is found by its key: nobody waits for what takes long.
 */
export const sharedLookups = (
  connected: <A>(use: (queries: Queries) => Promise<A>) => Promise<A>,
  load: LoadRows,
): Pick<Storage["Type"], "accessKeyByFingerprint" | "find" | "findMany" | "ping"> => {
  let waiting: Array<Question> = []
  let underWay = 0
  let scheduled = false

  const answerAll = async (questions: ReadonlyArray<Question>): Promise<void> => {
    try {
      const found = await connected((queries) => look(queries, questions, load))
      for (const { answer } of questions) answer(found)
    } catch (error) {
      const isOutage = failureOf(error) !== undefined
      if (isOutage || questions.length === 1) return failAll(questions, error)
      // What one of them cannot be told is no matter of the others: each asks again alone.
      for (const question of questions) await answerAll([question])
    }
  }

  const next = (): void => {
    scheduled = false
    while (waiting.length > 0 && underWay < lanes) {
      const together = waiting.slice(0, togetherMax)
      waiting = waiting.slice(togetherMax)
      underWay++
      void answerAll(together).then(() => {
        underWay--
        next()
      })
    }
  }

  const ask = (question: Question): void => {
    waiting.push(question)
    if (scheduled || underWay === lanes) return
    scheduled = true
    // Requests that have arrived together are all read before this.
    setImmediate(next)
  }

  const asked = <A>(keys: ReadonlyArray<Key>, fingerprint: string | null, read: (found: Found) => A, pings = false) =>
    Effect.async<A, StorageUnavailable>((resume) =>
      ask({
        keys,
        fingerprint,
        pings,
        answer: (found) => resume(Effect.succeed(read(found))),
        fail: resume,
      })
    )

  return {
    find: <T extends StoredTableName>(table: T, organizationId: OrganizationId, id: string) =>
      asked([key(table, organizationId, id)], null, ({ rows }) => {
        const named: { readonly [K in T]?: ReadonlyMap<string, Tables[K]> } = rows
        return Option.fromNullable(named[table]?.get(nameOf({ organizationId, id })))
      }),
    findMany: (keys) => asked(keys, null, ({ rows }) => rowsOf(keys, rows)),
    accessKeyByFingerprint: (fingerprint) =>
      asked([], fingerprint, ({ accessKeys }) => Option.fromNullable(accessKeys.get(fingerprint))),
    ping: asked([], null, () => undefined, true),
  }
}

/** An outage is logged once, for all who were asking. */
const failAll = ([first, ...others]: ReadonlyArray<Question>, error: unknown): void => {
  first?.fail(onlyUnavailable(refuse(error)))
  for (const { fail } of others) fail(new StorageUnavailable())
}

const nameOf = ({ id, organizationId }: Pick<Key, "id" | "organizationId">): string => `${organizationId}/${id}`

const look = async (
  queries: Queries,
  questions: ReadonlyArray<Question>,
  load: LoadRows,
): Promise<Found> => {
  const keys = new Map<string, Key>()
  const fingerprints = new Set<string>()
  for (const question of questions) {
    for (const one of question.keys) keys.set(`${one.table}/${nameOf(one)}`, one)
    if (question.fingerprint !== null) fingerprints.add(question.fingerprint)
  }
  const [rows, accessKeys] = await Promise.all([
    load(queries, [...keys.values()]),
    accessKeysOf(queries, [...fingerprints]),
    ...(questions.some(({ pings }) => pings) ? [queries.query(ping)] : []),
  ])
  return { rows: byName(rows), accessKeys: new Map(accessKeys.map((one) => [one.fingerprint, one])) }
}

const byName = (rows: RowSet): NamedRows => {
  const named: { -readonly [T in TableName]?: ReadonlyMap<string, Tables[T]> } = {}
  const name = <T extends TableName>(table: T): void => {
    const found: ReadonlyArray<Tables[T]> | undefined = rows[table]
    if (found === undefined) return
    const target: { [K in T]?: ReadonlyMap<string, Tables[K]> } = named
    target[table] = new Map(found.map((row) => [nameOf(row), row]))
  }
  for (const table of [...tableNames, "contactUse", "invoiceCorrections"] as const) name(table)
  return named
}

/** What of the rows has been asked for by these keys. */
const rowsOf = (keys: ReadonlyArray<Key>, named: NamedRows): RowSet => {
  const rows: { -readonly [T in TableName]?: Array<Tables[T]> } = {}
  const take = <T extends TableName>(table: T, id: string): void => {
    const from: { readonly [K in T]?: ReadonlyMap<string, Tables[K]> } = named
    const target: { [K in T]?: Array<Tables[K]> } = rows
    const row = from[table]?.get(id)
    if (row !== undefined) (target[table] ??= []).push(row)
  }
  for (const one of keys) take(one.table, nameOf(one))
  return rows
}

const ping: Statement = { name: "ping", text: "SELECT 1", values: [] }

const { accessKey } = storedTables

const byFingerprints = {
  name: "access keys by fingerprints",
  text: `SELECT ${accessKey.selected} FROM unnest($1::text[]) AS k(f) JOIN ${accessKey.name} AS t ON t.fingerprint = k.f`,
}

const accessKeysOf = async (queries: Queries, fingerprints: ReadonlyArray<string>): Promise<ReadonlyArray<AccessKey>> => {
  if (fingerprints.length === 0) return []
  return (await queries.query({ ...byFingerprints, values: [fingerprints] })).rows.map(accessKey.decode)
}
