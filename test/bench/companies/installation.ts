import { Effect } from "effect"
import { PostgresPool } from "../../../adapters/postgres/connections/PostgresPool.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { draftInvoice } from "../../../core/drafts/draftInvoice.ts"
import { openBooks } from "../books.ts"
import type { Target } from "../http/load.ts"
import { interleaved, issueTargets } from "../http/operations.ts"
import type { Account } from "../http/sides.ts"
import { openDrafts, reservePlaces } from "../inProcess/talonario.ts"
import { invoiceBody, invoiceInput } from "../workload.ts"
import { fillCompany } from "./bigCompany.ts"

/** One company of an installation. */
export interface Owner extends Account {
  readonly organizationId: string
  /** One of its issued invoices. */
  readonly invoiceId: string
}

/** Companies whose invoices were copied inside the database. */
export interface Installation {
  readonly accounts: ReadonlyArray<Owner>
  readonly invoices: number
}

/** How many companies are filled at the same time. */
const fillers = 3

/** Opens that many companies, and fills each with that many invoices. */
export const openInstallation = ({ companies, invoicesEach }: { readonly companies: number; readonly invoicesEach: number }) =>
  Effect.gen(function*() {
    const pool = yield* PostgresPool
    const { run } = yield* GroupCommit
    const open = Effect.gen(function*() {
      const { clave, contactId, organizationId } = yield* openBooks
      const { id: draftId } = yield* run(draftInvoice(organizationId, invoiceInput(contactId)))
      const { invoiceId } = yield* Effect.promise(async () =>
        fillCompany(pool, organizationId, draftId, invoicesEach, await reservePlaces(pool, organizationId, invoicesEach)))
      const drafts = openDrafts(pool, organizationId, draftId)
      const body = JSON.stringify(invoiceBody(contactId))
      const owner: Owner = { clave, body, draftId, drafts, organizationId, invoiceId: invoiceId.replaceAll("-", "") }
      return owner
    })
    const accounts = yield* Effect.replicateEffect(open, companies, { concurrency: fillers })
    const installation: Installation = { accounts, invoices: companies * invoicesEach }
    return installation
  })

/** Makes sure that the companies together have at least that many drafts. */
export const fillDrafts = async (accounts: ReadonlyArray<Owner>, wanted: number): Promise<void> => {
  for (const { drafts } of accounts) await drafts.fill(Math.ceil(wanted / accounts.length))
}

/** Requests that issue the drafts of all companies, one company after another in turn. */
export const draftTargets = (accounts: ReadonlyArray<Owner>): ReadonlyArray<Target> =>
  interleaved(accounts.map((account) => issueTargets(account, account.drafts.takeAll())))
