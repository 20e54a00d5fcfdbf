import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import { openOrganization } from "../../core/organizations/openOrganization.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const oneLane = Layer.provideMerge(GroupCommit.layerWith({ lanes: 1, batchSizeMax: 256 }), testStoragePostgres)

describe("a company locked by another session", () => {
  it.live("delays the others in its lane only for a moment, and is served once it is unlocked", () =>
    Effect.gen(function*() {
      const { run } = yield* GroupCommit.GroupCommit
      const held = yield* openOrganization({ nombre: "Retenida" })
      const free = yield* openOrganization({ nombre: "Libre" })
      const pool = yield* PostgresPool
      const holder = yield* Effect.acquireRelease(
        Effect.promise(() => pool.connect()),
        (client) => Effect.sync(() => client.release(true)),
      )
      yield* Effect.promise(async () => {
        await holder.query("BEGIN")
        await holder.query("SELECT FROM company_head WHERE organization_id = $1 FOR UPDATE", [held.id])
      })
      const waiting = yield* Effect.fork(run(createContact(held.id, { nombre: "Una" })))
      yield* Effect.sleep("50 millis")
      const [took] = yield* Effect.timed(run(createContact(free.id, { nombre: "Otra" })))
      assert.isBelow(Duration.toMillis(took), 4_000)
      yield* Effect.promise(() => holder.query("ROLLBACK"))
      assert.strictEqual((yield* Fiber.join(waiting)).nombre, "Una")
    }).pipe(Effect.scoped, Effect.provide(oneLane)))
})
