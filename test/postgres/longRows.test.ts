import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import type { StoredDelivery } from "../../core/deliveries/Delivery.ts"
import { prepareRangeReplay } from "../../core/deliveries/replayRange.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { type ListAnswer, listPage } from "../../core/pagination/listPage.ts"
import { Storage } from "../../core/ports/Storage.ts"
import type { PurchaseOrder } from "../../core/purchases/PurchaseOrder.ts"
import type { Subscription } from "../../core/subscriptions/Subscription.ts"
import type { Webhook } from "../../core/webhooks/Webhook.ts"
import { must } from "../support/issuing.ts"
import {
  sampleDelivery,
  sampleId,
  sampleOrganizationId,
  samplePurchaseOrder,
  sampleSubscription,
  sampleWebhook,
} from "../support/samples.ts"
import { sharedStorage, testStoragePostgres } from "../support/testStorage.ts"

interface Rows {
  readonly delivery?: ReadonlyArray<StoredDelivery>
  readonly purchaseOrder?: ReadonlyArray<PurchaseOrder>
  readonly subscription?: ReadonlyArray<Subscription>
  readonly webhook?: ReadonlyArray<Webhook>
}

/** Stores rows, bypassing the rules. */
const insert = (
  organizationId: OrganizationId,
  { delivery = [], purchaseOrder = [], subscription = [], webhook = [] }: Rows,
) =>
  Effect.flatMap(Storage, ({ transact }) => {
    const snapshot = new Snapshot()
    for (const row of delivery) snapshot.set("delivery", row)
    for (const row of purchaseOrder) snapshot.set("purchaseOrder", row)
    for (const row of subscription) snapshot.set("subscription", row)
    for (const row of webhook) snapshot.set("webhook", row)
    return transact({ organizationIds: [organizationId], keys: [] }, () =>
      Effect.succeed({ changes: snapshot.changes(), value: undefined }))
  })

/** 800 kB in UTF-8. */
const long = "ñ".repeat(400_000)

describe("rows with long texts", () => {
  const storage = sharedStorage(Layer.provideMerge(GroupCommit.layer, testStoragePostgres))

  it.live("are few at a time where deliveries wait, and one at least", () =>
    Effect.gen(function*() {
      const { waiting } = yield* Storage
      const id = sampleOrganizationId()
      const webhook_id = sampleId()
      const due = (at: number, cuerpo: string) => sampleDelivery(id, at, { webhook_id, proximo_intento: instant(at), cuerpo })
      const made = [1, 2, 3, 4, 5].map((at) => due(at, long))
      yield* insert(id, { delivery: made.toReversed() })
      assert.deepStrictEqual(yield* waiting(id, webhook_id, 256), made.slice(0, 2))
      assert.deepStrictEqual(yield* waiting(id, webhook_id, 1), made.slice(0, 1))
      const vast = due(0, long.repeat(4))
      yield* insert(id, { delivery: [vast] })
      assert.deepStrictEqual(yield* waiting(id, webhook_id, 256), [vast])
    }).pipe(Effect.provide(storage)))

  it.live("make shorter pages of lists, which miss none of them", () =>
    Effect.gen(function*() {
      const id = sampleOrganizationId()
      const places = Array.from({ length: 15 }, (_, i) => i + 1)
      const order = must(samplePurchaseOrder(id, 0).lineas[0])
      const line = must(sampleSubscription(id, 0).lineas[0])
      const purchaseOrder = places.map((at) => samplePurchaseOrder(id, at, { lineas: [{ ...order, descripcion: long }] }))
      const subscription = places.map((at) => sampleSubscription(id, at, { lineas: [{ ...line, descripcion: long }] }))
      yield* insert(id, { purchaseOrder, subscription })
      for (const orden of ["reciente", "antiguo", "modificado"] as const) {
        for (const table of ["purchaseOrder", "subscription"] as const) {
          const ids: Array<string> = []
          const lengths: Array<number> = []
          for (let after: number | null = 0; after !== null;) {
            const page: ListAnswer<PurchaseOrder | Subscription> = yield* listPage(table, id, { orden, limite: 12, after: after || null }, [])
            assert.deepStrictEqual([page.total, page.limite], [15, 12])
            ids.push(...page.datos.map((row) => row.id))
            lengths.push(page.datos.length)
            after = page.next
          }
          const rows = table === "purchaseOrder" ? purchaseOrder : subscription
          assert.deepStrictEqual(ids, (orden === "antiguo" ? rows : rows.toReversed()).map((row) => row.id))
          assert.deepStrictEqual(lengths, [6, 6, 3])
        }
      }
    }).pipe(Effect.provide(storage)))

  it.live("are replayed few at a time, and the answer says how to go on", () =>
    Effect.gen(function*() {
      const id = sampleOrganizationId()
      const webhook = sampleWebhook(id, 1)
      const settled = instant(Date.now())
      const delivery = [2, 3, 4, 5, 6, 7, 8].map((at) =>
        sampleDelivery(id, at, { webhook_id: webhook.id, cuerpo: long, estado: "delivered", proximo_intento: null, settled }))
      yield* insert(id, { webhook: [webhook], delivery })
      const { run } = yield* GroupCommit.GroupCommit
      const replay = (tras?: string | null) =>
        Effect.flatMap(prepareRangeReplay(id, webhook.id, { desde: "2000-01-01T00:00:00Z", tras }), run)
      const first = yield* replay()
      assert.deepInclude(first, { reenviados: 6, caducados: 0 })
      assert.deepStrictEqual(yield* replay(first.continuar_tras), { reenviados: 1, caducados: 0, continuar_tras: null })
    }).pipe(Effect.provide(storage)))
})
