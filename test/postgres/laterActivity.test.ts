import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { listActivity } from "../../core/activity/readActivity.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const organizationId = sampleOrganizationId()

describe("an activity entry written by a later version, while processes are updated one by one", () => {
  it.live("is shown, whatever it is about", () =>
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
