import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Schema } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import type { ListRequest } from "../../core/pagination/listPage.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { notFound } from "../../core/refusals/refusal.ts"
import { listSubscriptions, readSubscription } from "../../core/subscriptions/readSubscriptions.ts"
import { SubscriptionResource, subscriptionResource } from "../../core/subscriptions/Subscription.ts"
import type { SubscriptionFilters } from "../../core/subscriptions/subscriptionFilters.ts"
import { must } from "../support/issuing.ts"
import { day, sampleOrganization, sampleOrganizationId, sampleSubscription } from "../support/samples.ts"

const id = sampleOrganizationId()
const active = sampleSubscription(id, 1)
const paused = sampleSubscription(id, 2, { contacto_id: active.contacto_id, estado: "paused" })
const ofOther = sampleSubscription(id, 3, { estado: "paused" })

const oldestFirst: ListRequest = { orden: "antiguo", limite: 10, after: null }

/** A company with these subscriptions. */
const kept = Effect.flatMap(Storage, ({ transact }) => {
  const snapshot = new Snapshot()
  snapshot.set("organization", sampleOrganization(id))
  for (const subscription of [active, paused, ofOther]) snapshot.set("subscription", subscription)
  const changes = snapshot.changes()
  return transact({ organizationIds: [id], keys: [] }, () => Effect.succeed({ changes, value: undefined }))
})

/** Refuses properties that the schema does not describe. */
const decodeShown = Schema.decodeUnknownEither(SubscriptionResource, { onExcessProperty: "error" })

describe("stored subscriptions", () => {
  it("are shown as their schema describes, whatever is left out", () => {
    const line = must(active.lineas[0])
    const bare = { ...line, descripcion: null, cantidad: null, precio: null, clase: null }
    const whole = { ...line, producto_id: "p", descuento: decimal6(1), tipo_iva: decimal6(1), unidad: "h" }
    for (const given of [{}, { fin: day("2027-01-01"), serie: "B" }, { estado: "cancelled" }, { lineas: [bare, whole] }] as const) {
      const shown = subscriptionResource({ ...active, ...given })
      assert.deepStrictEqual(decodeShown(shown), Either.right(shown))
      for (const less of [{}, { ...shown, lineas: [{}] }]) assert.isTrue(Either.isLeft(decodeShown(less)))
    }
  })

  it.effect("are read one by one, and listed by their filters", () =>
    Effect.gen(function*() {
      yield* kept
      assert.deepStrictEqual(yield* readSubscription(id, paused.id), subscriptionResource(paused))
      assert.deepStrictEqual(yield* Effect.flip(readSubscription(id, "nada")), notFound("la suscripción"))

      const listed = (filters?: SubscriptionFilters) =>
        Effect.map(listSubscriptions(id, oldestFirst, filters), ({ datos }) => datos)
      const [first, second, third] = [active, paused, ofOther].map(subscriptionResource)
      assert.deepStrictEqual<unknown>(yield* listed(), [first, second, third])
      assert.deepStrictEqual<unknown>(yield* listed({ estado: "paused" }), [second, third])
      assert.deepStrictEqual<unknown>(yield* listed({ contacto_id: active.contacto_id }), [first, second])
      assert.deepStrictEqual<unknown>(yield* listed({ contacto_id: active.contacto_id, estado: "paused" }), [second])
    }).pipe(Effect.provide(StorageMemory.layer)))
})
