import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { invoiceSummary } from "../../core/invoices/invoiceResource.ts"
import { issuerOf } from "../../core/invoices/parties.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import { type ListedTable, Storage, type TransactionFailure } from "../../core/ports/Storage.ts"
import {
  day,
  sampleContact,
  sampleDelivery,
  sampleDeal,
  sampleExpense,
  sampleId,
  sampleInvoice,
  sampleDonation,
  sampleMember,
  sampleOrganization,
  samplePayment,
  sampleProduct,
  samplePurchaseOrder,
  sampleStore,
  sampleSubscription,
  sampleWebhook,
} from "../support/samples.ts"

/** Texts that a way of packing rows might stumble over. */
const texts = [
  "",
  " ",
  "=",
  "==",
  "null",
  "NULL",
  "{}",
  "[]",
  "{a,\"b\",NULL}",
  "a\\u001fb \\x1f \\",
  "\"'`",
  "\t\r\n",
  "\u0085\u2028 €😀ñ",
  "x".repeat(2_000),
]

/** Values for everything in a row that may be empty: each text once, and nothing once. */
const cases: ReadonlyArray<string | null> = [null, ...texts]

/** What every Storage promises about the rows of its lists: they are as they were stored. */
export const listedRowScenarios = (
  scenario: (title: string, run: Effect.Effect<void, unknown, Storage>) => void,
  newCompany: Effect.Effect<OrganizationId, TransactionFailure, Storage>,
  insert: (organizationId: OrganizationId, rows: RowSet) => Effect.Effect<void, TransactionFailure, Storage>,
): void => {
  const pageOf = <T extends ListedTable>(table: T, organizationId: OrganizationId) =>
    Effect.flatMap(Storage, ({ page }) =>
      page(table, { organizationId, orden: "antiguo", after: null, limit: 100, conditions: [] }))

  scenario("lists rows as they were stored, whatever texts they hold", Effect.gen(function*() {
    const id = yield* newCompany
    const at = (i: number) => instant(1_763_600_000_000 + i)
    const rows = {
      contact: cases.map((text, i) =>
        sampleContact(id, i + 1, {
          nombre: text ?? "Ana", nif: text, telefono: text, direccion: text, notas: text, forma_pago: text, dias_pago: i === 0 ? null : i,
          etiquetas: text === null ? [] : [text, "y"], creado: at(i),
        })),
      product: cases.map((text, i) =>
        sampleProduct(id, i + 1, {
          nombre: text ?? "Tornillo", descripcion: text, categoria: text, unidad: text ?? "ud", stock: 7 - i,
          precio: decimal8(i % 2 === 0 ? BigInt(i) : 99_999_999_999_999_900n), tipo_iva: decimal6(i * 1_234_567),
          etiquetas: text === null ? [] : [text], creado: at(i),
        })),
      expense: cases.map((text, i) =>
        sampleExpense(id, i + 1, {
          proveedor: text, referencia: text, categoria: text, notas: text, clase: i % 2 === 0 ? null : "goods",
          proveedor_id: i % 3 === 0 ? null : sampleId(), base: cents(7 - i), pagado: i % 2 === 0, creado: at(i),
        })),
      deal: cases.map((text, i) =>
        sampleDeal(id, i + 1, {
          titulo: text ?? "Web", etapa: text ?? "nueva", motivo: text, estado: text === null ? "won" : "lost", creado: at(i),
          contacto_id: i % 2 === 0 ? null : sampleId(),
        })),
      purchaseOrder: cases.map((text, i) =>
        samplePurchaseOrder(id, i + 1, {
          notas: text, estado: i % 2 === 0 ? "ordered" : "cancelled", creado: at(i),
          lineas: samplePurchaseOrder(id, 0).lineas.map((line) => ({ ...line, descripcion: text ?? "x", precio: decimal8(BigInt(i)) })),
        })),
      member: cases.map((text, i) =>
        sampleMember(id, i + 1, {
          nombre: text ?? "Ana", nif: text, email: text, cuota: cents(i), baja: i % 2 === 0 ? null : day("9999-12-31"), creado: at(i),
        })),
      donation: cases.map((_, i) =>
        sampleDonation(id, i + 1, {
          importe: cents(i), forma_pago: i % 2 === 0 ? null : "cash", anonimo: i % 2 === 0, creado: at(i),
          socio_id: i % 3 === 0 ? sampleId() : null, contacto_id: i % 3 === 1 ? sampleId() : null,
        })),
      store: cases.map((text, i) =>
        sampleStore(id, i + 1, {
          nombre: text ?? "Sol", plataforma: text ?? "x", estado: i % 2 === 0 ? "active" : "paused", creado: at(i),
        })),
      subscription: cases.map((text, i) =>
        sampleSubscription(id, i + 1, {
          nombre: text ?? "Cuota", serie: text, fin: i % 2 === 0 ? null : day("9999-12-31"), creado: at(i),
          estado: i % 2 === 0 ? "active" : "cancelled", modo: i % 2 === 0 ? "live" : "test", periodos: i, detenida: i % 2 === 0, por_emitir: i % 3 === 0 ? null : sampleId(),
          lineas: [{
            producto_id: text, descripcion: text, cantidad: text === null ? null : decimal6(i * 1_234_567),
            precio: text === null ? null : decimal8(i % 2 === 0 ? BigInt(i) : -99_999_999_999_999_900n),
            descuento: text === null ? null : decimal6(1), tipo_iva: text === null ? null : decimal6(21_000_000),
            clase: i % 2 === 0 ? null : "service", unidad: text,
          }],
        })),
      payment: cases.map((text, i) =>
        samplePayment(id, i + 1, { referencia: text, notas: text, forma_pago: i % 2 === 0 ? null : "cash", creado: at(i) })),
      webhook: cases.map((text, i) =>
        sampleWebhook(id, i + 1, {
          descripcion: text, previousSecret: text === null ? null : { sealed: text, until: at(i) }, creado: at(i),
          sucesos: i % 2 === 0 ? ["*"] : ["contact.created", "invoice.paid"], activo: i % 2 === 0,
        })),
      delivery: cases.map((text, i) =>
        sampleDelivery(id, i + 1, {
          cuerpo: text ?? "{}", ultimo_error: text, ultimo_codigo: i === 0 ? null : i, settled: i % 2 === 0 ? null : at(i),
          estado: i % 2 === 0 ? "pending" : "delivered", creado: at(i),
        })),
      activityEntry: cases.map((text, i) => ({
        organizationId: id, id: sampleId(), creado: at(i), tipo: "mixed_series" as const, mensaje: text ?? "x", recurso: "factura",
        recurso_id: text ?? "f", createdSequence: i + 1,
      })),
    } as const
    yield* insert(id, rows)
    const tables = [
      "contact",
      "product",
      "expense",
      "deal",
      "store",
      "purchaseOrder",
      "member",
      "donation",
      "subscription",
      "payment",
      "webhook",
      "delivery",
      "activityEntry",
    ] as const
    for (const table of tables) {
      const { rows: listed, total } = yield* pageOf(table, id)
      assert.deepStrictEqual(listed, rows[table])
      assert.strictEqual(total, cases.length)
    }
  }))

  scenario("lists invoices with the properties they were stored with", Effect.gen(function*() {
    const id = yield* newCompany
    const invoices = cases.map((text, i) =>
      sampleInvoice(id, i + 1, {
        ...(i % 2 === 0 ? {} : { lifecycle: "issued", numero: i, emitida: instant(i), issuer: issuerOf(sampleOrganization(id)) }),
        plazos: text,
        notas: text,
        etiquetas: text === null ? [] : [text, `${text}, y`],
        contacto_id: text === null ? null : sampleId(),
        recipient: text === null ? null : {
          id: sampleId(), nombre: text, nif: text, nif_iva: null, email: i % 2 === 0 ? null : text, direccion: text, ciudad: null, cp: null,
          provincia: null, pais: null, idioma: null,
        },
        registry: text === null ? null : {
          huella: "A".repeat(64), registrada_en: instant(i * 997), qr: text, lastRecord: sampleId(), held: null,
          aeat: i % 2 === 0 ? null : text, regimes: null,
        },
        forma_pago: i % 2 === 0 ? null : "other",
        fecha_vencimiento: i % 2 === 0 ? null : day("2026-03-02"),
        fecha_cobro: i % 2 === 0 ? null : day("9999-12-31"),
        tipo_cambio: decimal6(i * 1_000_001),
        suplidos: cents(7 - i),
        total: cents(i * 99_999_999_999),
        recargo_equivalencia: i % 2 === 0,
        creado: instant(1_763_600_000_000 + i),
      }))
    yield* insert(id, { invoice: invoices })
    const today = day("2026-06-01")
    const { rows } = yield* pageOf("invoice", id)
    assert.deepStrictEqual(rows.map((row) => invoiceSummary(row, today)), invoices.map((row) => invoiceSummary(row, today)))
    const places = rows.map(({ contacto_id, createdSequence, modifiedSequence, organizationId }) =>
      [organizationId, contacto_id, createdSequence, modifiedSequence])
    assert.deepStrictEqual(places, invoices.map((row, i) => [id, row.contacto_id, i + 1, i + 1]))
  }))
}
