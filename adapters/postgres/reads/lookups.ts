import { Effect, Option } from "effect"
import { setImmediate } from "node:timers"
import type { AccessKey } from "../../../core/access/AccessKey.ts"
import { type Key, key, type RowSet, type StoredTableName, type TableName, tableNames, type Tables } from "../../../core/commit/tables.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { type Storage, StorageUnavailable } from "../../../core/ports/Storage.ts"
import { failureOf, onlyUnavailable, refuse } from "../connections/failures.ts"
import type { Queries, Statement } from "../Statement.ts"
import { storedTables } from "../tables/storedTables.ts"
import { nameInTable } from "./loadRows.ts"

/** How many groups of questions may be under way at once. */
const lanes = 2

/** The most questions in a group. */
const togetherMax = 256

/** Reads the rows that these keys name. */
type LoadRows = (queries: Queries, keys: ReadonlyArray<Key>) => Promise<RowSet>

/** What somebody wants to know, and how to answer. */
interface Question {
  readonly keys: ReadonlyArray<Key>
  /** Of an access key. */
  readonly fingerprint: string | null
  /** Whether the database has to be asked even when there is nothing to look for. */
  readonly pings: boolean
  readonly answer: (found: Found) => void
  readonly fail: (failure: Effect.Effect<never, StorageUnavailable>) => void
}

/** Rows of each table by their names in it (`nameInTable`), and access keys by their fingerprints. */
interface Found {
  readonly rows: NamedRows
  readonly accessKeys: ReadonlyMap<string, AccessKey>
}

type NamedRows = { readonly [T in TableName]?: ReadonlyMap<string, Tables[T]> }

/**
 * Reads of single rows that share statements: questions that come within one turn of the event loop, or while earlier ones
 * are under way, form the next group. Each is answered from what was committed when its statement began, which is after it
 * was asked. Everything here is found by a key, so no question makes the others of its group wait for long.
 */
export const sharedLookups = (
  connected: <A>(use: (queries: Queries) => Promise<A>) => Promise<A>,
  load: LoadRows,
  refused = refuse,
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
      if (isOutage || questions.length === 1) return failAll(questions, refused(error))
      // A row that cannot be read concerns only those who asked for it: each asks again alone.
      for (const question of questions) await answerAll([question])
    }
  }

  /** Sends off groups while there are questions and free lanes. */
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
    // By then all requests that have arrived in this turn of the event loop have asked. Imported, since a host's tests may put
    // fake timers in the place of the global ones.
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
        return Option.fromNullable(named[table]?.get(nameInTable({ organizationId, id })))
      }),
    findMany: (keys) => asked(keys, null, ({ rows }) => rowsOf(keys, rows)),
    accessKeyByFingerprint: (fingerprint) =>
      asked([], fingerprint, ({ accessKeys }) => Option.fromNullable(accessKeys.get(fingerprint))),
    ping: asked([], null, () => undefined, true),
  }
}

/** Fails all of a group; `refusal` logs the reason once. */
const failAll = ([first, ...others]: ReadonlyArray<Question>, refusal: ReturnType<typeof refuse>): void => {
  first?.fail(onlyUnavailable(refusal))
  for (const { fail } of others) fail(new StorageUnavailable())
}

/** Finds all that a group of questions asks for. */
const look = async (
  queries: Queries,
  questions: ReadonlyArray<Question>,
  load: LoadRows,
): Promise<Found> => {
  const keys = new Map<string, Key>()
  const fingerprints = new Set<string>()
  for (const question of questions) {
    for (const one of question.keys) keys.set(`${one.table}/${nameInTable(one)}`, one)
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
    target[table] = new Map(found.map((row) => [nameInTable(row), row]))
  }
  for (const table of [...tableNames, "contactUse", "invoiceCorrections"] as const) name(table)
  return named
}

/** Those of the rows that these keys name. */
const rowsOf = (keys: ReadonlyArray<Key>, named: NamedRows): RowSet => {
  const rows: { -readonly [T in TableName]?: Array<Tables[T]> } = {}
  const take = <T extends TableName>(table: T, id: string): void => {
    const from: { readonly [K in T]?: ReadonlyMap<string, Tables[K]> } = named
    const target: { [K in T]?: Array<Tables[K]> } = rows
    const row = from[table]?.get(id)
    if (row !== undefined) (target[table] ??= []).push(row)
  }
  for (const one of keys) take(one.table, nameInTable(one))
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
