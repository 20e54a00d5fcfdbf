import { Effect, Layer, type Redacted, Runtime } from "effect"
import type pg from "pg"
import { PostgresPool } from "../../../adapters/postgres/connections/PostgresPool.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { draftInvoice } from "../../../core/drafts/draftInvoice.ts"
import type { StoredReply } from "../../../core/idempotency/IdempotencyRecord.ts"
import { onceOnly } from "../../../core/idempotency/onceOnly.ts"
import type { InvoiceResource } from "../../../core/invoices/invoiceResource.ts"
import { listInvoices, readInvoice } from "../../../core/invoices/readInvoices.ts"
import { issueInvoice } from "../../../core/issuing/issueInvoice.ts"
import { defaultLimit } from "../../../core/pagination/listPage.ts"
import type { Storage } from "../../../core/ports/Storage.ts"
import { type Drafts, draftsLike, issuing, openBooks, system } from "../books.ts"
import { invoiceBody, invoiceInput, onceKey, paths, terms } from "../workload.ts"

/** Talonario in this process, on this database, with one company; closes with the scope. */
export const openTalonario = (url: Redacted.Redacted<string>) =>
  Effect.flatMap(Layer.build(system(url)), (built) => Effect.provide(onCompany, built))

const onCompany = Effect.gen(function*() {
  const { run } = yield* GroupCommit
  const pool = yield* PostgresPool
  const runtime = yield* Effect.runtime<GroupCommit | Storage>()
  const promise = Runtime.runPromise(runtime)

  const books = yield* openBooks
  const { accessKeyId, contactId, organizationId } = books
  const input = invoiceInput(contactId)
  const body = JSON.stringify(invoiceBody(contactId))
  const once = (path: string, sent: string) => ({ accessKeyId, ...onceKey(path, sent) })

  const create = () =>
    run(onceOnly(draftInvoice(organizationId, input), once(paths.invoices, body), created))
  const issue = (id: string) =>
    run(onceOnly(issueInvoice(organizationId, id, terms), once(paths.issue(id), ""), ({ invoice }) =>
      created(invoice)))
  const firstPage = { orden: "reciente", limite: defaultLimit, after: null, estado: null } as const

  const template = yield* run(draftInvoice(organizationId, input))
  const drafts = openDrafts(pool, organizationId, template.id)
  return {
    ...books,
    pool,
    drafts,
    body,
    draftId: template.id,
    create: (): Promise<unknown> => promise(create()),
    issue: issuing(drafts, (id) => promise(issue(id))),
    get: (): Promise<unknown> => promise(readInvoice(organizationId, template.id)),
    list: (): Promise<unknown> => promise(listInvoices(organizationId, firstPage)),
  }
})

/** Drafts of a company, copied from the given one. */
export const openDrafts = (pool: pg.Pool, organizationId: string, draftId: string): Drafts =>
  draftsLike(draftId, pool, organizationId, (count) => reserveCreations(pool, organizationId, count))

/** What `openTalonario` returns. */
export type Talonario = Effect.Effect.Success<typeof onCompany>

const created = (invoice: InvoiceResource): StoredReply => ({
  status: 201,
  location: `${paths.invoices}/${invoice.id}`,
  body: JSON.stringify(invoice),
})

/** Does what commits would have done for that many creations: reserves places, and counts them in the total of the list. */
const reserveCreations = async (pool: pg.Pool, organizationId: string, count: number): Promise<number> => {
  await pool.query(
    `INSERT INTO counter (organization_id, name, n) VALUES ($1, 'invoice', $2)
     ON CONFLICT (organization_id, name) DO UPDATE SET n = counter.n + excluded.n`,
    [organizationId, count],
  )
  return reservePlaces(pool, organizationId, count)
}

/** Reserves that many places in the company's order of creation, and returns the first. */
export const reservePlaces = async (pool: pg.Pool, organizationId: string, count: number): Promise<number> => {
  const { rows: [head] } = await pool.query<{ first: number }>(
    `UPDATE company_head SET sequence = sequence + $2 WHERE organization_id = $1
     RETURNING sequence - $2 + 1 AS first`,
    [organizationId, count],
  )
  if (head === undefined) throw new Error("a company without its head")
  return head.first
}
