import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type pg from "pg"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { keptInvoices } from "../../adapters/postgres/lists/keptInvoices.ts"
import type { Queries, Statement } from "../../adapters/postgres/Statement.ts"
import { firstHead } from "../../core/commit/CompanyHead.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { sampleInvoice, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const put = (id: OrganizationId, invoices: ReadonlyArray<Invoice>, before: ReadonlyArray<Invoice> = []) =>
  Effect.flatMap(Storage, ({ transact }) => {
    const snapshot = new Snapshot()
    snapshot.add(before.map((one) => ({ table: "invoice", organizationId: id, id: one.id })), { invoice: before })
    if (before.length === 0) {
      snapshot.set("organization", sampleOrganization(id))
      snapshot.set("head", firstHead(id))
    }
    for (const invoice of invoices) snapshot.set("invoice", invoice)
    return transact({ organizationIds: [id], keys: [] }, () => Effect.succeed({ changes: snapshot.changes(), value: undefined }))
  })

/** Notes how many rows came in full. */
const counting = (pool: pg.Pool) => {
  let rowsRead = 0
  let asked = 0
  const queries: Queries = {
    query: async (statement: Statement) => {
      asked += 1
      const answer = await pool.query({ ...statement, values: [...statement.values] })
      if (statement.text.includes("t.recipient")) for (const row of answer.rows) rowsRead += Number(row["packed_rows"])
      return answer
    },
  }
  return { queries, rowsRead: () => rowsRead, asked: () => asked }
}

const query = (organizationId: OrganizationId) =>
  ({ organizationId, orden: "antiguo", after: null, limit: 10, conditions: [] }) as const

describe("pages of invoices", () => {
  it.live("do not keep rows that were requested before the cache was emptied", () =>
    Effect.gen(function*() {
      const id = sampleOrganizationId()
      yield* put(id, [1, 2, 3].map((place) => sampleInvoice(id, place)))
      const { queries, rowsRead } = counting(yield* PostgresPool)
      const { forget, page: read } = keptInvoices()
      const page = Effect.promise(() => read(queries, query(id)))
      yield* page
      const onItsWay = yield* Effect.fork(page)
      yield* Effect.yieldNow()
      forget()
      assert.lengthOf((yield* onItsWay).rows, 3)
      const before = rowsRead()
      yield* page
      assert.strictEqual(rowsRead() - before, 3)
    }).pipe(Effect.provide(testStoragePostgres)))

  it.live("read each version of a row once, if lists of its company are asked for repeatedly", () =>
    Effect.gen(function*() {
      const id = sampleOrganizationId()
      const invoices = [1, 2, 3, 4, 5].map((place) => sampleInvoice(id, place))
      yield* put(id, invoices)
      const pool = yield* PostgresPool
      const { queries, rowsRead } = counting(pool)
      const { page: read } = keptInvoices()
      const page = Effect.promise(() => read(queries, query(id)))
      const { page: plain } = yield* Storage

      const first = yield* page
      assert.deepStrictEqual(first, yield* plain("invoice", query(id)))
      assert.strictEqual(rowsRead(), 5)
      assert.deepStrictEqual(yield* page, { ...first, recurring: true })
      assert.strictEqual(rowsRead(), 10)
      const again = yield* page
      assert.deepStrictEqual(again, { ...first, recurring: true })
      assert.strictEqual(rowsRead(), 10)
      for (const [i, row] of (yield* page).rows.entries()) assert.strictEqual(row, again.rows[i])

      const [one, ...others] = invoices
      if (one === undefined) throw new Error("five invoices")
      const changed = { ...one, notas: "otras", modifiedSequence: 6 }
      yield* put(id, [changed], [one])
      const { rows } = yield* page
      assert.deepStrictEqual(rows.map(({ notas }) => notas), ["otras", ...others.map(({ notas }) => notas)])
      assert.strictEqual(rowsRead(), 11)
    }).pipe(Effect.provide(testStoragePostgres)))

  it.live("show what another process has written into a row", () =>
    Effect.gen(function*() {
      const id = sampleOrganizationId()
      yield* put(id, [sampleInvoice(id, 1), sampleInvoice(id, 2)])
      const pool = yield* PostgresPool
      const { queries } = counting(pool)
      const { page: read } = keptInvoices()
      const totals = Effect.map(Effect.promise(() => read(queries, query(id))), ({ rows }) => rows.map(({ total }) => Number(total)))
      const [one] = yield* totals
      yield* Effect.repeatN(totals, 2)
      yield* Effect.promise(() =>
        pool.query("UPDATE invoice SET total = 77 WHERE organization_id = $1 AND created_sequence = 2", [id]))
      assert.deepStrictEqual(yield* totals, [one, 77])
    }).pipe(Effect.provide(testStoragePostgres)))

  it.live("take one statement if no row of the company is in the cache any more", () =>
    Effect.gen(function*() {
      const companies = [sampleOrganizationId(), sampleOrganizationId()]
      for (const id of companies) yield* put(id, [1, 2, 3].map((place) => sampleInvoice(id, place)))
      const { asked, queries, rowsRead } = counting(yield* PostgresPool)
      const { page: read } = keptInvoices({ rows: 3, characters: 1_000_000 })
      for (const id of [...companies, ...companies]) yield* Effect.promise(() => read(queries, query(id)))
      assert.deepStrictEqual([asked(), rowsRead()], [4, 12])
    }).pipe(Effect.provide(testStoragePostgres)))

  it.live("keep no more characters than their limit", () =>
    Effect.gen(function*() {
      const id = sampleOrganizationId()
      yield* put(id, [1, 2, 3, 4].map((place) => sampleInvoice(id, place, { notas: "😀".repeat(4_000) })))
      const { queries, rowsRead } = counting(yield* PostgresPool)
      const { page: read } = keptInvoices({ rows: 8, characters: 20_000 })
      const page = Effect.promise(() => read(queries, query(id)))
      const first = yield* Effect.zipRight(page, page)
      assert.strictEqual(rowsRead(), 8)
      assert.deepStrictEqual(yield* page, first)
      assert.strictEqual(rowsRead(), 10)
    }).pipe(Effect.provide(testStoragePostgres)))
})
