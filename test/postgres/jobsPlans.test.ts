import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type pg from "pg"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { extendLeases, takeJobs } from "../../adapters/postgres/jobs/jobStatements.ts"
import { noteToldJobs, takeNamedJobs, untoldJobs } from "../../adapters/postgres/jobs/namedJobStatements.ts"
import type { Statement } from "../../adapters/postgres/Statement.ts"
import { instant } from "../../core/calendar/instant.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import type { JobName } from "../../core/jobs/Job.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const Explained = Schema.Tuple(
  Schema.Struct({ Plan: Schema.Struct({ "Shared Hit Blocks": Schema.Number, "Shared Read Blocks": Schema.Number }) }),
)
const explained = Schema.decodeUnknownSync(Explained)

/** The pages that a statement looks at, under the plan that the connection has made before. */
const pagesOf = (client: pg.PoolClient, name: string, { values }: Statement) =>
  Effect.promise(async () => {
    const literals = values.map((value) =>
      Array.isArray(value) ? `'{${value.join(",")}}'` : typeof value === "number" ? `${value}` : `'${String(value)}'`)
    const { rows: [row] } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${name} (${literals.join(", ")})`)
    const [{ Plan }] = explained(row["QUERY PLAN"])
    return Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]
  })

const waiting = 30_000

const look = { aheadMillis: 60_000, graceMillis: 500, limit: 500 }

const nobody = "00000000000070008000000000000000"
const noName: JobName = { kind: "mail", organizationId: organizationId(nobody), id: nobody }

/** 30 000 jobs due in an hour, 100 that are due, and 500 that are held. */
const fill = `
  INSERT INTO job (kind, organization_id, id, due)
    SELECT 'webhook', gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour' FROM generate_series(1, ${waiting});
  INSERT INTO job (kind, organization_id, id, due)
    SELECT 'webhook', gen_random_uuid(), gen_random_uuid(), now() - interval '1 s' FROM generate_series(1, 100);
  INSERT INTO job (kind, organization_id, id, due, lease, leased_until)
    SELECT 'webhook', gen_random_uuid(), gen_random_uuid(), now(), gen_random_uuid(), now() + interval '30 s'
      FROM generate_series(1, 500);`

describe("the queue's statements", () => {
  for (const known of ["nothing", "that it is empty", "what is in it"] as const) {
    it.live(`look only at what they need if the planner knew ${known} about the table`, () =>
      Effect.gen(function*() {
        const pool = yield* PostgresPool
        const client = yield* Effect.acquireRelease(Effect.promise(() => pool.connect()), (one) => Effect.sync(() => one.release()))
        const run = (sql: string) => Effect.promise(() => client.query(sql))
        // A table that is empty most of the time will mostly be empty when autovacuum comes.
        if (known === "that it is empty") yield* run("VACUUM ANALYZE job")
        if (known === "what is in it") yield* Effect.zipRight(run(fill), run("ANALYZE job"))
        const now = instant(Date.now())
        const until = instant(now + 30_000)
        const take = takeJobs("webhook", 500, now, until, [])
        yield* run(`PREPARE take (text, timestamptz, bigint, timestamptz) AS ${take.text}`)
        yield* run(`PREPARE extend (uuid[], timestamptz, timestamptz) AS ${extendLeases([], now, now).text}`)
        yield* run(`PREPARE named (text[], uuid[], uuid[], timestamptz, timestamptz) AS ${takeNamedJobs([], now, now).text}`)
        yield* run(`PREPARE untold (text[], timestamptz, float8, float8, bigint) AS ${untoldJobs(look, now).text}`)
        yield* run(`PREPARE told (text[], uuid[], uuid[], timestamptz, timestamptz) AS ${noteToldJobs([], now).text}`)
        yield* run("BEGIN")
        // The first use, for which the plan is made.
        yield* pagesOf(client, "take", takeJobs("webhook", 500, instant(0), now, []))
        yield* pagesOf(client, "extend", extendLeases(["00000000-0000-7000-8000-000000000000"], now, now))
        yield* pagesOf(client, "named", takeNamedJobs([noName], instant(0), now))
        yield* pagesOf(client, "untold", untoldJobs(look, instant(0)))
        yield* pagesOf(client, "told", noteToldJobs([{ ...noName, due: now }], now))
        if (known !== "what is in it") yield* run(fill)
        const { rows } = yield* run("SELECT lease FROM job WHERE lease IS NOT NULL")
        const { rows: due } = yield* run("SELECT kind, organization_id, id FROM job WHERE due <= now() AND lease IS NULL LIMIT 50")
        const names = due.map(({ id, organization_id }): JobName =>
          ({ kind: "webhook", organizationId: organizationId(String(organization_id)), id: String(id) }))
        const untold = yield* pagesOf(client, "untold", untoldJobs(look, now))
        const telling = yield* pagesOf(client, "told", noteToldJobs(names.map((name) => ({ ...name, due: now })), now))
        const takingNamed = yield* pagesOf(client, "named", takeNamedJobs(names, now, until))
        const extending = yield* pagesOf(client, "extend", extendLeases(rows.map(({ lease }) => String(lease)), now, until))
        const taking = yield* pagesOf(client, "take", take)
        // Each changed row costs a few pages of the table and of each index.
        assert.isBelow(extending, 500 * 15)
        assert.isBelow(taking, 100 * 15)
        assert.lengthOf(names, 50)
        assert.isBelow(untold, 700)
        assert.isBelow(telling, 50 * 15)
        assert.isBelow(takingNamed, 50 * 40)
        yield* run("ROLLBACK")
      }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 60_000)
  }
})
