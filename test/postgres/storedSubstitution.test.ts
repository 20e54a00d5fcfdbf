import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { type RectificationInput, rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { openOrganization } from "../../core/organizations/openOrganization.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { createProduct } from "../../core/products/createProduct.ts"
import { invoiceInput, liveTerms } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const storages = [
  ["in memory", Layer.merge(StorageMemory.layer, EntropyWebCrypto.layer)],
  ["on PostgreSQL", testStoragePostgres],
] as const

/** A ticket of ten pieces at 10 EUR, and what can be done with it. */
const story = Effect.gen(function*() {
  const { run } = yield* GroupCommit.GroupCommit
  const { find } = yield* Storage
  const id = organizationId((yield* openOrganization({ nombre: "Tornillería", nif: "B12345674" })).id)
  const { id: producto_id } = yield* run(createProduct(id, { nombre: "Tornillo", stock: 100 }))
  const contents = (cantidad: number) => invoiceInput({ lineas: [{ producto_id, cantidad, precio: 10, tipo_iva: 21 }] })
  const rectification = (cantidad: number, metodo: "diferencias" | "sustitucion") =>
    run(rectifyInvoice(id, ticket.id, { motivo: "x", metodo, lineas: contents(cantidad).lineas ?? null }))
  const issue = (draft: { readonly id: string }) => run(issueInvoice(id, draft.id, liveTerms))
  const annul = (invoice: { readonly id: string }) => run(annulInvoice(id, invoice.id, { motivo: "x" }, liveTerms))
  const stock = Effect.map(Effect.flatten(find("product", id, producto_id)), (product) => product.stock)

  const ticket = yield* run(draftInvoice(id, contents(10)))
  yield* issue(ticket)
  const replaced = (substitution: { readonly id: string }) =>
    Effect.map(Effect.flatten(find("invoice", id, substitution.id)), ({ rectifica }) => Number(rectifica?.sustituido.base))
  return { annul, issue, rectification, replaced, stock }
})

for (const [where, storage] of storages) {
  const commits = Layer.provideMerge(GroupCommit.layerWith({ lanes: 1, batchSizeMax: 256 }), storage)

  describe(`a substitution that is stored ${where}`, () => {
    it.live("replaces the differences too", () =>
      Effect.gen(function*() {
        const { annul, issue, rectification, replaced, stock } = yield* story
        const [first, second, third] = yield* Effect.all([
          rectification(-1, "diferencias"),
          rectification(-2, "diferencias"),
          rectification(-4, "diferencias"),
        ])
        const substitution = yield* rectification(5, "sustitucion")
        for (const one of [first, second, third]) yield* issue(one)
        yield* annul(second)
        assert.strictEqual(yield* stock, 95)
        yield* issue(substitution)
        assert.deepStrictEqual([yield* replaced(substitution), yield* stock], [5_000, 95])
        const refusal = yield* Effect.flip(annul(first))
        assert.deepInclude(refusal, { motivo: "factura_rectificada" })
        yield* annul(substitution)
        assert.strictEqual(yield* stock, 95)
        yield* annul(first)
        assert.strictEqual(yield* stock, 94)
      }).pipe(Effect.scoped, Effect.provide(commits)))

    it.live("replaces even those issued in the same batch", () =>
      Effect.gen(function*() {
        const { issue, rectification, replaced, stock } = yield* story
        const drafts = yield* Effect.all([
          rectification(-1, "diferencias"),
          rectification(-2, "diferencias"),
          rectification(6, "sustitucion"),
        ])
        yield* Effect.all(drafts.map(issue), { concurrency: "unbounded" })
        assert.deepStrictEqual([yield* replaced(drafts[2]), yield* stock], [7_000, 94])
      }).pipe(Effect.scoped, Effect.provide(commits)))

    it.live("can be rectified and exchanged at a rate in force only on the day of the operation", () =>
      Effect.gen(function*() {
        const { run } = yield* GroupCommit.GroupCommit
        const { find } = yield* Storage
        const id = organizationId((yield* openOrganization({ nombre: "Ultramarinos", nif: "B12345674" })).id)
        const customer = yield* run(createContact(id, { nombre: "Ana", nif: "12345678Z" }))
        // Pasta had that rate until the end of 2024.
        const { lineas = null } = invoiceInput({ lineas: [{ descripcion: "Pasta", precio: 10, tipo_iva: 7.5 }] })
        const issue = (draft: { readonly id: string }) => run(issueInvoice(id, draft.id, liveTerms))
        const rectified = (of: { readonly id: string }, input: Partial<RectificationInput>) =>
          Effect.tap(run(rectifyInvoice(id, of.id, { motivo: "x", ...input })), issue)
        const operationOf = (invoice: { readonly id: string }) =>
          Effect.gen(function*() {
            const { registry } = yield* Effect.flatten(find("invoice", id, invoice.id))
            return (yield* Effect.flatten(find("registryRecord", id, registry?.lastRecord ?? ""))).campos["FechaOperacion"]
          })

        const ticket = yield* run(draftInvoice(id, { lineas, fecha_emision: "2024-12-20" }))
        yield* issue(ticket)
        const first = yield* rectified(ticket, { metodo: "sustitucion", lineas })
        const second = yield* rectified(first, { metodo: "sustitucion", lineas })
        const exchange = yield* run(draftInvoice(id, { contacto_id: customer.id, lineas, facturas_sustituidas: [second.id] }))
        yield* issue(exchange)
        const undone = yield* rectified(exchange, {})
        const redone = yield* rectified(undone, {})
        for (const one of [first, second, exchange, undone, redone]) {
          assert.strictEqual(yield* operationOf(one), "20-12-2024")
        }
      }).pipe(Effect.scoped, Effect.provide(commits)))
  })
}
