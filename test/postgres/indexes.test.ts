import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pageStatement } from "../../adapters/postgres/pages.ts"
import { PostgresPool } from "../../adapters/postgres/PostgresPool.ts"
import { firstHead } from "../../core/commit/CompanyHead.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { invoiceConditions } from "../../core/invoices/invoiceFilters.ts"
import { equalTo, holding } from "../../core/pagination/listFilters.ts"
import { type ListedTable, type PageQuery, Storage } from "../../core/ports/Storage.ts"
import {
  day,
  sampleContact,
  sampleDelivery,
  sampleId,
  sampleInvoice,
  sampleOrganization,
  sampleOrganizationId,
  sampleProduct,
} from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

/** Two thousand more rows, each like the first but for what is computed from its `nth`. */
const fill = (table: string, different: string) => `
  INSERT INTO ${table} SELECT made.* FROM (SELECT * FROM ${table} LIMIT 1) AS first, generate_series(10, 2009) AS nth,
    LATERAL jsonb_populate_record(null::${table}, to_jsonb(first) || jsonb_build_object(
      'id', gen_random_uuid(), 'created_sequence', nth, 'modified_sequence', nth, ${different})) AS made`

const fills = [
  fill("contact", "'nif', nth, 'email', nth, 'referencia', nth, 'etiquetas', jsonb_build_array(nth)"),
  fill("product", "'sku', nth, 'codigo_barras', nth, 'etiquetas', jsonb_build_array(nth)"),
  fill("delivery", `'estado', CASE WHEN nth % 7 = 0 OR nth % 100 = 1 THEN 'pending' ELSE 'delivered' END,
    'webhook_id', CASE WHEN nth % 7 = 0 THEN gen_random_uuid() ELSE first.webhook_id END`),
  fill("invoice", `'serie', nth % 50, 'numero', nth, 'fecha_emision', date '2026-01-01' + nth, 'fecha_vencimiento', date '2026-01-01' + nth,
    'etiquetas', jsonb_build_array(nth),
    'tipo_documento', CASE nth WHEN 99 THEN 'quote' ELSE 'invoice' END, 'tipo', CASE nth WHEN 98 THEN 'rectificative' ELSE 'invoice' END`),
  "ANALYZE",
]

describe("usual lookups", () => {
  it.live("each walk an index of their own, with a plan made for any value", () =>
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
      rows.set("invoice", sampleInvoice(id, 1))
      rows.set("delivery", sampleDelivery(id, 1, { webhook_id }))
      yield* transact({ organizationIds: [id], keys: [] }, () => Effect.succeed({ changes: rows.changes(), value: undefined }))
      for (const sql of fills) yield* Effect.promise(() => pool.query(sql))

      const planOf = <T extends ListedTable>(table: T, conditions: PageQuery<T>["conditions"]) =>
        Effect.promise(async () => {
          const { text, values } = pageStatement(table, { organizationId: id, orden: "reciente", after: null, limit: 51, conditions })
          const { rows } = await pool.query<Record<string, string>>(`EXPLAIN ${text}`, values)
          return rows.map((row) => row["QUERY PLAN"]).join("\n")
        })
      const invoices = (filters: Parameters<typeof invoiceConditions>[0]) => planOf("invoice", invoiceConditions(filters, day("2026-01-01")))
      const expected = {
        contact_nif: planOf("contact", equalTo("nif", "x")),
        contact_email: planOf("contact", equalTo("email", "x")),
        contact_reference: planOf("contact", equalTo("referencia", "x")),
        contact_labels: planOf("contact", holding("etiquetas", "x")),
        product_of_sku: planOf("product", equalTo("sku", "x")),
        product_of_barcode: planOf("product", equalTo("codigo_barras", "x")),
        product_labels: planOf("product", holding("etiquetas", "x")),
        delivery_pending: planOf("delivery", [...equalTo("webhook_id", webhook_id), ...equalTo("estado", "pending")]),
        invoice_number: invoices({ referencia: "A-1" }),
        invoice_series: invoices({ serie: "R" }),
        invoice_due_date: invoices({ vencimiento_desde: "2026-01-01", vencimiento_hasta: "2026-01-31" }),
        invoice_document: invoices({ tipo_documento: "quote" }),
        invoice_rectifying: invoices({ tipo: "rectificative" }),
        invoice_labels: invoices({ etiqueta: "x" }),
        invoice_day: invoices({ emision_desde: "2026-01-01" }),
      }
      for (const [index, plan] of Object.entries(expected)) assert.include(yield* plan, ` ${index} `, index)
    }).pipe(Effect.provide(testStoragePostgres)))
})
