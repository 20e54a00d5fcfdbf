import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrations } from "../../adapters/postgres/schema/migrate.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { must } from "../support/issuing.ts"
import { sampleOrganizationId, sampleProduct, samplePurchaseOrder } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const organizationId = sampleOrganizationId()

describe("a purchase order from before lines had a class and a unit", () => {
  it.live("gets them from its products, and can be read before it does", () =>
    Effect.gen(function*() {
      const { find, transact } = yield* Storage
      const pool = yield* PostgresPool
      const service = sampleProduct(organizationId, 1, { clase: "service", unidad: "h" })
      const goods = sampleProduct(organizationId, 2, { clase: "goods", unidad: "caja" })
      const line = must(samplePurchaseOrder(organizationId, 0).lineas[0])
      const made = samplePurchaseOrder(organizationId, 3, {
        lineas: [
          { ...line, producto_id: service.id, clase: "service", unidad: "h" },
          { ...line, producto_id: goods.id, clase: "goods", unidad: "caja" },
          { ...line, clase: "goods", unidad: null },
          { ...line, producto_id: null, clase: "goods", unidad: null },
        ],
      })
      // Nothing changes in one that has them already.
      const classed = samplePurchaseOrder(organizationId, 4, { lineas: [{ ...line, producto_id: goods.id, clase: "service", unidad: "kg" }] })
      const snapshot = new Snapshot()
      for (const product of [service, goods]) snapshot.set("product", product)
      for (const order of [made, classed]) snapshot.set("purchaseOrder", order)
      yield* transact({ organizationIds: [organizationId], keys: [] }, () =>
        Effect.succeed({ changes: snapshot.changes(), value: undefined }))

      yield* Effect.promise(() => pool.query(`
        UPDATE purchase_order SET lineas = (SELECT jsonb_agg(line - 'clase' - 'unidad' ORDER BY nth)
          FROM jsonb_array_elements(lineas) WITH ORDINALITY AS l (line, nth))
        WHERE modified_sequence = 3`))
      const before = { ...made, lineas: made.lineas.map((one) => ({ ...one, clase: "goods" as const, unidad: null })) }
      assert.deepStrictEqual(yield* find("purchaseOrder", organizationId, made.id), Option.some(before))

      const client = PgClient.layerFromPool({ acquire: Effect.succeed(pool) })
      yield* Effect.provide(migrations["0037_classed_orders"], client)
      for (const order of [made, classed]) {
        assert.deepStrictEqual(yield* find("purchaseOrder", organizationId, order.id), Option.some(order))
      }
    }).pipe(Effect.provide(testStoragePostgres)))
})
