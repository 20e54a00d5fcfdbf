import { Context, Effect, Exit, Layer, Scope } from "effect"
import type pg from "pg"
import { afterAll } from "vitest"
import { HostTransactions, type JoinedTransaction } from "../../adapters/postgres/host/HostTransactions.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { storageContract } from "../contract/storageContract.ts"
import { hostPool, type HostPoolOptions } from "./hostDatabase.ts"
import { freshEngine } from "./onPostgres.ts"

/** Storage whose every use joins a transaction of the host on a connection of its pool, which the host commits. */
const inTransactions = (pool: pg.Pool, { join }: HostTransactions["Type"]): Storage["Type"] => {
  const within = <A, E, R>(use: (joined: JoinedTransaction) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.promise(async () => {
        const client = await pool.connect()
        await client.query("BEGIN")
        return client
      }),
      (client) => Effect.tap(use(join(client)), () => Effect.promise(() => client.query("COMMIT"))),
      (client) => Effect.promise(async () => {
        await client.query("ROLLBACK")
        client.release()
      }),
    )
  const reading = <A, E, R>(read: (storage: Storage["Type"]) => Effect.Effect<A, E, R>) =>
    within(({ storage }) => read(storage))
  return {
    transact: (opening, body) => reading(({ transact }) => transact(opening, body)),
    find: (...key) => reading(({ find }) => find(...key)),
    findMany: (keys) => reading(({ findMany }) => findMany(keys)),
    accessKeyByFingerprint: (fingerprint) => reading((storage) => storage.accessKeyByFingerprint(fingerprint)),
    accessKeyById: (id) => reading(({ accessKeyById }) => accessKeyById(id)),
    accessKeys: (id) => reading(({ accessKeys }) => accessKeys(id)),
    organizations: reading(({ organizations }) => organizations),
    companies: reading(({ companies }) => companies),
    page: (table, query) => reading(({ page }) => page(table, query)),
    outbox: (id, limit) => reading(({ outbox }) => outbox(id, limit)),
    waiting: (...asked) => reading(({ waiting }) => waiting(...asked)),
    snapshot: (id, read) => reading(({ snapshot }) => snapshot(id, read)),
    expired: (...asked) => reading(({ expired }) => expired(...asked)),
    ping: reading(({ ping }) => ping),
  }
}

/** One database for all scenarios, each with its own company. */
const storageOf = (options: HostPoolOptions): Layer.Layer<Storage> => {
  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const made = Effect.gen(function*() {
    const { context, url } = yield* Effect.orDie(freshEngine)
    return inTransactions(yield* hostPool(url, options), Context.get(context, HostTransactions))
  })
  return Layer.effect(Storage, Effect.runSync(Effect.cached(Scope.extend(made, scope))))
}

storageContract("in the transactions of a host with odd settings", storageOf({ odd: true }), [
  // A joined transaction locks the company instead, as its isolation is up to the host.
  "shows one moment throughout a snapshot, whatever is written meanwhile",
  // It covers all companies, so it would need its own database.
  "gives rows of every company whose time has passed, oldest first",
])
