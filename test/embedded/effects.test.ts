import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import type pg from "pg"
import { expectTypeOf } from "vitest"
import type { HostConnection } from "../../adapters/postgres/host/HostTransactions.ts"
import type { GroupCommit } from "../../core/commit/GroupCommit.ts"
import type { ContactResource } from "../../core/contacts/Contact.ts"
import type { InvoiceResource, InvoiceSummary } from "../../core/invoices/invoiceResource.ts"
import type { PdfPrinter, PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import { Storage, type StorageUnavailable, type TransactionFailure } from "../../core/ports/Storage.ts"
import type { InvalidInput, NotFound, Refusal } from "../../core/refusals/refusal.ts"
import { isOfHost } from "../../runtimes/embedded/calls/Caller.ts"
import type { PostgresConfiguration } from "../../runtimes/embedded/Configuration.ts"
import * as effects from "../../runtimes/embedded/effects.ts"
import { layer } from "../../runtimes/embedded/engine.ts"
import type { Installation } from "../../runtimes/embedded/Installation.ts"
import type { Company, PostgresTalonario, Talonario } from "../../runtimes/embedded/makeTalonario.ts"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import type { Result } from "../../runtimes/embedded/Result.ts"
import { hostPool } from "./hostDatabase.ts"
import { freshConfiguration } from "./onPostgres.ts"

const lineas = [{ descripcion: "Cuota", precio: 20 }]

describe("calls as Effects", () => {
  it.scopedLive("run on the engine's Layer, with refusals among their errors", () =>
    Effect.gen(function*() {
      const { id } = yield* effects.organizaciones.createOrganization({ nombre: "Mi Empresa", nif: "B12345674" })
      const { facturas } = effects.company(id, "live")
      const drafts = yield* Effect.forEach([1, 2, 3], () => facturas.createInvoice({ lineas }), { concurrency: 3 })
      for (const draft of drafts) yield* facturas.issueInvoice({ id: draft.id })
      const walked = yield* Stream.runCollect(facturas.listInvoices.all({ limite: 2 }))
      assert.deepStrictEqual(Chunk.toReadonlyArray(walked).map(({ numero }) => numero), [1, 2, 3])
      const refusal = yield* Effect.flip(facturas.createInvoice({ serie: "ñ" }))
      assert.deepNestedInclude(refusal, { _tag: "InvalidInput", "campos[0].campo": "serie" })
      assert.include((yield* effects.declaration).texto, "Talonario")
    }).pipe(Effect.provide(layer({}))))

  it.scopedLive("take part in a transaction of the host", () =>
    Effect.gen(function*() {
      const configuration = yield* freshConfiguration
      const pool = yield* hostPool(configuration.storage.url)
      yield* Effect.gen(function*() {
        const { id } = yield* effects.organizaciones.createOrganization({ nombre: "Mi Empresa", nif: "B12345674" })
        const { contactos, facturas } = effects.company(id, "live")
        const billing = (commit: boolean) =>
          Effect.acquireUseRelease(
            Effect.promise(() => pool.connect()),
            (client) =>
              Effect.gen(function*() {
                yield* Effect.promise(() => client.query("BEGIN"))
                const { afterCommit, lock, within } = yield* effects.joinTransaction(client)
                // By this an export is made ahead, before the host sends anything else.
                assert.isTrue(yield* within(Effect.map(Storage, isOfHost)))
                yield* lock([id])
                const issued = yield* within(Effect.flatMap(facturas.createInvoice({ lineas }), facturas.issueInvoice))
                yield* Effect.promise(() => client.query(commit ? "COMMIT" : "ROLLBACK"))
                yield* afterCommit
                return issued.numero
              }),
            (client) => Effect.sync(() => client.release()),
          )
        assert.deepStrictEqual(yield* Effect.forEach([false, true, true], billing), [1, 1, 2])
        assert.strictEqual((yield* facturas.listInvoices()).total, 2)
        assert.strictEqual((yield* contactos.listContacts({ limite: 1 })).total, 0)
      }).pipe(Effect.provide(layer(configuration)))
    }))
})

describe("types", () => {
  it("of calls are those of the contract, as Effects and as promises", () => {
    type Invoices = ReturnType<typeof effects.company>["facturas"]
    expectTypeOf<ReturnType<Invoices["issueInvoice"]>>().toEqualTypeOf<
      Effect.Effect<InvoiceResource, Refusal | TransactionFailure, Storage | GroupCommit | Installation>
    >()
    expectTypeOf<ReturnType<Invoices["printInvoice"]>>().toEqualTypeOf<
      Effect.Effect<
        { file: Uint8Array<ArrayBuffer>; name: string },
        InvalidInput | NotFound | StorageUnavailable | PrinterBusy,
        Storage | PdfPrinter
      >
    >()

    expectTypeOf<ReturnType<Company["facturas"]["issueInvoice"]>>().toEqualTypeOf<
      Promise<Result<InvoiceResource, Refusal>>
    >()
    expectTypeOf<ReturnType<Company["facturas"]["readInvoice"]>>().toEqualTypeOf<
      Promise<Result<InvoiceResource, InvalidInput | NotFound>>
    >()
    expectTypeOf<ReturnType<Company["facturas"]["listInvoices"]["all"]>>().toEqualTypeOf<AsyncIterable<InvoiceSummary>>()
    expectTypeOf<ReturnType<Company["contactos"]["deleteContact"]>>().toEqualTypeOf<Promise<Result<void, Refusal>>>()

    type Line = NonNullable<NonNullable<Parameters<Company["facturas"]["createInvoice"]>[0]["lineas"]>[number]>
    expectTypeOf<Line["precio"]>().toEqualTypeOf<number | null | undefined>()
    expectTypeOf<Parameters<Company["cobros"]["recordPayment"]>[0]>().toMatchTypeOf<
      { readonly id: string; readonly importe: number }
    >()
    type Filters = NonNullable<Parameters<Company["facturas"]["listInvoices"]>[0]>
    expectTypeOf<Filters["total_min"]>().toEqualTypeOf<number | undefined>()
    expectTypeOf<Filters["estado"]>().toEqualTypeOf<"draft" | "sent" | "paid" | "overdue" | "cancelled" | undefined>()
    expectTypeOf<Parameters<Company["webhooks"]["listDeliveries"]>[0]>().toMatchTypeOf<{ readonly id: string }>()
    expectTypeOf<ContactResource["tipo"]>().toEqualTypeOf<"customer" | "supplier">()
  })

  it("allow only engines on PostgreSQL to join transactions, of any client of node-postgres", () => {
    const start = (configuration: PostgresConfiguration) => makeTalonario(configuration)
    expectTypeOf<ReturnType<typeof start>>().toEqualTypeOf<Promise<PostgresTalonario>>()
    const inMemory = () => makeTalonario({ storage: "memory" })
    expectTypeOf<ReturnType<typeof inMemory>>().toEqualTypeOf<Promise<Talonario>>()
    expectTypeOf<pg.PoolClient>().toMatchTypeOf<HostConnection>()
    expectTypeOf<pg.Client>().toMatchTypeOf<HostConnection>()
  })
})
