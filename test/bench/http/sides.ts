import { Effect, Layer, type Redacted, type Scope } from "effect"
import type pg from "pg"
import { PostgresPool } from "../../../adapters/postgres/connections/PostgresPool.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { draftInvoice } from "../../../core/drafts/draftInvoice.ts"
import { type Drafts, openBooks, system } from "../books.ts"
import { type Server, startComparator, startService } from "../childProcesses.ts"
import { fillCompany, settle } from "../companies/bigCompany.ts"
import { openAccount, openPool, reserveComparatorPlaces } from "../comparator/comparator.ts"
import { postmasterOf } from "../database.ts"
import { openDrafts, reservePlaces } from "../inProcess/talonario.ts"
import type { Spent } from "../measuring/measure.ts"
import { familyMillis, isCounted, processMillis } from "../measuring/processorTime.ts"
import { invoiceBody, invoiceInput } from "../workload.ts"

type Url = Redacted.Redacted<string>

/** A company that is called over HTTP. */
export interface Account {
  readonly clave: string
  /** The body of a request that drafts an invoice for its customer. */
  readonly body: string
  readonly draftId: string
  readonly drafts: Drafts
}

/** A company with that many invoices. */
export interface Listed {
  readonly rows: number
  readonly clave: string
}

/** One side of the comparison: a service in its own process, on its own database. */
export interface HttpSide {
  readonly name: string
  readonly server: Server
  /** Processor time of the service and of the whole database server, which both sides share: read it around one side's turn. */
  readonly spent: (() => Spent) | undefined
  /** Fifty companies. */
  readonly accounts: ReadonlyArray<Account>
  readonly listed: ReadonlyArray<Listed>
  /** Companies with a page of invoices each; more of them than any service caches. */
  readonly visited: ReadonlyArray<Pick<Account, "clave">>
}

const accountsOpened = 50

const companiesVisited = 500

/** The number of invoices on a page by default. */
const page = 50

/** The numbers of invoices of the companies whose lists are measured. */
const listedRows = [1_000, 10_000]

/** Opens an account in the side's database. */
type Open = Effect.Effect<{ readonly organizationId: string } & Omit<Account, "body"> & { readonly contactId: string }>

/** Reserves that many places in a company's order of creation, and returns the first. */
type Reserve = (pool: pg.Pool, organizationId: string, count: number) => Promise<number>

const openSide = (name: string, server: Server, url: Url, pool: pg.Pool, open: Open, reserve: Reserve): Effect.Effect<HttpSide> =>
  Effect.gen(function*() {
    const accounts: Array<Account> = []
    while (accounts.length < accountsOpened) {
      const { contactId, ...account } = yield* open
      accounts.push({ ...account, body: JSON.stringify(invoiceBody(contactId)) })
    }
    const filled = (rows: number): Effect.Effect<Listed> =>
      Effect.gen(function*() {
        const { clave, draftId, organizationId } = yield* open
        yield* Effect.promise(async () =>
          fillCompany(pool, organizationId, draftId, rows, await reserve(pool, organizationId, rows)))
        return { rows, clave }
      })
    const listed = yield* Effect.forEach(listedRows, filled)
    const visited = yield* Effect.replicateEffect(filled(page), companiesVisited)
    yield* Effect.promise(() => settle(pool))
    const database = yield* postmasterOf(url)
    const spent = () => ({ program: processMillis(server.pid), database: familyMillis(database) })
    return { name, server, spent: isCounted ? spent : undefined, accounts, listed, visited }
  })

/** Talonario's side. It runs without workers, as the comparator has none either. */
export const talonarioSide = (name: string, url: Url, program: string): Effect.Effect<HttpSide, never, Scope.Scope> =>
  Effect.gen(function*() {
    const built = yield* Effect.orDie(Layer.build(system(url)))
    const server = yield* startService(url, { program, workers: false })
    return yield* Effect.provide(Effect.gen(function*() {
      const pool = yield* PostgresPool
      const open = Effect.orDie(Effect.provide(openDrafting, built))
      return yield* openSide(name, server, url, pool, open, reservePlaces)
    }), built)
  })

/** A company with a draft to copy. */
export const openDrafting = Effect.gen(function*() {
  const { run } = yield* GroupCommit
  const pool = yield* PostgresPool
  const books = yield* openBooks
  const { contactId, organizationId } = books
  const { id: draftId } = yield* run(draftInvoice(organizationId, invoiceInput(contactId)))
  const body = JSON.stringify(invoiceBody(contactId))
  return { ...books, body, draftId, drafts: openDrafts(pool, organizationId, draftId) }
})

/** The comparator's side. */
export const comparatorSide = (
  name: string,
  url: Url,
  pipeline: boolean,
): Effect.Effect<HttpSide, never, Scope.Scope> =>
  Effect.gen(function*() {
    const built = yield* Effect.orDie(Layer.build(system(url)))
    const pool = yield* openPool(url, false)
    const server = yield* startComparator(url, pipeline)
    const books = Effect.orDie(Effect.provide(openBooks, built))
    const open = Effect.flatMap(books, (one) => Effect.promise(() => openAccount(pool, one)))
    return yield* openSide(name, server, url, pool, open, (_, __, count) => reserveComparatorPlaces(pool, count))
  })
