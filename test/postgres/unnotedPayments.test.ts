import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrations } from "../../adapters/postgres/schema/migrate.ts"
import { instant } from "../../core/calendar/instant.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { cents } from "../../core/money/cents.ts"
import { afterPayment } from "../../core/payments/collection.ts"
import type { Payment } from "../../core/payments/Payment.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { day, sampleId, sampleInvoice, sampleOrganizationId } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const organizationId = sampleOrganizationId()
const days = [day("2026-05-03"), day("2026-05-01"), day("2026-05-02")]

/** An issued invoice of 121 EUR with payments of these amounts, and the payments. */
const paidBy = (first: number, amounts: ReadonlyArray<number>) => {
  let invoice: Invoice = sampleInvoice(organizationId, first, { lifecycle: "issued", numero: first, emitida: instant(0) })
  const payments = amounts.map((amount, i): Payment => {
    const [importe, fecha, place] = [cents(amount), days[i % 3] ?? day("2026-05-04"), first + 1 + i]
    const { collected } = Either.getOrThrow(Either.mapLeft(afterPayment(invoice, { importe, fecha, place }), () => "refused"))
    invoice = { ...invoice, ...collected }
    const rest = { forma_pago: null, referencia: null, notas: null, creado: instant(0) }
    const [id, factura_id] = [sampleId(), invoice.id]
    return { organizationId, id, factura_id, importe, fecha, ...rest, createdSequence: place, modifiedSequence: place }
  })
  return { invoice, payments }
}

describe("an invoice paid before its payments were noted in it", () => {
  it.live("gets them noted, and the date that follows from them", () =>
    Effect.gen(function*() {
      const { find, transact } = yield* Storage
      const pool = yield* PostgresPool
      const some = [[12_100], [12_000, 50, 50, 1, 7_000], [12_099], [], Array<number>(130).fill(12_100)]
      const books = some.map((amounts, i) => paidBy(1 + i * 1000, amounts))
      const snapshot = new Snapshot()
      for (const { invoice, payments } of books) {
        snapshot.set("invoice", invoice)
        for (const payment of payments) snapshot.set("payment", payment)
      }
      yield* transact({ organizationIds: [organizationId], keys: [] }, () =>
        Effect.succeed({ changes: snapshot.changes(), value: undefined }))

      yield* Effect.promise(() => pool.query("UPDATE invoice SET fecha_cobro = NULL"))
      yield* Effect.promise(() => pool.query("ALTER TABLE invoice DROP COLUMN settlement"))
      const client = PgClient.layerFromPool({ acquire: Effect.succeed(pool) })
      yield* Effect.provide(migrations["0008_settlement"], client)
      for (const { invoice } of books) {
        assert.deepStrictEqual(yield* find("invoice", organizationId, invoice.id), Option.some(invoice))
      }
      assert.deepStrictEqual(books.map((book) => book.invoice.settlement?.payments.length), [1, 3, undefined, undefined, 100])
    }).pipe(Effect.provide(testStoragePostgres)))
})
