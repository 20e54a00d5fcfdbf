import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import type { ListRequest } from "../../core/pagination/listPage.ts"
import { paymentResource } from "../../core/payments/Payment.ts"
import type { PaymentFilters } from "../../core/payments/paymentFilters.ts"
import { listInvoicePayments, listPayments, readPayment } from "../../core/payments/readPayments.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { notFound } from "../../core/refusals/refusal.ts"
import { day, sampleInvoice, sampleOrganization, sampleOrganizationId, samplePayment } from "../support/samples.ts"

const id = sampleOrganizationId()
const invoice = sampleInvoice(id, 1)
const ofOther = samplePayment(id, 2, { fecha: day("2026-02-01"), forma_pago: "cash" })
const own = samplePayment(id, 3, { factura_id: invoice.id, fecha: day("2026-02-02"), forma_pago: "card" })
const late = samplePayment(id, 4, { fecha: day("2026-02-03"), forma_pago: "cash" })

const oldestFirst: ListRequest = { orden: "antiguo", limite: 10, after: null }

/** A company of the Canary Islands with these rows. */
const books = Effect.flatMap(Storage, ({ transact }) => {
  const snapshot = new Snapshot()
  snapshot.set("organization", sampleOrganization(id, { region_fiscal: "canarias" }))
  snapshot.set("invoice", invoice)
  for (const payment of [ofOther, own, late]) snapshot.set("payment", payment)
  const changes = snapshot.changes()
  return transact({ organizationIds: [id], keys: [] }, () => Effect.succeed({ changes, value: undefined }))
})

describe("stored payments", () => {
  it.effect("are read one by one, and listed by their filters", () =>
    Effect.gen(function*() {
      yield* books
      assert.deepStrictEqual(yield* readPayment(id, own.id), paymentResource(own))
      assert.deepStrictEqual(yield* Effect.flip(readPayment(id, "nada")), notFound("el cobro"))

      const listed = (filters?: PaymentFilters) => Effect.map(listPayments(id, oldestFirst, filters), ({ datos }) => datos)
      const first = paymentResource(ofOther)
      const second = paymentResource(own)
      const third = paymentResource(late)
      assert.deepStrictEqual(yield* listed(), [first, second, third])
      assert.deepStrictEqual(yield* listed({ factura_id: invoice.id }), [second])
      assert.deepStrictEqual(yield* listed({ fecha_desde: "2026-02-02" }), [second, third])
      assert.deepStrictEqual(yield* listed({ fecha_hasta: "2026-02-02" }), [first, second])
      assert.deepStrictEqual(yield* listed({ fecha_hasta: "2026-02-02T23:30:00+01:00", forma_pago: "cash" }), [first])
      assert.deepStrictEqual(yield* listed({ fecha_desde: "2026-02-03T00:30:00+01:00" }), [second, third])

      assert.deepStrictEqual((yield* listInvoicePayments(id, invoice.id, oldestFirst)).datos, [second])
      assert.deepStrictEqual(yield* Effect.flip(listInvoicePayments(id, "nada", oldestFirst)), notFound("la factura"))
    }).pipe(Effect.provide(StorageMemory.layer)))
})
