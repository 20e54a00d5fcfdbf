import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import type pg from "pg"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { firstHead } from "../../core/commit/CompanyHead.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key } from "../../core/commit/tables.ts"
import type { Contact } from "../../core/contacts/Contact.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { sampleContact, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

/**
 * How many statements that begin like this each connection of the pool has prepared. It may be none: a process prepares a
 * limited number in all, and other tests in it may have used it up.
 */
const preparedOn = (pool: pg.Pool, beginning: string) =>
  Effect.promise(async () => {
    // All connections at once, so that each is asked.
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
    const counts = await Promise.all(clients.map((client) =>
      client.query<{ n: number }>("SELECT count(*)::integer AS n FROM pg_prepared_statements WHERE statement LIKE $1 || '%'", [beginning])))
    for (const client of clients) client.release()
    return counts.map(({ rows: [row] }) => row?.n ?? 0)
  })

/** What clients may change in a contact, in any combination. */
const patches = fc.subarray(
  ["nif", "email", "telefono", "movil", "direccion", "ciudad", "cp", "provincia", "web", "iban", "referencia", "notas"] as const,
  { minLength: 1 },
)

describe("prepared statements", () => {
  it.live("are counted if there are any", () =>
    Effect.gen(function*() {
      const pool = yield* PostgresPool.PostgresPool
      for (const name of ["one", "two"]) yield* Effect.promise(() => pool.query({ name, text: `SELECT '${name}'` }))
      assert.strictEqual(Math.max(...yield* preparedOn(pool, "SELECT '")), 2)
    }).pipe(Effect.provide(testStoragePostgres)))

  it.live("stay few on each connection, whichever properties clients change together", () =>
    Effect.gen(function*() {
      const { transact } = yield* Storage
      const id = sampleOrganizationId()
      const commit = (before: Contact | undefined, after: Contact, fresh = false) => {
        const snapshot = new Snapshot()
        snapshot.add([key("contact", id, after.id)], { contact: before === undefined ? [] : [before] })
        if (fresh) {
          snapshot.set("organization", sampleOrganization(id))
          snapshot.set("head", firstHead(id))
        }
        snapshot.set("contact", after)
        return transact({ organizationIds: [id], keys: [] }, () => Effect.succeed({ changes: snapshot.changes(), value: undefined }))
      }
      let contact = sampleContact(id, 1)
      yield* commit(undefined, contact, true)
      for (const [i, fields] of fc.sample(patches, 500).entries()) {
        const changed = { ...contact, ...Object.fromEntries(fields.map((field) => [field, `${field} ${i}`])), modifiedSequence: i + 2 }
        yield* commit(contact, changed)
        contact = changed
      }
      const pool = yield* PostgresPool.PostgresPool
      const counts = yield* preparedOn(pool, "UPDATE contact")
      assert.isAtMost(Math.max(...counts), 16)
    }).pipe(Effect.provide(testStoragePostgres)))

  it.live("stay few on each connection, whatever clients ask of lists", () =>
    Effect.gen(function*() {
      const { page } = yield* Storage
      const organizationId = sampleOrganizationId()
      for (let repeated = 0; repeated < 5; repeated++) {
        for (let words = 0; words < 80; words++) {
          const search = { kind: "search", words: Array.from({ length: words }, () => "a") } as const
          yield* page("contact", { organizationId, orden: "antiguo", after: null, limit: 5, conditions: [search] })
        }
      }
      const counts = yield* preparedOn(yield* PostgresPool.PostgresPool, "SELECT c.list_total")
      assert.isAtMost(Math.max(...counts), 64)
    }).pipe(Effect.provide(testStoragePostgres)))
})
