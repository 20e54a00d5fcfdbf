import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as fc from "fast-check"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { firstHead } from "../../core/commit/CompanyHead.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key } from "../../core/commit/tables.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { invoiceConditions, type InvoiceFilters } from "../../core/invoices/invoiceFilters.ts"
import { cents } from "../../core/money/cents.ts"
import type { OrganizationId } from "../../core/organizations/Organization.ts"
import { equalTo } from "../../core/pagination/listFilters.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { day, sampleDelivery, sampleId, sampleInvoice, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

const days = ["2025-12-31", "2026-01-01", "2026-02-28", "2026-03-01"].map(day)

const anyOf = <const A extends readonly [unknown, ...ReadonlyArray<unknown>]>(...values: A): fc.Arbitrary<A[number]> =>
  fc.constantFrom(...values)

/** What lists tell invoices apart by. */
const facts: fc.Arbitrary<Facts> = fc.record({
  lifecycle: anyOf("draft", "issued", "cancelled"),
  tipo_documento: anyOf("invoice", "invoice", "quote", "delivery"),
  tipo: anyOf("invoice", "invoice", "rectificative"),
  serie: anyOf("A", "B-1", "2026"),
  fecha_emision: fc.constantFrom(...days),
  fecha_vencimiento: fc.constantFrom(null, ...days),
  etiquetas: anyOf([], [], ["uno"], ["dos", "uno"]),
  cobrado: fc.constantFrom(cents(0), cents(12_100)),
})

type Facts = Pick<
  Invoice,
  | "lifecycle"
  | "tipo_documento"
  | "tipo"
  | "serie"
  | "fecha_emision"
  | "fecha_vencimiento"
  | "etiquetas"
  | "cobrado"
>

interface History {
  readonly made: ReadonlyArray<Facts>
  readonly changed: ReadonlyArray<readonly [nth: number, facts: Facts]>
  readonly removed: ReadonlyArray<number>
}

/** Inserts, then changes, then removals of the nth ones. */
const histories: fc.Arbitrary<History> = fc.record({
  made: fc.array(facts, { minLength: 1, maxLength: 25 }),
  changed: fc.array(fc.tuple(fc.nat(24), facts), { maxLength: 8 }),
  removed: fc.array(fc.nat(24), { maxLength: 3 }),
})

const dates = fc.option(fc.constantFrom(...days), { nil: undefined })

const queries = fc.record({
  filters: fc.oneof<Array<fc.Arbitrary<InvoiceFilters>>>(
    fc.record({ emision_desde: dates, emision_hasta: dates }),
    fc.record({ vencimiento_desde: dates, vencimiento_hasta: dates }),
    fc.record({ tipo_documento: anyOf("invoice", "quote", "proforma") }),
    fc.record({ tipo: anyOf("invoice", "rectificative") }),
    fc.record({ serie: anyOf("A", "2026", "2") }),
    fc.record({ etiqueta: anyOf("uno", "tres") }),
    fc.record({ estado: anyOf("draft", "sent", "paid", "overdue", "cancelled") }),
    fc.record({ referencia: anyOf("A-3", "B-1-2", "A") }),
    fc.record({ emision_desde: dates, tipo: anyOf("rectificative"), etiqueta: anyOf("uno") }, { requiredKeys: [] }),
  ),
  orden: anyOf("reciente", "antiguo", "modificado"),
  after: fc.option(fc.nat(40)),
  limit: fc.integer({ min: 1, max: 6 }),
})

type Stores = ReadonlyArray<Context.Tag.Service<Storage>>

const stores = Effect.gen(function*() {
  const memory = yield* Layer.build(StorageMemory.layer)
  return [Context.get(memory, Storage), yield* Storage] as const
})

const write = (to: Stores, id: OrganizationId, changes: Snapshot) =>
  Effect.forEach(to, ({ transact }) =>
    transact({ organizationIds: [id], keys: [] }, () => Effect.succeed({ changes: changes.changes(), value: undefined })))

/** A company with its invoices, told to every store in the same commits. */
const tell = (to: Stores, { changed, made, removed }: History) =>
  Effect.gen(function*() {
    const id = sampleOrganizationId()
    let place = 0
    const present = made.map((given, i) =>
      sampleInvoice(id, ++place, { ...given, numero: given.lifecycle === "draft" ? null : i + 1 }))
    const first = opening(id)
    for (const invoice of present) first.set("invoice", invoice)
    yield* write(to, id, first)
    const later = new Snapshot()
    later.add(present.map((row) => key("invoice", id, row.id)), { invoice: present })
    for (const [nth, given] of changed) {
      const invoice = present[nth]
      if (invoice !== undefined) later.set("invoice", { ...invoice, ...given, modifiedSequence: ++place })
    }
    for (const nth of new Set(removed)) {
      const invoice = present[nth]
      if (invoice !== undefined) later.remove({ table: "invoice", organizationId: id, id: invoice.id })
    }
    yield* write(to, id, later)
    return id
  })

const opening = (id: OrganizationId): Snapshot => {
  const snapshot = new Snapshot()
  snapshot.set("organization", sampleOrganization(id))
  snapshot.set("head", firstHead(id))
  return snapshot
}

describe("lists in PostgreSQL", () => {
  it.live("give the pages and totals that counting everything gives", () =>
    Effect.gen(function*() {
      const both = yield* stores
      for (const history of fc.sample(histories, 30)) {
        const organizationId = yield* tell(both, history)
        for (const { filters, ...query } of fc.sample(queries, 40)) {
          const conditions = invoiceConditions(filters, day("2026-02-01"))
          const [expected, found] = yield* Effect.forEach(both, ({ page }) =>
            Effect.map(page("invoice", { organizationId, conditions, ...query }), ({ rows, total }) =>
              ({ total, places: rows.map((row) => row.createdSequence) })))
          assert.deepStrictEqual(found, expected, JSON.stringify({ filters, query, history }))
        }
      }
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)))

  it.live("count the deliveries of a subscription, also when they are removed", () =>
    Effect.gen(function*() {
      const [, store] = yield* stores
      const id = sampleOrganizationId()
      const webhook_id = sampleId()
      const first = opening(id)
      const deliveries = [1, 2, 3].map((place) => sampleDelivery(id, place, { webhook_id: place === 3 ? sampleId() : webhook_id }))
      for (const delivery of deliveries) first.set("delivery", delivery)
      yield* write([store], id, first)
      const query = { organizationId: id, orden: "antiguo", after: null, limit: 1, conditions: equalTo("webhook_id", webhook_id) } as const
      assert.strictEqual((yield* store.page("delivery", query)).total, 2)
      const removal = new Snapshot()
      for (const row of deliveries.slice(0, 1)) {
        removal.add([key("delivery", id, row.id)], { delivery: [row] })
        removal.remove({ table: "delivery", organizationId: id, id: row.id })
      }
      yield* write([store], id, removal)
      assert.strictEqual((yield* store.page("delivery", query)).total, 1)
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)))
})
