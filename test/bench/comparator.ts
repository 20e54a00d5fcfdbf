import { Effect, Redacted } from "effect"
import pg from "pg"
import { type Books, draftsLike, issuing, openBooks, system } from "./books.ts"
import { comparatorService } from "./comparatorService.ts"
import { invoiceBody, invoiceInput, onceKey, paths } from "./workload.ts"

/**
 * What Talonario is held against: an invoicing service as a competent hand writes it, with a transaction for
 * each request, row locks and 16 connections. Tables, indexes and guarantees are the same: numbers without
 * gaps, one chain, totals, and event and idempotent answer in the commit of the change. With `pipeline`, the
 * statements of a transaction leave without waiting for each other's answers, as Talonario's do; few services
 * go that far.
 */
export const openComparator = (url: Redacted.Redacted<string>, { pipeline }: Options) =>
  Effect.gen(function*() {
    const books = yield* Effect.provide(openBooks, system(url))
    const pool = yield* openPool(url, pipeline)
    return yield* Effect.promise(() => onCompany(pool, books))
  })

interface Options {
  readonly pipeline: boolean
}

const openPool = (url: Redacted.Redacted<string>, pipeline: boolean) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new pg.Pool({
        connectionString: Redacted.value(url),
        max: 16,
        pipeline,
        options: "-c TimeZone=UTC",
        types: { getTypeParser },
      })
      pool.on("error", () => {}) // the query that next needs the connection tells
      return pool
    }),
    (pool) => Effect.promise(() => pool.end()),
  )

const { builtins } = pg.types

/** Amounts and counters are safe integers, dates are civil days. */
const getTypeParser = (oid: number, format?: "text" | "binary"): ((value: string) => unknown) => {
  if (oid === builtins.INT8) return Number
  return oid === builtins.DATE ? String : pg.types.getTypeParser(oid, format)
}

const onCompany = async (pool: pg.Pool, books: Books) => {
  const { accessKeyId, contactId, organizationId } = books
  const input = invoiceInput(contactId)
  const body = JSON.stringify(invoiceBody(contactId))
  const service = comparatorService(pool, organizationId, accessKeyId)

  await pool.query("CREATE SEQUENCE IF NOT EXISTS place")
  await pool.query(
    `INSERT INTO series
       (organization_id, id, tipo_documento, serie, tipo, last, holds_live, holds_full, holds_simplified)
     VALUES ($1, 'invoice:A', 'invoice', 'A', 'invoice', 0, false, false, false)`,
    [organizationId],
  )
  const template = await service.create(input, onceKey(paths.invoices, body))
  const drafts = draftsLike(idOf(template), pool, organizationId, async (count) => {
    const { rows: [reserved] } = await pool.query<{ first: number }>(
      "SELECT setval('place', nextval('place') + $1) - $1 AS first",
      [count],
    )
    return reserved?.first ?? 0
  })
  return {
    ...books,
    pool,
    drafts,
    create: (): Promise<string> => service.create(input, onceKey(paths.invoices, body)),
    issue: issuing(drafts, (id) => service.issue(id, onceKey(paths.issue(id), ""))),
    service,
  }
}

const idOf = (resource: string): string => {
  const parsed: { readonly id: string } = JSON.parse(resource)
  return parsed.id
}
