import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { invoiceConditions, type InvoiceFilters } from "../../core/invoices/invoiceFilters.ts"
import { cents } from "../../core/money/cents.ts"
import type { ListOrder } from "../../core/pagination/listOrder.ts"
import { searchWords } from "../../core/pagination/searchWords.ts"
import type { Condition } from "../../core/ports/listConditions.ts"
import { type ListedRows, type ListedTable, type PageQuery, Storage, type TransactionFailure } from "../../core/ports/Storage.ts"
import {
  day,
  sampleContact,
  sampleDeal,
  sampleDelivery,
  sampleDonation,
  sampleExpense,
  sampleId,
  sampleInvoice,
  sampleMember,
  sampleProduct,
  samplePurchaseOrder,
  sampleStore,
  sampleSubscription,
} from "../support/samples.ts"

/** What every Storage promises about lists and their filters. */
export const listScenarios = (
  scenario: (title: string, run: Effect.Effect<void, unknown, Storage>) => void,
  newCompany: Effect.Effect<OrganizationId, TransactionFailure, Storage>,
  insert: (organizationId: OrganizationId, rows: RowSet) => Effect.Effect<void, TransactionFailure, Storage>,
): void => {
  /** Places of the rows that pass the conditions, oldest first. Their number must be the total. */
  const placesOf = <T extends ListedTable>(
    table: T,
    organizationId: OrganizationId,
    conditions: PageQuery<T>["conditions"],
    place: (row: ListedRows[T]) => number,
  ) =>
    Effect.gen(function*() {
      const storage = yield* Storage
      const query = { organizationId, orden: "antiguo" as const, after: null, conditions }
      const { rows, total } = yield* storage.page(table, { ...query, limit: 50 })
      assert.strictEqual(total, rows.length)
      assert.deepStrictEqual((yield* storage.page(table, { ...query, limit: 50, uncounted: true })).rows, rows)
      const [first] = rows
      const short = yield* storage.page(table, { ...query, limit: 1 })
      assert.deepStrictEqual([short.rows, short.total], [first === undefined ? [] : [first], total])
      return rows.map(place)
    })

  scenario("filters contacts and searches them, whatever the accents", Effect.gen(function*() {
    const [id, other] = [yield* newCompany, yield* newCompany]
    const contacts = [
      sampleContact(id, 1, { nombre: "José Núñez", nif: "12345678Z", email: "jose@a.es", referencia: "c_1%", etiquetas: ["vip"] }),
      sampleContact(id, 2, { nombre: "Nuñez y López, S.L.", nif: "B12345674", email: null, tipo: "supplier", etiquetas: [] }),
      sampleContact(id, 3, { nombre: "Ana", nif: null, email: "ana@b.es", etiquetas: ["vip", "a, b"] }),
    ]
    yield* insert(id, { contact: contacts })
    yield* insert(other, { contact: [sampleContact(other, 1, { nombre: "José Núñez" })] })
    const of = (...conditions: ReadonlyArray<Condition<keyof ListedRows["contact"] & string>>) =>
      placesOf("contact", id, conditions, (row) => row.createdSequence)
    const search = (text: string) => of({ kind: "search", words: searchWords(text) })
    assert.deepStrictEqual(yield* search("nunez"), [1, 2])
    assert.deepStrictEqual(yield* search("NÚÑEZ jos"), [1])
    assert.deepStrictEqual(yield* search("pez une"), [2])
    assert.deepStrictEqual(yield* search("b.es"), [3])
    assert.deepStrictEqual(yield* search("_1%"), [1])
    assert.deepStrictEqual(yield* search("%"), [1])
    assert.deepStrictEqual(yield* search("a"), [1, 3])
    assert.deepStrictEqual(yield* search("nada"), [])
    assert.deepStrictEqual(yield* search("  "), [1, 2, 3])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "tipo", value: "supplier" }), [2])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "nif", value: "12345678Z" }), [1])
    assert.deepStrictEqual(yield* of({ kind: "holds", field: "etiquetas", value: "vip" }), [1, 3])
    assert.deepStrictEqual(yield* of({ kind: "holds", field: "etiquetas", value: "a, b" }), [3])
    assert.deepStrictEqual(
      yield* of({ kind: "holds", field: "etiquetas", value: "vip" }, { kind: "search", words: ["ana"] }),
      [3],
    )
    assert.deepStrictEqual(yield* of({ kind: "nothing" }), [])
  }))

  scenario("filters products and expenses", Effect.gen(function*() {
    const id = yield* newCompany
    const supplier = sampleId()
    yield* insert(id, {
      product: [
        sampleProduct(id, 1, { sku: "A-1", stock: 4, stock_minimo: 5 }),
        sampleProduct(id, 2, { sku: null, stock: 5, stock_minimo: 5, clase: "service", nombre: "Montaje" }),
      ],
      expense: [
        sampleExpense(id, 1, { fecha: day("2026-01-31"), pagado: true, proveedor_id: supplier }),
        sampleExpense(id, 2, { fecha: day("2026-02-01"), referencia: "Ágata" }),
        sampleExpense(id, 3, { fecha: day("2026-02-28"), estado_aprobacion: "approved" }),
      ],
    })
    const products = (condition: Condition<keyof ListedRows["product"] & string>) =>
      placesOf("product", id, [condition], (row) => row.createdSequence)
    assert.deepStrictEqual(yield* products({ kind: "below_minimum" }), [1])
    assert.deepStrictEqual(yield* products({ kind: "equals", field: "sku", value: "A-1" }), [1])
    assert.deepStrictEqual(yield* products({ kind: "search", words: ["mont"] }), [2])
    const expenses = (...conditions: ReadonlyArray<Condition<keyof ListedRows["expense"] & string>>) =>
      placesOf("expense", id, conditions, (row) => row.createdSequence)
    const from = { kind: "from", field: "fecha", value: "2026-02-01" } as const
    const to = { kind: "to", field: "fecha", value: "2026-02-28" } as const
    assert.deepStrictEqual(yield* expenses(from), [2, 3])
    assert.deepStrictEqual(yield* expenses(from, { ...to, value: "2026-02-27" }), [2])
    assert.deepStrictEqual(yield* expenses(to), [1, 2, 3])
    assert.deepStrictEqual(yield* expenses({ kind: "equals", field: "pagado", value: true }), [1])
    assert.deepStrictEqual(yield* expenses({ kind: "equals", field: "proveedor_id", value: supplier }), [1])
    assert.deepStrictEqual(yield* expenses({ kind: "equals", field: "proveedor_id", value: "no identifier" }), [])
    assert.deepStrictEqual(yield* expenses({ kind: "equals", field: "estado_aprobacion", value: "approved" }), [3])
    assert.deepStrictEqual(yield* expenses({ kind: "search", words: ["agata"] }), [2])
  }))

  scenario("filters deals by state, stage and contact", Effect.gen(function*() {
    const id = yield* newCompany
    const contacto_id = sampleId()
    yield* insert(id, {
      deal: [
        sampleDeal(id, 1, { etapa: "visita", contacto_id }),
        sampleDeal(id, 2, { etapa: "visita", estado: "lost", motivo: "Caro" }),
        sampleDeal(id, 3, { etapa: "won", estado: "won", contacto_id }),
      ],
    })
    const of = (...conditions: ReadonlyArray<Condition<keyof ListedRows["deal"] & string>>) =>
      placesOf("deal", id, conditions, (row) => row.createdSequence)
    const visit = { kind: "equals", field: "etapa", value: "visita" } as const
    const theirs = { kind: "equals", field: "contacto_id", value: contacto_id } as const
    assert.deepStrictEqual(yield* of(), [1, 2, 3])
    assert.deepStrictEqual(yield* of(visit), [1, 2])
    assert.deepStrictEqual(yield* of(theirs), [1, 3])
    assert.deepStrictEqual(yield* of(theirs, visit), [1])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "estado", value: "won" }), [3])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "estado", value: "lost" }, visit), [2])
    assert.deepStrictEqual(yield* of({ ...theirs, value: "no identifier" }), [])
    assert.deepStrictEqual(yield* of(theirs, { kind: "nothing" }), [])
  }))

  scenario("filters purchase orders, keeping those of a supplier apart from his expenses", Effect.gen(function*() {
    const id = yield* newCompany
    const proveedor_id = sampleId()
    yield* insert(id, {
      expense: [sampleExpense(id, 1, { proveedor_id })],
      purchaseOrder: [
        samplePurchaseOrder(id, 2, { fecha: day("2026-01-31"), proveedor_id }),
        samplePurchaseOrder(id, 3, { fecha: day("2026-02-01"), estado: "received" }),
        samplePurchaseOrder(id, 4, { fecha: day("2026-02-28"), estado: "received", proveedor_id }),
      ],
    })
    const orders = (...conditions: ReadonlyArray<Condition<keyof ListedRows["purchaseOrder"] & string>>) =>
      placesOf("purchaseOrder", id, conditions, (row) => row.createdSequence)
    const of = { kind: "equals", field: "proveedor_id", value: proveedor_id } as const
    const from = { kind: "from", field: "fecha", value: "2026-02-01" } as const
    const received = { kind: "equals", field: "estado", value: "received" } as const
    assert.deepStrictEqual(yield* orders(), [2, 3, 4])
    assert.deepStrictEqual(yield* orders(from), [3, 4])
    assert.deepStrictEqual(yield* orders(received), [3, 4])
    assert.deepStrictEqual(yield* orders(of), [2, 4])
    assert.deepStrictEqual(yield* orders(of, received, from), [4])
    assert.deepStrictEqual(yield* orders({ ...of, value: "no identifier" }), [])
    assert.deepStrictEqual(yield* placesOf("expense", id, [of], (row) => row.createdSequence), [1])
  }))

  scenario("filters members by how often they pay, whether they have left, and words", Effect.gen(function*() {
    const id = yield* newCompany
    yield* insert(id, {
      member: [
        sampleMember(id, 1, { numero: 4711, nombre: "Eva Núñez", nif: null, email: null, periodicidad: "weekly" }),
        sampleMember(id, 2, { numero: 471, nombre: "Luz", nif: "12345678Z", email: "luz@a.es", baja: day("2026-02-01") }),
        sampleMember(id, 3, { numero: 12, nombre: "Ana", nif: null, email: "ana@b.es", baja: day("9999-12-31"), periodicidad: "weekly" }),
      ],
    })
    const of = (...conditions: ReadonlyArray<Condition<keyof ListedRows["member"] & string>>) =>
      placesOf("member", id, conditions, (row) => row.createdSequence)
    const weekly = { kind: "equals", field: "periodicidad", value: "weekly" } as const
    assert.deepStrictEqual(yield* of(weekly), [1, 3])
    assert.deepStrictEqual(yield* of({ kind: "leaves", has: true }), [2, 3])
    assert.deepStrictEqual(yield* of({ kind: "leaves", has: false }), [1])
    assert.deepStrictEqual(yield* of({ kind: "leaves", has: true }, weekly), [3])
    assert.deepStrictEqual(yield* of({ kind: "search", words: ["471"] }), [1, 2])
    assert.deepStrictEqual(yield* of({ kind: "search", words: ["12"] }), [2, 3])
    assert.deepStrictEqual(yield* of({ kind: "search", words: ["nunez", "eva"] }), [1])
    assert.deepStrictEqual(yield* of({ kind: "search", words: ["a.es"] }, { kind: "leaves", has: true }), [2])
    assert.deepStrictEqual(yield* of({ kind: "search", words: ["a.es"] }, { kind: "leaves", has: false }), [])
  }))

  scenario("filters donations by who gave them, how and when", Effect.gen(function*() {
    const id = yield* newCompany
    const [socio_id, contacto_id] = [sampleId(), sampleId()]
    yield* insert(id, {
      donation: [
        sampleDonation(id, 1, { fecha: day("2026-01-31"), socio_id }),
        sampleDonation(id, 2, { fecha: day("2026-02-01"), contacto_id, forma_pago: "cash" }),
        sampleDonation(id, 3, { fecha: day("2026-02-28"), forma_pago: null }),
        // Even an id that a member and a contact share does not mix them up.
        sampleDonation(id, 4, { fecha: day("2026-03-01"), contacto_id: socio_id }),
      ],
    })
    const of = (...conditions: ReadonlyArray<Condition<keyof ListedRows["donation"] & string>>) =>
      placesOf("donation", id, conditions, (row) => row.createdSequence)
    const member = { kind: "equals", field: "socio_id", value: socio_id } as const
    const contact = { kind: "equals", field: "contacto_id", value: contacto_id } as const
    const from = { kind: "from", field: "fecha", value: "2026-02-01" } as const
    assert.deepStrictEqual(yield* of(member), [1])
    assert.deepStrictEqual(yield* of(contact), [2])
    assert.deepStrictEqual(yield* of({ ...contact, value: socio_id }), [4])
    assert.deepStrictEqual(yield* of({ ...member, value: contacto_id }), [])
    assert.deepStrictEqual(yield* of({ ...member, value: "no identifier" }), [])
    assert.deepStrictEqual(yield* of({ ...member, value: `${socio_id} socio_id` }), [])
    assert.deepStrictEqual(yield* of({ ...contact, value: `${socio_id} socio_id` }), [])
    assert.deepStrictEqual(yield* of(member, { ...contact, value: socio_id }), [])
    assert.deepStrictEqual(yield* of(member, { ...contact, value: `${socio_id} socio_id` }), [])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "forma_pago", value: "card" }), [1, 4])
    assert.deepStrictEqual(yield* of(from), [2, 3, 4])
    assert.deepStrictEqual(yield* of(from, { kind: "to", field: "fecha", value: "2026-02-28" }), [2, 3])
    assert.deepStrictEqual(yield* of(member, from), [])
    assert.deepStrictEqual(yield* of(contact, from, { kind: "equals", field: "forma_pago", value: "cash" }), [2])
  }))

  scenario("filters stores by their state", Effect.gen(function*() {
    const id = yield* newCompany
    yield* insert(id, { store: [sampleStore(id, 1), sampleStore(id, 2, { estado: "paused" }), sampleStore(id, 3)] })
    const of = (...conditions: ReadonlyArray<Condition<keyof ListedRows["store"] & string>>) =>
      placesOf("store", id, conditions, (row) => row.createdSequence)
    assert.deepStrictEqual(yield* of(), [1, 2, 3])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "estado", value: "active" }), [1, 3])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "estado", value: "paused" }), [2])
  }))

  scenario("filters subscriptions by state and contact", Effect.gen(function*() {
    const id = yield* newCompany
    const contacto_id = sampleId()
    yield* insert(id, {
      subscription: [
        sampleSubscription(id, 1, { contacto_id }),
        sampleSubscription(id, 2, { estado: "paused" }),
        sampleSubscription(id, 3, { contacto_id, estado: "paused" }),
      ],
      expense: [sampleExpense(id, 4, { proveedor_id: contacto_id })],
    })
    const of = (...conditions: ReadonlyArray<Condition<keyof ListedRows["subscription"] & string>>) =>
      placesOf("subscription", id, conditions, (row) => row.createdSequence)
    const ofContact = { kind: "equals", field: "contacto_id", value: contacto_id } as const
    const paused = { kind: "equals", field: "estado", value: "paused" } as const
    assert.deepStrictEqual(yield* of(), [1, 2, 3])
    assert.deepStrictEqual(yield* of(paused), [2, 3])
    assert.deepStrictEqual(yield* of(ofContact), [1, 3])
    assert.deepStrictEqual(yield* of(ofContact, paused), [3])
    assert.deepStrictEqual(yield* of({ ...ofContact, value: "no identifier" }), [])
  }))

  scenario("filters invoices by what they are, what they hold and what they rectify", Effect.gen(function*() {
    const id = yield* newCompany
    const original = sampleInvoice(id, 1, { serie: "A", numero: 7, lifecycle: "issued", total: cents(10_000), contacto_id: sampleId() })
    const rectifica = {
      original: { factura_id: original.id, nif: "B12345674", numserie: "A-7", fecha: day("2026-03-01"), operacion: null, simplificada: false },
      metodo: "diferencias" as const,
      motivo: "x",
      causa: null,
      sustituido: { base: cents(0), cuota: cents(0), cuota_recargo: cents(0) },
      afterExchange: false,
    }
    yield* insert(id, {
      invoice: [
        original,
        sampleInvoice(id, 2, { tipo: "rectificative", rectifica, total: cents(-10_000) }),
        sampleInvoice(id, 3, { tipo_documento: "quote", fecha_emision: day("2026-04-01"), etiquetas: ["dos"] }),
      ],
    })
    const of = (...conditions: ReadonlyArray<Condition<keyof ListedRows["invoice"] & string>>) =>
      placesOf("invoice", id, conditions, (row) => row.createdSequence)
    assert.deepStrictEqual(yield* of({ kind: "rectifies", factura_id: original.id }), [2])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "tipo_documento", value: "quote" }), [3])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "contacto_id", value: original.contacto_id ?? "" }), [1])
    assert.deepStrictEqual(yield* of({ kind: "from", field: "total", value: 10_000 }, { kind: "to", field: "total", value: 10_000 }), [1])
    assert.deepStrictEqual(yield* of({ kind: "to", field: "total", value: -10_000 }), [2])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "serie", value: "A" }, { kind: "equals", field: "numero", value: 7 }), [1])
    assert.deepStrictEqual(yield* of({ kind: "from", field: "fecha_emision", value: "2026-03-02" }), [3])
    assert.deepStrictEqual(yield* of({ kind: "holds", field: "etiquetas", value: "dos" }), [3])
    assert.deepStrictEqual(yield* of({ kind: "search", words: ["a-7"] }), [1])
  }))

  scenario("counts invoices exactly under any combination of filters, however they changed", Effect.gen(function*() {
    const storage = yield* Storage
    const id = yield* newCompany
    const contacto_id = sampleId()
    const filed = { lifecycle: "issued", fecha_vencimiento: day("2026-03-20") } as const
    const invoices = [
      sampleInvoice(id, 1, { ...filed, fecha_emision: day("2026-02-28"), contacto_id, etiquetas: ["norte"] }),
      sampleInvoice(id, 2, { ...filed, fecha_emision: day("2026-03-01"), contacto_id, serie: "B" }),
      sampleInvoice(id, 3, { ...filed, fecha_emision: day("2026-03-31"), fecha_vencimiento: null }),
      sampleInvoice(id, 4, { fecha_emision: day("2026-04-01"), etiquetas: ["norte", "sur"] }),
    ]
    const [first, second, third, draft] = invoices
    assert.isDefined(first)
    assert.isDefined(second)
    assert.isDefined(third)
    assert.isDefined(draft)
    yield* insert(id, { invoice: invoices })
    const today = day("2026-03-21")
    const of = (filters: InvoiceFilters) => placesOf("invoice", id, invoiceConditions(filters, today, "Europe/Madrid"), (row) => row.createdSequence)
    const march = { emision_desde: "2026-03-01", emision_hasta: "2026-03-31" }
    assert.deepStrictEqual(yield* of({ estado: "overdue" }), [1, 2])
    assert.deepStrictEqual(yield* of({ estado: "overdue", ...march }), [2])
    assert.deepStrictEqual(yield* of({ estado: "sent" }), [3])
    assert.deepStrictEqual(yield* of({ estado: "draft", etiqueta: "sur" }), [4])
    assert.deepStrictEqual(yield* of({ estado: "overdue", etiqueta: "norte", vencimiento_hasta: "2026-03-31" }), [1])
    assert.deepStrictEqual(yield* of({ emision_desde: "2026-02-15", emision_hasta: "2026-03-30", serie: "A" }), [1])
    assert.deepStrictEqual(yield* of({ contacto_id }), [1, 2])
    assert.deepStrictEqual(yield* of({ vencimiento_desde: "2026-03-21" }), [])
    assert.deepStrictEqual(yield* of({ ...march, total_min: first.total }), [2, 3])
    assert.deepStrictEqual(yield* of({ emision_desde: "2026-03-31", emision_hasta: "2026-03-01" }), [])

    const later = new Snapshot()
    later.add(invoices.map((row) => key("invoice", id, row.id)), { invoice: invoices })
    later.set("invoice", { ...first, cobrado: first.total, etiquetas: ["sur"], modifiedSequence: 5 })
    later.set("invoice", { ...second, lifecycle: "cancelled", modifiedSequence: 6 })
    later.set("invoice", { ...draft, ...filed, fecha_emision: day("2026-03-05"), etiquetas: ["norte"], modifiedSequence: 7 })
    later.remove({ table: "invoice", organizationId: id, id: third.id })
    yield* storage.transact({ organizationIds: [id], keys: [] }, () =>
      Effect.succeed({ changes: later.changes(), value: undefined }))
    assert.deepStrictEqual(yield* of({}), [1, 2, 4])
    assert.deepStrictEqual(yield* of({ estado: "paid", emision_hasta: "2026-02-28" }), [1])
    assert.deepStrictEqual(yield* of({ estado: "overdue", ...march }), [4])
    assert.deepStrictEqual(yield* of({ estado: "cancelled", serie: "B" }), [2])
    assert.deepStrictEqual(yield* of({ estado: "sent" }), [])
    assert.deepStrictEqual(yield* of({ etiqueta: "norte" }), [4])
    assert.deepStrictEqual(yield* of({ etiqueta: "sur", estado: "paid" }), [1])
    assert.deepStrictEqual(yield* of({ contacto_id, estado: "cancelled" }), [2])
    const changed = yield* storage.page("invoice", {
      organizationId: id, orden: "modificado", after: 7, limit: 5, conditions: invoiceConditions(march, today, "Europe/Madrid"),
    })
    assert.deepStrictEqual([changed.rows.map((row) => row.modifiedSequence), changed.total], [[6], 2])
  }))

  scenario("counts exactly from one amount up to another, however invoices changed, in every order", Effect.gen(function*() {
    const storage = yield* Storage
    const id = yield* newCompany
    const totals = [
      -(10 ** 14) + 1, -12_345, -12_345, -2_000, -1_999, -1_000, -999, -1, 0, 9, 10, 99, 100, 999, 1_000, 1_009, 1_010, 1_999,
      2_000, 12_345, 12_345, 12_345, 12_399, 12_400, 123_456_789, 10 ** 14 - 1,
    ].map(cents)
    const kinds = [{}, { lifecycle: "issued", numero: 1 }, { tipo_documento: "quote" }] as const
    let present = totals.map((total, i) => sampleInvoice(id, i + 1, { serie: `${i}`, ...kinds[i % 3], total }))
    yield* insert(id, { invoice: present })

    /** Compares with a plain count, and page by page. */
    const counted = (orden: ListOrder, filters: Pick<InvoiceFilters, "total_min" | "total_max">) =>
      Effect.gen(function*() {
        const { total_max = Infinity, total_min = -Infinity } = filters
        const place = orden === "modificado" ? "modifiedSequence" : "createdSequence"
        const expected = present.filter(({ total }) => total >= total_min && total <= total_max)
          .map((row) => row[place]).toSorted((a, b) => (orden === "antiguo" ? a - b : b - a))
        const conditions = invoiceConditions(filters, day("2026-03-21"), "Europe/Madrid")
        const places: Array<number> = []
        for (const limit of [2, 50]) {
          const page = yield* storage.page("invoice", { organizationId: id, orden, after: places.at(-1) ?? null, limit, conditions })
          assert.strictEqual(page.total, expected.length, JSON.stringify(filters))
          places.push(...page.rows.map((row) => row[place]))
        }
        assert.deepStrictEqual(places, expected, JSON.stringify({ orden, ...filters }))
      })
    const bounds = [undefined, ...new Set(totals), cents(-1_500), cents(1), cents(1_005), cents(12_346), cents(9 * 10 ** 13)]
    const exact = Effect.gen(function*() {
      for (const [i, total_min] of bounds.entries()) {
        yield* counted("reciente", { total_min })
        yield* counted("antiguo", { total_max: total_min })
        yield* counted("modificado", { total_min, total_max: bounds[(i * 7 + 3) % bounds.length] })
        yield* counted("reciente", { total_min, total_max: total_min })
      }
    })
    yield* exact

    let place = present.length
    const later = new Snapshot()
    later.add(present.map((row) => key("invoice", id, row.id)), { invoice: present })
    present = present.flatMap((row, i) => {
      const draft = row.lifecycle === "draft"
      if (draft && i % 4 === 0) {
        later.remove({ table: "invoice", organizationId: id, id: row.id })
        return []
      }
      const total = draft && i % 4 === 1 ? cents(row.total + 1) : draft && i % 4 === 2 ? cents(-row.total) : row.total
      const changed = { ...row, total, cobrado: cents(1), modifiedSequence: ++place }
      if (i % 5 === 0) return [row]
      later.set("invoice", changed)
      return [changed]
    })
    yield* storage.transact({ organizationIds: [id], keys: [] }, () =>
      Effect.succeed({ changes: later.changes(), value: undefined }))
    yield* exact
  }))

  scenario("filters deliveries by their subscription and when they were created", Effect.gen(function*() {
    const id = yield* newCompany
    const [webhook_id, other] = [sampleId(), sampleId()]
    const at = (millis: number) => instant(1_795_168_800_000 + millis)
    yield* insert(id, {
      delivery: [
        sampleDelivery(id, 1, { webhook_id, creado: at(0) }),
        sampleDelivery(id, 2, { webhook_id: other, creado: at(0) }),
        sampleDelivery(id, 3, { webhook_id, creado: at(1), estado: "delivered", proximo_intento: null, settled: at(2) }),
        sampleDelivery(id, 4, { webhook_id, creado: at(2) }),
      ],
    })
    const of = (...conditions: ReadonlyArray<Condition<keyof ListedRows["delivery"] & string>>) =>
      placesOf("delivery", id, conditions, (row) => row.createdSequence)
    const ours = { kind: "equals", field: "webhook_id", value: webhook_id } as const
    assert.deepStrictEqual(yield* of(ours), [1, 3, 4])
    assert.deepStrictEqual(yield* of(ours, { kind: "equals", field: "estado", value: "pending" }), [1, 4])
    const from = { kind: "from", field: "creado", value: at(1) } as const
    assert.deepStrictEqual(yield* of(ours, from), [3, 4])
    assert.deepStrictEqual(yield* of(ours, from, { kind: "to", field: "creado", value: at(1) }), [3])
    assert.deepStrictEqual(yield* of({ kind: "equals", field: "webhook_id", value: "no identifier" }), [])
  }))

  scenario("lists rows that never change by their creation, in every order", Effect.gen(function*() {
    const storage = yield* Storage
    const id = yield* newCompany
    const entries = [1, 2, 3].map((place) => ({
      organizationId: id, id: sampleId(), creado: instant(place), tipo: "mixed_series" as const, mensaje: "x",
      recurso: "factura", recurso_id: "f", createdSequence: place,
    }))
    yield* insert(id, { activityEntry: entries })
    for (const [orden, expected] of [["antiguo", [1, 2]], ["reciente", [3, 2]], ["modificado", [3, 2]]] as const) {
      const page = yield* storage.page("activityEntry", { organizationId: id, orden, after: null, limit: 2, conditions: [] })
      assert.deepStrictEqual([page.rows.map((row) => row.createdSequence), page.total], [[...expected], 3])
    }
  }))
}
