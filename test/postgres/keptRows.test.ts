import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type pg from "pg"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { keptRows } from "../../adapters/postgres/reads/keptRows.ts"
import type { Queries, Statement } from "../../adapters/postgres/Statement.ts"
import { firstHead } from "../../core/commit/CompanyHead.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key } from "../../core/commit/tables.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { sampleId, sampleInvoice, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

/** A company with these invoices. */
const stored = (...invoices: ReadonlyArray<Invoice>) =>
  Effect.flatMap(Storage, ({ transact }) => {
    const snapshot = new Snapshot()
    const organizationIds = invoices.map(({ organizationId }) => organizationId).slice(0, 1)
    for (const id of organizationIds) {
      snapshot.set("organization", sampleOrganization(id))
      snapshot.set("head", firstHead(id))
    }
    for (const invoice of invoices) snapshot.set("invoice", invoice)
    return transact({ organizationIds, keys: [] }, () => Effect.succeed({ changes: snapshot.changes(), value: undefined }))
  })

/** Counts the rows of invoices that come whole. */
const counting = (pool: pg.Pool) => {
  let whole = 0
  const queries: Queries = {
    query: async (statement: Statement) => {
      const answer = await pool.query({ ...statement, values: [...statement.values] })
      whole += answer.rows.filter((row) => "lineas" in row && row.lineas !== null).length
      return answer
    },
  }
  return { queries, whole: () => whole }
}

const longer = (invoice: Invoice, times: number): Invoice => ({ ...invoice, lineas: Array.from({ length: times }, () => invoice.lineas).flat() })

describe("rows that are looked up", () => {
  it.live("are read once, and again after a change by anybody or on a new connection", () =>
    Effect.gen(function*() {
      const id = sampleOrganizationId()
      const [one, other] = [sampleInvoice(id, 1), sampleInvoice(id, 2)]
      yield* stored(one, other)
      const pool = yield* PostgresPool
      const { queries, whole } = counting(pool)
      const { forget, load } = keptRows()
      const keys = [one.id, sampleId(), "no-id", other.id].map((invoice) => key("invoice", id, invoice))
      const ask = Effect.promise(() => load(queries, [key("organization", id, id), ...keys]))

      const first = yield* ask
      assert.deepStrictEqual(first.invoice, [one, other])
      assert.deepStrictEqual(first.organization?.map((row) => row.id), [id])
      assert.strictEqual(whole(), 2)
      const again = yield* ask
      assert.deepStrictEqual(again.invoice, [one, other])
      assert.strictEqual(again.invoice?.[0], first.invoice?.[0])
      assert.strictEqual(whole(), 2)

      yield* Effect.promise(() => pool.query("UPDATE invoice SET total = 77 WHERE id = $1", [other.id]))
      assert.deepStrictEqual((yield* ask).invoice?.map(({ total }) => Number(total)), [Number(one.total), 77])
      assert.strictEqual(whole(), 3)

      yield* Effect.promise(() => pool.query("DELETE FROM invoice WHERE id = $1", [one.id]))
      assert.deepStrictEqual((yield* ask).invoice?.map((row) => row.id), [other.id])
      forget()
      yield* ask
      assert.strictEqual(whole(), 4)
    }).pipe(Effect.provide(testStoragePostgres)))

  it.live("are not kept if they are long", () =>
    Effect.gen(function*() {
      const id = sampleOrganizationId()
      const lines = longer(sampleInvoice(id, 1), 30)
      assert.isAbove(lines.lineas.length, 25)
      const texts = sampleInvoice(id, 2, { notas: "😀".repeat(4_000) })
      yield* stored(lines, texts)
      const { queries, whole } = counting(yield* PostgresPool)
      const { load } = keptRows()
      const ask = Effect.promise(() => load(queries, [lines, texts].map((one) => key("invoice", id, one.id))))
      assert.deepStrictEqual((yield* ask).invoice, [lines, texts])
      assert.deepStrictEqual((yield* ask).invoice, [lines, texts])
      assert.strictEqual(whole(), 4)
    }).pipe(Effect.provide(testStoragePostgres)))
})
