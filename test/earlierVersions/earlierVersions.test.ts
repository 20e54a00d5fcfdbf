import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { loadTable } from "../../adapters/postgres/reads/loadRows.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { storedTables } from "../../adapters/postgres/tables/storedTables.ts"
import { scopes } from "../../core/access/scopes.ts"
import { key, type StoredTableName, tableNames } from "../../core/commit/tables.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { verifyRegistry } from "../../core/verification/verifyRegistry.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { unreadable } from "../fuzz/target.ts"
import { hash } from "../registry/anyChain.ts"
import { databaseAfterStep } from "../support/databaseAfterStep.ts"
import { queried } from "../support/queried.ts"
import { later } from "../support/shiftedClock.ts"
import { allKeptRows, insertRows, type KeptRows } from "./keptRows.ts"

/** This version on the database of an earlier one. */
const updated = (rows: KeptRows) =>
  Effect.gen(function*() {
    const { url } = yield* databaseAfterStep(rows.step)
    yield* insertRows(url, rows)
    const opened = yield* Layer.build(PostgresPool.layer({ url, connectionsMax: 4 }))
    yield* Effect.provide(migrate, opened)
    const storage = Layer.provide(StoragePostgres.layer, Layer.succeedContext(opened))
    const harness = yield* makeHarness({ storage, rateLimit: { limit: 10_000_000, windowSeconds: 60 } })
    const ask = (sql: string) => queried(url, sql)
    const organizations = yield* ask("SELECT id::text AS id FROM organization ORDER BY id")
    return {
      ...harness,
      ask,
      organizations: organizations.map(({ id }) => organizationId(plain(id))),
      pool: Context.get(opened, PostgresPool.PostgresPool),
    }
  })

type Updated = Effect.Effect.Success<ReturnType<typeof updated>>

/** An identifier as our software writes it, whereas PostgreSQL puts hyphens into it. */
const plain = (id: unknown): string => {
  const text = String(id)
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text.replaceAll("-", "") : text
}

/** How many rows of a table are there, and how many of them are read. */
const counted = ({ ask, pool }: Updated, table: StoredTableName) =>
  Effect.gen(function*() {
    const rows = yield* ask(`SELECT organization_id::text AS organization, id::text AS id FROM ${storedTables[table].name}`)
    const keys = rows.map(({ id, organization }) => key(table, organizationId(plain(organization)), plain(id)))
    const read = yield* Effect.promise(() => loadTable(pool, table, keys))
    return { stored: rows.length, read: read.length }
  })

describe.each(allKeptRows())("what version $version stored", (rows) => {
  it.scopedLive("is read (a field of JSON that older rows lack is declared with orAbsent or absentAs: tables/fields.ts)", () =>
    Effect.gen(function*() {
      const version = yield* updated(rows)
      for (const table of tableNames) {
        const { read, stored } = yield* counted(version, table)
        assert.strictEqual(read, stored, table)
      }
      const { openKey, organizations, request } = version
      for (const organization of organizations) {
        const live = yield* openKey(organization, "live", scopes)
        assert.deepStrictEqual(yield* unreadable({ live, request }, 1), [])
      }
    }), 120_000)

  it.scopedLive("verifies (its records keep to the rules that they were made by: core/verification/restatedFields.ts)", () =>
    Effect.gen(function*() {
      const { organizations, provide } = yield* updated(rows)
      const reports = yield* provide(Effect.forEach(organizations, (organization) => verifyRegistry(organization, hash)))
      assert.deepStrictEqual(reports.filter(({ primer_error }) => primer_error !== null), [])
      assert.isAbove(reports.reduce((sum, { registros }) => sum + registros, 0), 50)
    }), 60_000)

  it.scopedLive("is worked on: its events are fanned out, and its letters sent", () =>
    Effect.gen(function*() {
      const { ask, mails, workOff } = yield* updated(rows)
      // As if the update came soon after: letters are given up some day, and subscriptions would be invoiced for years.
      const soon = later(rows.stored + 60_000 - Date.now())
      const waiting = ask("SELECT count(*)::int AS events FROM outbox_event")
      assert.notDeepEqual(yield* waiting, [{ events: 0 }])
      yield* soon(workOff)
      assert.deepStrictEqual(yield* waiting, [{ events: 0 }])
      assert.isNotEmpty(mails)
    }), 60_000)
})
