import { Effect, Redacted } from "effect"
import type pg from "pg"
import { type Books, draftsLike, issuing, openBooks, system } from "../books.ts"
import { invoiceBody, invoiceInput, onceKey, type OnceKey, paths } from "../workload.ts"
import { comparatorPool } from "./pool.ts"
import { comparatorService } from "./service.ts"

/**
 * What Talonario is compared with: an invoicing service as a competent developer would write it, with a transaction for each
 * request, row locks and 16 connections. Tables, indexes and guarantees are the same: numbers without gaps, one chain, totals,
 * and the event and the stored answer in the commit of the change. With `pipeline` the statements of a transaction are sent
 * without waiting for each other's answers, like Talonario's; few services go that far.
 */
export const openComparator = (url: Redacted.Redacted<string>, { pipeline }: Options) =>
  Effect.gen(function*() {
    const books = yield* Effect.provide(openBooks, system(url))
    const pool = yield* openPool(url, pipeline)
    const account = yield* Effect.promise(() => openAccount(pool, books))
    const { contactId } = books
    const input = invoiceInput(contactId)
    const body = JSON.stringify(invoiceBody(contactId))
    const service = comparatorService(pool)
    const who = { ...books, scopes: [] }
    const issueOnce = (id: string, once: OnceKey) => service.issue(who, id, once, JSON.stringify)
    return {
      ...account,
      pool,
      create: () => service.create(who, input, onceKey(paths.invoices, body), JSON.stringify),
      issue: issuing(account.drafts, (id) => issueOnce(id, onceKey(paths.issue(id), ""))),
      issueOnce,
    }
  })

interface Options {
  readonly pipeline: boolean
}

/** The comparator's connections to a database; they end with the scope. */
export const openPool = (url: Redacted.Redacted<string>, pipeline: boolean) =>
  Effect.acquireRelease(
    Effect.sync(() => comparatorPool(Redacted.value(url), pipeline)),
    (pool) => Effect.promise(() => pool.end()),
  )

/** Gives a company what the comparator needs: its series, and a draft to copy. */
export const openAccount = async (pool: pg.Pool, books: Books) => {
  const { contactId, organizationId } = books
  await pool.query("CREATE SEQUENCE IF NOT EXISTS place")
  await pool.query(
    `INSERT INTO series
       (organization_id, id, tipo_documento, serie, tipo, last, holds_live, holds_full, holds_simplified)
     VALUES ($1, 'invoice:A', 'invoice', 'A', 'invoice', 0, false, false, false)`,
    [organizationId],
  )
  const { create } = comparatorService(pool)
  const body = JSON.stringify(invoiceBody(contactId))
  const template = await create({ ...books, scopes: [] }, invoiceInput(contactId), onceKey(paths.invoices, body), JSON.stringify)
  const draftId = idOf(template)
  const drafts = draftsLike(draftId, pool, organizationId, (count) => reserveComparatorPlaces(pool, count))
  return { ...books, draftId, drafts }
}

/** Reserves that many places in its order of creation, which all companies share; returns the first. */
export const reserveComparatorPlaces = async (pool: pg.Pool, count: number): Promise<number> => {
  const { rows: [reserved] } = await pool.query<{ first: number }>(
    "SELECT setval('place', nextval('place') + $1) - $1 AS first",
    [count],
  )
  return reserved?.first ?? 0
}

const idOf = (resource: string): string => {
  const parsed: { readonly id: string } = JSON.parse(resource)
  return parsed.id
}
