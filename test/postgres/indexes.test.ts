import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { pageStatement } from "../../adapters/postgres/lists/pages.ts"
import { loadRows } from "../../adapters/postgres/reads/loadRows.ts"
import type { Queries } from "../../adapters/postgres/Statement.ts"
import { firstHead } from "../../core/commit/CompanyHead.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key } from "../../core/commit/tables.ts"
import { invoiceConditions, type InvoiceFilters } from "../../core/invoices/invoiceFilters.ts"
import { cents } from "../../core/money/cents.ts"
import { between, equalTo, labelled, matching } from "../../core/pagination/listFilters.ts"
import type { ListOrder } from "../../core/pagination/listOrder.ts"
import { type ListedTable, type PageQuery, Storage } from "../../core/ports/Storage.ts"
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
  sampleOrganization,
  sampleOrganizationId,
  samplePayment,
  sampleProduct,
  samplePurchaseOrder,
  sampleStore,
  sampleSubscription,
} from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

/** Groups of a row: few if by neither day nor month, more by month, and a different one each by day. */
const groupIds = (...scales: ReadonlyArray<"ever" | "month" | "day" | "contact">): string =>
  scales.map((scale) => `'${scale}_group', md5((nth % ${groupsAt[scale]})::text)::uuid`).join(", ")

const groupsAt = { ever: 20, month: 100, day: 2_010, contact: 500 }

/** Inserts two thousand more rows like the first, except for what is computed from `nth`. */
const fill = (table: string, different: string) => `
  INSERT INTO ${table} SELECT made.* FROM (SELECT * FROM ${table} LIMIT 1) AS first, generate_series(10, 2009) AS nth,
    LATERAL jsonb_populate_record(null::${table}, to_jsonb(first) || jsonb_build_object(
      'id', gen_random_uuid(), 'created_sequence', nth, 'modified_sequence', nth, ${different})) AS made`

const fills = [
  fill("contact", `'nif', nth, 'email', nth, 'referencia', nth, 'etiquetas', jsonb_build_array(nth), ${groupIds("ever")}`),
  fill("product", `'sku', nth, 'codigo_barras', nth, 'etiquetas', jsonb_build_array(nth), ${groupIds("ever")}`),
  fill("expense", `'fecha', date '2026-01-01' + nth, ${groupIds("ever", "month", "day", "contact")}`),
  fill("deal", groupIds("ever", "contact")),
  fill("store", groupIds("ever")),
  fill("purchase_order", `'fecha', date '2026-01-01' + nth, ${groupIds("ever", "month", "day", "contact")}`),
  fill("member", `'numero', nth, ${groupIds("ever")}`),
  fill("donation", `'fecha', date '2026-01-01' + nth, ${groupIds("ever", "month", "day", "contact")}`),
  fill("subscription", groupIds("ever", "contact")),
  fill("payment", `'factura_id', gen_random_uuid(), 'fecha', date '2026-01-01' + nth, ${groupIds("ever", "month", "day")}`),
  fill("row_group", "'fecha', date '2026-01-01' + nth, 'etiqueta', nth"),
  fill("delivery", `'estado', CASE WHEN nth % 7 = 0 OR nth % 100 = 1 THEN 'pending' ELSE 'delivered' END,
    'webhook_id', CASE WHEN nth % 7 = 0 THEN gen_random_uuid() ELSE first.webhook_id END`),
  fill("invoice", `'serie', nth % 50, 'numero', nth, 'fecha_emision', date '2026-01-01' + nth,
    'fecha_vencimiento', date '2026-01-01' + nth, 'contacto_id', gen_random_uuid(), 'total', nth * 10, ${groupIds("ever", "month", "day", "contact")}`),
  "INSERT INTO row_label SELECT organization_id, 'contact', nth::text, nth, nth, md5((nth % 20)::text)::uuid"
  + " FROM generate_series(1, 2000) AS nth, (SELECT organization_id FROM contact LIMIT 1) AS first",
  fill("invoice_label", `'etiqueta', nth, ${groupIds("ever", "month", "day", "contact")}`),
  fill("group_part", "'kind', 'amount3', 'value', nth * 10 + 5, 'group_id', md5((nth % 20)::text)::uuid"),
  fill("invoice_group", "'serie', nth, 'last_day', date '2025-01-01' + nth, 'emision', date '2026-01-01' + nth, 'vencimiento', date '2026-01-01' + nth"),
]

describe("usual lookups", () => {
  it("count nothing if nobody asks for the total", () => {
    const id = sampleOrganizationId()
    const conditions = [...equalTo("webhook_id", sampleId()), ...between("creado", 1, 2)]
    const query = { organizationId: id, orden: "antiguo", after: null, limit: 51, conditions } as const
    assert.include(pageStatement("delivery", query).text, "count(*)::bigint")
    assert.notInclude(pageStatement("delivery", { ...query, uncounted: true }).text, "count(*)::bigint")
  })

  it("count amounts by day whatever the order, since only one index by day contains them", () => {
    const conditions = invoiceConditions({ emision_hasta: "2026-01-15", total_min: cents(100) }, day("2026-01-01"), "Europe/Madrid")
    const query = { organizationId: sampleOrganizationId(), orden: "modificado", after: null, limit: 51, conditions } as const
    assert.include(pageStatement("invoice", query).text.replaceAll(/\s+/g, " "), "count(*) AS n FROM invoice AS t WHERE t.day_group = g.id AND t.total BETWEEN")
  })

  it.live("find the corrections and exchanges of an invoice by its id", () =>
    Effect.gen(function*() {
      const pool = yield* PostgresPool
      let asked = ""
      const queries: Queries = {
        query: async ({ text }) => {
          asked = text
          return { rows: [] }
        },
      }
      yield* Effect.promise(() => loadRows(queries, [key("invoiceCorrections", sampleOrganizationId(), sampleId())]))
      const { rows } = yield* Effect.promise(() => pool.query<Record<string, string>>(`EXPLAIN (GENERIC_PLAN) ${asked}`))
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
      for (const index of ["invoice_rectifies", "invoice_exchanges"]) assert.include(plan, ` ${index} `)
    }).pipe(Effect.provide(testStoragePostgres)))

  it.live("each use their own index, under a plan made for any value", () =>
    Effect.gen(function*() {
      const { transact } = yield* Storage
      const pool = yield* PostgresPool
      const id = sampleOrganizationId()
      const webhook_id = sampleId()
      const rows = new Snapshot()
      rows.set("organization", sampleOrganization(id))
      rows.set("head", firstHead(id))
      rows.set("contact", sampleContact(id, 1))
      rows.set("product", sampleProduct(id, 1))
      rows.set("expense", sampleExpense(id, 1, { proveedor_id: sampleId() }))
      rows.set("deal", sampleDeal(id, 1, { contacto_id: sampleId() }))
      rows.set("purchaseOrder", samplePurchaseOrder(id, 1))
      rows.set("member", sampleMember(id, 1))
      rows.set("donation", sampleDonation(id, 1, { socio_id: sampleId() }))
      rows.set("store", sampleStore(id, 1))
      rows.set("subscription", sampleSubscription(id, 1))
      rows.set("payment", samplePayment(id, 1))
      rows.set("invoice", sampleInvoice(id, 1))
      rows.set("delivery", sampleDelivery(id, 1, { webhook_id }))
      yield* transact({ organizationIds: [id], keys: [] }, () => Effect.succeed({ changes: rows.changes(), value: undefined }))
      // The state in which autovacuum leaves tables: the index for searches is cheap only without a pending list.
      for (const sql of [...fills, "VACUUM ANALYZE"]) yield* Effect.promise(() => pool.query(sql))

      const planOf = <T extends ListedTable>(table: T, conditions: PageQuery<T>["conditions"], orden: ListOrder = "reciente") =>
        Effect.promise(async () => {
          const { text } = pageStatement(table, { organizationId: id, orden, after: null, limit: 51, conditions })
          // With values given, it would be a plan for those.
          const { rows } = await pool.query<Record<string, string>>(`EXPLAIN (GENERIC_PLAN) ${text}`)
          return rows.map((row) => row["QUERY PLAN"]).join("\n")
        })
      const invoices = (filters: InvoiceFilters, orden?: ListOrder) =>
        planOf("invoice", invoiceConditions(filters, day("2026-01-01"), "Europe/Madrid"), orden)
      const expected = {
        contact_nif: planOf("contact", equalTo("nif", "x")),
        contact_email: planOf("contact", equalTo("email", "x")),
        contact_reference: planOf("contact", equalTo("referencia", "x")),
        row_label_ever_created: planOf("contact", labelled("x")),
        row_label_ever_modified: planOf("product", [...labelled("x"), ...equalTo("clase", "goods")], "modificado"),
        contact_labels: planOf("contact", [...labelled("x"), ...matching("a")]),
        product_of_sku: planOf("product", equalTo("sku", "x")),
        product_of_barcode: planOf("product", equalTo("codigo_barras", "x")),
        product_labels: planOf("product", [...labelled("x"), ...matching("a")]),
        contact_ever_created: planOf("contact", equalTo("tipo", "supplier")),
        contact_ever_modified: planOf("contact", equalTo("tipo", "supplier"), "modificado"),
        product_ever_created: planOf("product", equalTo("categoria", "x")),
        product_ever_modified: planOf("product", [{ kind: "below_minimum" }], "modificado"),
        expense_ever_created: planOf("expense", equalTo("pagado", false)),
        expense_ever_modified: planOf("expense", equalTo("estado_aprobacion", "pending"), "modificado"),
        expense_month_created: planOf("expense", between("fecha", "2026-01-01", "2026-02-28")),
        expense_month_modified: planOf("expense", between("fecha", "2026-01-01", "2026-02-28"), "modificado"),
        expense_day_created: planOf("expense", between("fecha", "2026-01-02", "2026-01-02")),
        expense_day_modified: planOf("expense", between("fecha", "2026-01-02", "2026-01-02"), "modificado"),
        "Index Only Scan Backward using expense_contact_created": planOf("expense", [
          ...equalTo("proveedor_id", sampleId()),
          ...between("fecha", "2026-01-02", undefined),
        ]),
        expense_contact_modified: planOf("expense", equalTo("proveedor_id", sampleId()), "modificado"),
        deal_ever_created: planOf("deal", equalTo("estado", "open")),
        deal_ever_modified: planOf("deal", equalTo("etapa", "nueva"), "modificado"),
        deal_contact_created: planOf("deal", equalTo("contacto_id", sampleId())),
        deal_contact_modified: planOf("deal", [...equalTo("contacto_id", sampleId()), ...equalTo("estado", "won")], "modificado"),
        purchase_order_ever_created: planOf("purchaseOrder", equalTo("estado", "ordered")),
        purchase_order_ever_modified: planOf("purchaseOrder", equalTo("estado", "received"), "modificado"),
        purchase_order_month_created: planOf("purchaseOrder", between("fecha", "2026-01-01", "2026-02-28")),
        purchase_order_month_modified: planOf("purchaseOrder", between("fecha", "2026-01-01", "2026-02-28"), "modificado"),
        purchase_order_day_created: planOf("purchaseOrder", between("fecha", "2026-01-02", "2026-01-02")),
        purchase_order_day_modified: planOf("purchaseOrder", between("fecha", "2026-01-02", "2026-01-02"), "modificado"),
        "Index Only Scan Backward using purchase_order_contact_created": planOf("purchaseOrder", [
          ...equalTo("proveedor_id", sampleId()),
          ...between("fecha", "2026-01-02", undefined),
        ]),
        purchase_order_contact_modified: planOf("purchaseOrder", equalTo("proveedor_id", sampleId()), "modificado"),
        member_ever_created: planOf("member", equalTo("periodicidad", "weekly")),
        member_ever_modified: planOf("member", [{ kind: "leaves", has: true }], "modificado"),
        donation_ever_created: planOf("donation", equalTo("forma_pago", "card")),
        donation_ever_modified: planOf("donation", equalTo("forma_pago", "card"), "modificado"),
        donation_month_created: planOf("donation", between("fecha", "2026-01-01", "2026-02-28")),
        donation_month_modified: planOf("donation", between("fecha", "2026-01-01", "2026-02-28"), "modificado"),
        donation_day_created: planOf("donation", between("fecha", "2026-01-02", "2026-01-02")),
        donation_day_modified: planOf("donation", between("fecha", "2026-01-02", "2026-01-02"), "modificado"),
        "Index Only Scan Backward using donation_contact_created": planOf("donation", [
          ...equalTo("socio_id", sampleId()),
          ...between("fecha", "2026-01-02", undefined),
        ]),
        donation_contact_modified: planOf("donation", equalTo("contacto_id", sampleId()), "modificado"),
        store_ever_created: planOf("store", equalTo("estado", "active")),
        store_ever_modified: planOf("store", equalTo("estado", "active"), "modificado"),
        subscription_ever_created: planOf("subscription", equalTo("estado", "paused")),
        subscription_ever_modified: planOf("subscription", equalTo("estado", "paused"), "modificado"),
        subscription_contact_created: planOf("subscription", equalTo("contacto_id", sampleId())),
        subscription_contact_modified: planOf("subscription", equalTo("contacto_id", sampleId()), "modificado"),
        payment_ever_created: planOf("payment", equalTo("forma_pago", "card")),
        payment_month_created: planOf("payment", between("fecha", "2026-01-01", undefined), "modificado"),
        payment_day_created: planOf("payment", between("fecha", "2026-01-02", "2026-01-02")),
        row_group_days: planOf("payment", between("fecha", "2026-01-02", "2026-01-02")),
        delivery_pending: planOf("delivery", [...equalTo("webhook_id", webhook_id), ...equalTo("estado", "pending")]),
        invoice_number: invoices({ referencia: "A-1" }),
        invoice_contact_created: invoices({ contacto_id: sampleId() }),
        invoice_contact_modified: invoices({ contacto_id: sampleId(), estado: "paid" }, "modificado"),
        "Index Only Scan Backward using invoice_contact_created": invoices({ contacto_id: sampleId(), estado: "overdue" }),
        "Index Only Scan using invoice_contact_created": invoices({ contacto_id: sampleId(), total_min: cents(100) }, "antiguo"),
        "Index Only Scan Backward using invoice_contact_modified": invoices({ contacto_id: sampleId(), emision_desde: "2026-01-02" }, "modificado"),
        "Index Only Scan using invoice_number": invoices({ buscar: "A-1234" }),
        "Bitmap Index Scan on invoice_group_search": invoices({ buscar: "A-1234" }),
        invoice_contact_total: invoices({ contacto_id: sampleId(), total_min: cents(100) }),
        invoice_total: invoices({ total_min: cents(20_000) }),
        invoice_label_total: invoices({ etiqueta: "x", total_min: cents(20_000) }),
        "Index Only Scan Backward using invoice_created": invoices({ total_min: cents(100) }),
        "Index Only Scan using invoice_created": invoices({ total_min: cents(100) }, "antiguo"),
        "Index Only Scan Backward using invoice_modified": invoices({ total_min: cents(100) }, "modificado"),
        "Index Only Scan Backward using invoice_ever_created": invoices({ total_min: cents(100), estado: "paid" }),
        "Index Only Scan using invoice_ever_created": invoices({ total_min: cents(100), serie: "R" }, "antiguo"),
        "Index Only Scan Backward using invoice_ever_modified": invoices({ total_min: cents(100), serie: "R" }, "modificado"),
        "Index Only Scan Backward using invoice_month_created": invoices({ total_min: cents(100), estado: "overdue" }),
        invoice_month_total: invoices({ total_min: cents(100), emision_desde: "2026-01-01" }),
        invoice_label_month_total: invoices({ total_min: cents(100), emision_desde: "2026-01-01", etiqueta: "x" }),
        group_part_pkey: invoices({ total_max: cents(100) }),
        "Index Scan using group_part_pkey": invoices({ contacto_id: sampleId(), vencimiento_hasta: "2026-01-15" }),
        invoice_label_contact_created: invoices({ contacto_id: sampleId(), etiqueta: "x" }),
        invoice_label_contact_modified: invoices({ contacto_id: sampleId(), etiqueta: "x", estado: "paid" }, "modificado"),
        invoice_label_contact_total: invoices({ contacto_id: sampleId(), etiqueta: "x", total_min: cents(100) }),
        invoice_label_pkey: invoices({ etiqueta: "x", buscar: "a" }),
        invoice_label_ever_created: invoices({ etiqueta: "x" }),
        invoice_label_ever_modified: invoices({ etiqueta: "x", estado: "paid" }, "modificado"),
        invoice_label_month_created: invoices({ etiqueta: "x", estado: "overdue" }),
        invoice_ever_created: invoices({ serie: "R" }),
        invoice_ever_modified: invoices({ estado: "paid", tipo: "rectificative" }, "modificado"),
        invoice_month_created: invoices({ emision_desde: "2026-01-01", tipo_documento: "quote" }),
        invoice_month_modified: invoices({ emision_desde: "2026-01-01" }, "modificado"),
        invoice_day_created: invoices({ vencimiento_hasta: "2026-01-15" }),
        invoice_day_modified: invoices({ vencimiento_hasta: "2026-01-15" }, "modificado"),
        invoice_group_issued: invoices({ emision_desde: "2026-01-02" }),
        invoice_group_in_time: invoices({ estado: "overdue" }),
        invoice_group_due: invoices({ vencimiento_desde: "2026-01-02", vencimiento_hasta: "2026-01-03" }),
      }
      for (const [index, plan] of Object.entries(expected)) assert.include(yield* plan, ` ${index} `, index)

      // If few rows or none match, reading in the order of the list would pass every row.
      const walked = /Backward using \w+_(created|modified) on .*\(actual/
      for (const table of ["contact", "product", "expense", "member"] as const) {
        for (const orden of ["reciente", "modificado"] as const) {
          const carriedOut = (words: string) =>
            Effect.promise(async () => {
              const { text, values } = pageStatement(table, { organizationId: id, orden, after: null, limit: 51, conditions: matching(words) })
              const client = await pool.connect()
              await client.query(`PREPARE searching AS ${text}`)
              const given = values.map((value) => `'${String(value)}'`).join(", ")
              const { rows } = await client.query<Record<string, string>>(`EXPLAIN ANALYZE EXECUTE searching (${given})`)
              await client.query("DEALLOCATE searching")
              client.release()
              return rows.map((row) => row["QUERY PLAN"]).join("\n")
            })
          assert.notMatch(yield* carriedOut("nada"), walked, `every ${table} is walked by`)
          assert.match(yield* carriedOut("o"), walked, `every ${table} is sorted`)
        }
      }

      // The index for searches has no words under three letters or digits: it would go through all companies.
      const askedOf = /Index Cond: .*search ~~/
      for (const words of ["a", "an", "a-12 x"]) {
        for (const table of ["contact", "product", "expense", "member", "invoice"] as const) {
          assert.notMatch(yield* planOf(table, matching(words)), askedOf, `${table} for ${words}`)
        }
      }
      assert.match(yield* planOf("contact", matching("nan")), askedOf)

      // A frequent value is read in the order of the list, even if an index would find part of what is asked.
      const ofSupplier = [...equalTo("proveedor_id", sampleId()), ...matching("proveedor")]
      assert.include(yield* planOf("expense", ofSupplier), "Index Scan Backward using expense_created")
      assert.include(yield* planOf("expense", ofSupplier, "modificado"), "Index Scan Backward using expense_modified")

      // Starting parallel workers takes longer than most statements do.
      const parallel = yield* Effect.promise(async () => {
        const client = await pool.connect()
        for (const name of ["setup_cost", "tuple_cost"]) await client.query(`SET parallel_${name} = 0`)
        for (const name of ["table", "index"]) await client.query(`SET min_parallel_${name}_scan_size = 0`)
        const counting = "EXPLAIN SELECT count(*) FROM contact WHERE organization_id = $1"
        const { rows } = await client.query<Record<string, string>>(counting, [id])
        client.release(true)
        return rows.map((row) => row["QUERY PLAN"]).join("\n")
      })
      assert.notInclude(parallel, "Gather")

      // With few labels on many invoices, a planner expects the searched words to select less.
      yield* Effect.promise(() => pool.query("UPDATE invoice_label SET etiqueta = created_sequence % 3"))
      yield* Effect.promise(() => pool.query("ANALYZE invoice_label"))
      const underLabel = /Index .*Scan .*invoice_label_pkey.*\n *Index Cond: .* AND \(etiqueta = \$\d+\)\)\n/
      for (const filters of [{ buscar: "a" }, { buscar: "garcía 12", emision_desde: "2026-01-02" }, { buscar: "a-12", estado: "paid" }] as const) {
        assert.match(yield* invoices({ etiqueta: "1", ...filters }), underLabel, `all invoices for ${JSON.stringify(filters)}`)
      }
      for (const filters of [{ buscar: "a", contacto_id: sampleId() }, { buscar: "a", referencia: "A-1" }, { numero: 1 }]) {
        assert.notMatch(yield* invoices({ etiqueta: "1", ...filters }), underLabel, `all of a label for ${JSON.stringify(filters)}`)
      }
    }).pipe(Effect.provide(testStoragePostgres)))
})
