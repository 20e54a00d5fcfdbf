import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Effect, Option, Ref } from "effect"
import pg from "pg"
import { warnOfLostSettings } from "../connections/lostSettings.ts"
import { PostgresPool, PostgresUnusable } from "../connections/PostgresPool.ts"
import { holdSchema } from "./holdSchema.ts"
import firstInvoice from "./migrations/0001_first_invoice.ts"
import rectifications from "./migrations/0002_rectifications.ts"
import wholeInterface from "./migrations/0003_whole_interface.ts"
import rateLimit from "./migrations/0004_rate_limit.ts"
import corrections from "./migrations/0005_corrections.ts"
import jobs from "./migrations/0006_jobs.ts"
import invoiceGroups from "./migrations/0007_invoice_groups.ts"
import settlement from "./migrations/0008_settlement.ts"
import logo from "./migrations/0009_logo.ts"
import submission from "./migrations/0010_submission.ts"
import seals from "./migrations/0011_seals.ts"
import submissionCare from "./migrations/0012_submission_care.ts"
import toldJobs from "./migrations/0013_told_jobs.ts"
import contactLists from "./migrations/0014_contact_lists.ts"
import keptDocuments from "./migrations/0015_kept_documents.ts"
import settledLetters from "./migrations/0016_settled_letters.ts"
import countedAmounts from "./migrations/0017_counted_amounts.ts"
import switchedWebhooks from "./migrations/0018_switched_webhooks.ts"
import amountsOfGroups from "./migrations/0019_amounts_of_groups.ts"
import oneSigma from "./migrations/0020_one_sigma.ts"
import groupsOfContacts from "./migrations/0021_groups_of_contacts.ts"
import groupsOfRows from "./migrations/0022_groups_of_rows.ts"
import largeGroups from "./migrations/0023_large_groups.ts"
import labelsOfRows from "./migrations/0024_labels_of_rows.ts"
import searchedRecipients from "./migrations/0025_searched_recipients.ts"
import searchedNumbers from "./migrations/0026_searched_numbers.ts"
import partedLetters from "./migrations/0027_parted_letters.ts"
import formerSucesos from "./migrations/0028_former_sucesos.ts"
import chosenSeries from "./migrations/0029_chosen_series.ts"
import traitsOfGroups from "./migrations/0030_traits_of_groups.ts"
import subscriptions from "./migrations/0031_subscriptions.ts"
import purchaseOrders from "./migrations/0032_purchase_orders.ts"
import deals from "./migrations/0033_deals.ts"
import stores from "./migrations/0034_stores.ts"
import members from "./migrations/0035_members.ts"
import donations from "./migrations/0036_donations.ts"
import classedOrders from "./migrations/0037_classed_orders.ts"
import largeCompanies from "./migrations/0038_large_companies.ts"
import { missingPrivileges } from "./servingRole.ts"

/** Every step of the schema, in order. A test finds a file of the folder that is missing here. */
export const migrations = {
  "0001_first_invoice": firstInvoice,
  "0002_rectifications": rectifications,
  "0003_whole_interface": wholeInterface,
  "0004_rate_limit": rateLimit,
  "0005_corrections": corrections,
  "0006_jobs": jobs,
  "0007_invoice_groups": invoiceGroups,
  "0008_settlement": settlement,
  "0009_logo": logo,
  "0010_submission": submission,
  "0011_seals": seals,
  "0012_submission_care": submissionCare,
  "0013_told_jobs": toldJobs,
  "0014_contact_lists": contactLists,
  "0015_kept_documents": keptDocuments,
  "0016_settled_letters": settledLetters,
  "0017_counted_amounts": countedAmounts,
  "0018_switched_webhooks": switchedWebhooks,
  "0019_amounts_of_groups": amountsOfGroups,
  "0020_one_sigma": oneSigma,
  "0021_groups_of_contacts": groupsOfContacts,
  "0022_groups_of_rows": groupsOfRows,
  "0023_large_groups": largeGroups,
  "0024_labels_of_rows": labelsOfRows,
  "0025_searched_recipients": searchedRecipients,
  "0026_searched_numbers": searchedNumbers,
  "0027_parted_letters": partedLetters,
  "0028_former_sucesos": formerSucesos,
  "0029_chosen_series": chosenSeries,
  "0030_traits_of_groups": traitsOfGroups,
  "0031_subscriptions": subscriptions,
  "0032_purchase_orders": purchaseOrders,
  "0033_deals": deals,
  "0034_stores": stores,
  "0035_members": members,
  "0036_donations": donations,
  "0037_classed_orders": classedOrders,
  "0038_large_companies": largeCompanies,
}

/** The extensions that the schema needs. Both are trusted, so a role that may CREATE in the database may make them. */
export const extensions = ["pg_trgm", "btree_gin"] as const

const extensionsNeeded = `the database needs the extensions ${extensions.join(" and ")}, which come with PostgreSQL's contrib`
  + " modules, or the right to CREATE in it, to make them"

/** While a step waits to lock a table that is in use, everybody else who comes waits behind it: so not for longer than this. */
const waitForTables = "SET LOCAL lock_timeout = '1min'"

/** The encodings in which every character can be stored; in the second one the server takes bytes as they come. */
const encodings: ReadonlySet<string> = new Set(["UTF8", "SQL_ASCII"])

/**
 * Brings the schema up to date. All missing steps are taken in one transaction and under a lock, so that several processes may
 * start at the same time. When none is missing nothing is written, so that a role will do which may only serve. Answers how
 * many steps were taken. Fails when the database cannot be reached, is older than PostgreSQL 14, has another encoding, lacks an
 * extension or refuses a step, and when the role may not use the tables.
 */
export const migrate: Effect.Effect<number, PostgresUnusable, PostgresPool> = Effect.suspend(() => onPool(takeMissingSteps))

/** Checks that every step has been taken, and changes nothing. Fails when one has not, and otherwise as `migrate` does. */
export const checkSchema: Effect.Effect<void, PostgresUnusable, PostgresPool> = Effect.suspend(() =>
  Effect.flatMap(onPool(isUpToDate), (isSo) =>
    isSo ? Effect.void : new PostgresUnusable({ message: "the schema of the database is not up to date, or is not there: migrate it first" })))

const onPool = <A>(
  use: Effect.Effect<A, PostgresUnusable | SqlError, SqlClient.SqlClient>,
): Effect.Effect<A, PostgresUnusable, PostgresPool> =>
  Effect.flatMap(Effect.tap(PostgresPool, readAddress), (pool) =>
    Effect.provide(Effect.zipRight(warnOfLostSettings(pool), use), PgClient.layerFromPool({ acquire: Effect.succeed(pool) })).pipe(
      Effect.catchTag("SqlError", ({ cause }) =>
        new PostgresUnusable({ message: isForbidden(cause) ? mayNotMigrate(cause) : reasonOf(cause) })),
    ))

/**
 * Fails when the driver cannot read the address, as where a file that it names is not there (`sslrootcert`): it throws then
 * whenever it makes a client, and the client of the steps would die of that.
 */
const readAddress = (pool: pg.Pool) =>
  Effect.try({
    try: () => void new pg.Client(pool.options),
    catch: (error) => new PostgresUnusable({ message: reasonOf(error) }),
  })

const takeMissingSteps = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [server] = yield* sql<{ encoding: string; version: number }>`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`
  if ((server?.version ?? 0) < 140_000) {
    return yield* new PostgresUnusable({ message: "PostgreSQL 14 or later is needed" })
  }
  if (yield* isUpToDate) return 0
  if (server !== undefined && !encodings.has(server.encoding)) {
    return yield* new PostgresUnusable({
      message: `the database has the encoding ${server.encoding}, which lacks characters: make one with ENCODING 'UTF8' TEMPLATE template0`,
    })
  }
  const needed = Effect.forEach(extensions, (name) => sql.unsafe(`CREATE EXTENSION IF NOT EXISTS ${name}`)).pipe(
    Effect.catchTag("SqlError", ({ cause }) => new PostgresUnusable({ message: `${extensionsNeeded}: ${reasonOf(cause)}` })),
  )
  return yield* inTransaction(Effect.gen(function*() {
    yield* sql.unsafe(holdSchema)
    yield* sql.unsafe(waitForTables)
    yield* sql`CREATE TABLE IF NOT EXISTS migration (
      migration_id integer PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), name text NOT NULL)`
    yield* needed
    yield* reachExtensions
    const missing = yield* missingSteps
    yield* Effect.forEach(missing, takeStep, { discard: true })
    return missing.length
  }))
})

/**
 * Carries work out in a transaction, and fails as the work does even if the connection is lost with it: the client dies of a
 * COMMIT or ROLLBACK that fails, and its reason would hide the first.
 */
const inTransaction = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(Effect.zip(SqlClient.SqlClient, Ref.make(Option.none<E>())), ([sql, failure]) =>
    sql.withTransaction(Effect.tapError(work, (error) => Ref.set(failure, Option.some(error)))).pipe(
      Effect.catchAllDefect((defect): Effect.Effect<never, E | SqlError> =>
        Effect.flatMap(Ref.get(failure), (first): Effect.Effect<never, E | SqlError> => {
          if (Option.isSome(first)) return Effect.fail(first.value)
          return defect instanceof SqlError ? Effect.fail(defect) : Effect.die(defect)
        })),
    ))

/** Every step: `0001_first_invoice` has the number 1 and the name `first_invoice`. */
const steps = Object.entries(migrations).map(([file, take]) => ({ id: Number.parseInt(file, 10), file, name: file.slice(5), take }))

const latest = Math.max(...steps.map(({ id }) => id))

/**
 * The steps that the database has not taken, in order. One may have a lower number than the last one taken, when two versions
 * were developed side by side.
 */
const missingSteps = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.flatMap(sql<{ id: number }>`SELECT migration_id AS id FROM migration`, (rows) => {
    const taken = new Set(rows.map(({ id }) => id))
    const later = rows.filter(({ id }) => id > latest).length
    const missing = Effect.succeed(steps.filter(({ id }) => !taken.has(id)))
    return later === 0 ? missing : Effect.zipRight(Effect.logWarning(ofLater(later)), missing)
  }))

/** Tells whoever starts an older version by mistake. It may serve: the notes of the later one say for how long. */
const ofLater = (count: number): string =>
  `the schema of the database is that of a later version (steps unknown here: ${count}): replace this one as its notes say`

const takeStep = ({ file, id, name, take }: typeof steps[number]) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.zipRight(take, sql`INSERT INTO migration (migration_id, name) VALUES (${id}, ${name})`)).pipe(
      Effect.catchIf(({ cause }) => !isForbidden(cause), ({ cause }) =>
        new PostgresUnusable({ message: `the step ${file}: ${reasonOf(cause)}` })),
    )

/** Adds the schemas of the extensions to the path, since the steps name operator classes of theirs. */
const reachExtensions = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`
  SELECT set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''),
    string_agg(DISTINCT quote_ident(n.nspname), ', ')), true)
  FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE ${sql.in("e.extname", extensions)}`)

/** Whether every step has been taken. Fails if so, but the role lacks privileges that serving takes. */
const isUpToDate = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [known] = yield* sql<{ readable: boolean | null }>`
    SELECT has_table_privilege(to_regclass('migration'), 'SELECT') AS readable`
  if (known?.readable === false) return yield* mayNotServe("migration: SELECT")
  if (known?.readable !== true) return false
  if ((yield* missingSteps).length > 0) return false
  const missing = yield* sql.unsafe<{ missing: string }>(missingPrivileges.text, missingPrivileges.values)
  if (missing.length === 0) return true
  return yield* mayNotServe(missing.map((table) => table.missing).join("; "))
})

const mayNotServe = (missing: string) =>
  new PostgresUnusable({
    message: `the role of DATABASE_URL may not use the tables; as their owner: talonario migrate --serving-role NAME (${missing})`,
  })

/** Whether the role lacks a privilege (SQLSTATE insufficient_privilege). */
const isForbidden = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "42501"

const mayNotMigrate = (cause: unknown): string =>
  "the schema is not up to date, and the role of DATABASE_URL may not change it; as the owner of the tables, or of the database,"
  + ` where there are none: talonario migrate, with --serving-role NAME for a role that only serves (${reasonOf(cause)})`

/** What to look at where PostgreSQL's message does not say it, by SQLSTATE. */
const hints: Readonly<Record<string, string>> = {
  "25006": ": it is a standby, or the role or database has default_transaction_read_only set",
  "3F000": ": the search_path of the role names none that exists and that it may use",
}

/** The driver's own words, which never hold a password. */
const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join("; ")
  if (cause instanceof pg.DatabaseError) return cause.message + (hints[cause.code ?? ""] ?? "")
  if (cause instanceof Error) return cause.message
  return Cause.pretty(Cause.fail(cause))
}
