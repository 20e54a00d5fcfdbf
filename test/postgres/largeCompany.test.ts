import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { firstHead } from "../../core/commit/CompanyHead.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { Storage } from "../../core/ports/Storage.ts"
import {
  sampleContact,
  sampleExpense,
  sampleInvoice,
  sampleMember,
  sampleOrganization,
  sampleOrganizationId,
  sampleProduct,
} from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

/** Rows like the first of a table: a hundred more of its company, and one each of two hundred others. */
const fill = (table: string) => `
  INSERT INTO ${table} SELECT made.* FROM (SELECT * FROM ${table} LIMIT 1) AS first, generate_series(10, 309) AS nth,
    LATERAL jsonb_populate_record(null::${table}, to_jsonb(first) || jsonb_build_object(
      'organization_id', CASE WHEN nth < 110 THEN first.organization_id ELSE gen_random_uuid() END,
      'id', gen_random_uuid(), 'created_sequence', nth, 'modified_sequence', nth)) AS made`

it.live("in searches, the planner reckons with the largest company, whatever the others have", () =>
  Effect.gen(function*() {
    const { transact } = yield* Storage
    const pool = yield* PostgresPool
    const id = sampleOrganizationId()
    const rows = new Snapshot()
    rows.set("organization", sampleOrganization(id))
    rows.set("head", firstHead(id))
    rows.set("contact", sampleContact(id, 1))
    rows.set("product", sampleProduct(id, 1))
    rows.set("expense", sampleExpense(id, 1))
    rows.set("member", sampleMember(id, 1))
    rows.set("invoice", sampleInvoice(id, 1))
    yield* transact({ organizationIds: [id], keys: [] }, () => Effect.succeed({ changes: rows.changes(), value: undefined }))
    for (const table of ["contact", "product", "expense", "member", "invoice_group"]) {
      yield* Effect.promise(() => pool.query(fill(table)))
      yield* Effect.promise(() => pool.query(`ANALYZE ${table}`))
      const { rows: [first] } = yield* Effect.promise(() =>
        pool.query<Record<string, string>>(`EXPLAIN (GENERIC_PLAN) SELECT FROM ${table} WHERE organization_id = $1`))
      assert.isAbove(Number(/rows=(\d+)/.exec(first?.["QUERY PLAN"] ?? "")?.[1]), 90, table)
    }
  }).pipe(Effect.provide(testStoragePostgres)))
