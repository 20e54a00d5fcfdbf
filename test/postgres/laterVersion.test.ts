import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { listActivity } from "../../core/activity/readActivity.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const organizationId = sampleOrganizationId()

describe("a row written by a later version, while processes are updated one by one", () => {
  it.live("of an event is read from the outbox and in its delivery, whatever it is about", () =>
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

  it.live("of the activity log is shown, whatever it is about", () =>
    Effect.gen(function*() {
      const pool = yield* PostgresPool
      const told = (tipo: string, place: number) =>
        Effect.promise(() => pool.query(
          "INSERT INTO activity_entry (organization_id, id, creado, tipo, mensaje, recurso, recurso_id, created_sequence)"
            + " VALUES ($1, $2, now(), $3, 'Algo ha pasado.', 'factura', '1', $4)",
          [organizationId, sampleId(), tipo, place],
        ))
      yield* told("key_created", 1)
      yield* told("something_later", 2)
      const { datos } = yield* listActivity(organizationId, { orden: "antiguo", limite: 50, after: null })
      assert.deepStrictEqual(datos.map(({ tipo }) => tipo), ["key_created", "something_later"])
    }).pipe(Effect.provide(testStoragePostgres)))
})
