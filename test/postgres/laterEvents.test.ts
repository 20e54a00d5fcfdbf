import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const organizationId = sampleOrganizationId()

describe("an event written by a later version, while processes are updated one by one", () => {
  it.live("is read from the outbox and in its delivery, whatever it is about", () =>
    Effect.gen(function*() {
      const pool = yield* PostgresPool
      const [event, delivery] = [sampleId(), sampleId()]
      yield* Effect.promise(async () => {
        await pool.query(
          "INSERT INTO outbox_event (organization_id, id, sequence, suceso, creado, datos) VALUES ($1, $2, 1, 'quote.expired', now(), '{}')",
          [organizationId, event],
        )
        await pool.query(
          "INSERT INTO delivery (organization_id, id, webhook_id, suceso, creado, estado, intentos, round_start, cuerpo,"
            + " created_sequence, modified_sequence) VALUES ($1, $2, $3, 'quote.expired', now(), 'pending', 0, 0, '{}', 2, 2)",
          [organizationId, delivery, sampleId()],
        )
      })
      const { find, outbox } = yield* Storage
      assert.deepStrictEqual((yield* outbox(organizationId, 9)).map(({ suceso }) => suceso), ["quote.expired"])
      const found = yield* find("delivery", organizationId, delivery)
      assert.deepStrictEqual(Option.map(found, ({ suceso }) => suceso), Option.some("quote.expired"))
    }).pipe(Effect.provide(testStoragePostgres)))
})
