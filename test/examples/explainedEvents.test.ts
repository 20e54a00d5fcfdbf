import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ContactResource } from "../../core/contacts/Contact.ts"
import { DealResource } from "../../core/deals/Deal.ts"
import { DonationResource } from "../../core/donations/Donation.ts"
import { eventNames } from "../../core/events/catalogue.ts"
import { EventResource } from "../../core/examples/eventResource.ts"
import { explainedEvent } from "../../core/examples/explainedEvents.ts"
import { ExpenseResource } from "../../core/expenses/Expense.ts"
import { isSpanishNif, nifProblem } from "../../core/identifiers/nif.ts"
import { InvoiceSummary } from "../../core/invoices/invoiceResource.ts"
import { MemberResource } from "../../core/members/Member.ts"
import { PaymentResource } from "../../core/payments/Payment.ts"
import { ProductResource } from "../../core/products/Product.ts"
import { PurchaseOrderResource } from "../../core/purchases/PurchaseOrder.ts"
import { StoreResource } from "../../core/stores/Store.ts"
import { SubscriptionResource } from "../../core/subscriptions/Subscription.ts"

const exactly = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })

const readInvoice = exactly(InvoiceSummary)

/** Readers of resources, by the names that events give them. */
const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
  factura: readInvoice,
  presupuesto: readInvoice,
  albaran: readInvoice,
  contacto: exactly(ContactResource),
  producto: exactly(ProductResource),
  gasto: exactly(ExpenseResource),
  oportunidad: exactly(DealResource),
  tienda: exactly(StoreResource),
  pedido: exactly(PurchaseOrderResource),
  socio: exactly(MemberResource),
  donativo: exactly(DonationResource),
  suscripcion: exactly(SubscriptionResource),
  cobro: exactly(PaymentResource),
}

const examples = eventNames.map((suceso) => explainedEvent(suceso).ejemplo)

/** All resources of this name, each with its event. */
const held = (name: string) =>
  examples.flatMap(({ datos, suceso }) => (name in datos ? [[suceso, datos[name]] as const] : []))

const invoices = ["factura", "presupuesto", "albaran"].flatMap(held)
  .map(([suceso, invoice]) => ({ suceso, ...readInvoice(invoice) }))

describe("the example of an event", () => {
  it("has exactly the fields that are sent, and resources exactly as the API shows them", () => {
    for (const suceso of eventNames) {
      const event = exactly(EventResource)(explainedEvent(suceso))
      assert.match(event.explicacion, /^\p{Lu}.+\.$/u)
      assert.deepInclude(event.ejemplo, { suceso, creado: "2026-11-20T10:00:00.000Z" })
      assert.match(event.ejemplo.id, /^[0-9a-f]{32}$/)
      assert.isNotEmpty(event.ejemplo.datos)
      for (const [name, value] of Object.entries(event.ejemplo.datos)) readers[name]?.(value)
    }
  })

  it("has the keys that are sent", () => {
    const keys = Object.fromEntries(examples.map(({ datos, suceso }) => [suceso, Object.keys(datos).join(" ")]))
    assert.deepStrictEqual(keys, {
      "invoice.created": "factura",
      "invoice.issued": "factura",
      "invoice.paid": "factura",
      "invoice.cancelled": "factura",
      "payment.recorded": "cobro factura",
      "quote.accepted": "presupuesto motivo",
      "quote.rejected": "presupuesto motivo",
      "delivery.created": "albaran",
      "subscription.invoiced": "suscripcion factura",
      "purchase_order.created": "pedido",
      "contact.created": "contacto",
      "contact.updated": "contacto",
      "contact.deleted": "contacto",
      "product.updated": "producto",
      "product.deleted": "producto",
      "stock.below_minimum": "producto",
      "expense.created": "gasto",
      "expense.approved": "gasto",
      "deal.created": "oportunidad",
      "deal.stage_changed": "oportunidad etapa_anterior etapa_nueva",
      "deal.won": "oportunidad",
      "deal.lost": "oportunidad",
      "member.created": "socio",
      "donation.received": "donativo",
      "store.order.imported": "tienda factura",
    })
  })

  it("shows invoices with consistent figures, in the state that the event implies", () => {
    for (const one of invoices) {
      const sum = one.base_imponible + one.cuota_iva + one.cuota_recargo - one.cuota_irpf + one.suplidos
      assert.strictEqual(sum, one.total, one.suceso)
      assert.strictEqual(one.cuota_iva, one.base_imponible * 0.21)
      assert.strictEqual(one.pendiente, one.total - one.cobrado)
      assert.strictEqual(one.referencia, one.numero === null ? null : `${one.serie}-${one.numero}`)
      assert.strictEqual(one.verifactu.registrada, one.verifactu.huella !== null)
      assert.strictEqual(one.estado === "draft", one.numero === null)
      assert.strictEqual(one.estado === "paid", one.fecha_cobro !== null)
    }
    const states = invoices.map(({ estado, suceso, tipo_documento }) => `${suceso}: ${tipo_documento} ${estado}`)
    assert.sameMembers(states, [
      "invoice.created: invoice draft",
      "invoice.issued: invoice sent",
      "invoice.paid: invoice paid",
      "invoice.cancelled: invoice cancelled",
      "payment.recorded: invoice paid",
      "subscription.invoiced: invoice draft",
      "store.order.imported: invoice draft",
      "quote.accepted: quote sent",
      "quote.rejected: quote sent",
      "delivery.created: delivery draft",
    ])
  })

  it("is from the same company as the others, with matching resources and valid NIFs", () => {
    const customer = exactly(ContactResource)(explainedEvent("contact.created").ejemplo.datos["contacto"])
    for (const { contacto } of invoices) {
      assert.deepInclude(customer, contacto ?? assert.fail("no customer"))
    }
    for (const [, payment] of held("cobro")) {
      const { factura_id, importe } = exactly(PaymentResource)(payment)
      const invoice = invoices.find(({ suceso }) => suceso === "payment.recorded")
      assert.deepStrictEqual([invoice?.id, invoice?.cobrado], [factura_id, importe])
    }
    const nifs = [...JSON.stringify(examples).matchAll(/"nif":"([^"]+)"/g)].map(([, nif = ""]) => nif)
    assert.isAtLeast(new Set(nifs).size, 2)
    for (const nif of nifs) assert.deepStrictEqual([isSpanishNif(nif), nifProblem(nif)], [true, undefined], nif)
  })

  it("shows stock below its minimum, and an approved expense as approved", () => {
    const { datos } = explainedEvent("stock.below_minimum").ejemplo
    const { stock, stock_minimo } = exactly(ProductResource)(datos["producto"])
    assert.isBelow(stock, stock_minimo)
    const expense = exactly(ExpenseResource)(explainedEvent("expense.approved").ejemplo.datos["gasto"])
    assert.strictEqual(expense.estado_aprobacion, "approved")
  })

  it("shows a deal in the state and stage that the event implies, with a reason when lost", () => {
    const states = held("oportunidad").map(([suceso, deal]) => [suceso, exactly(DealResource)(deal)] as const)
      .map(([suceso, { estado, etapa, motivo }]) => `${suceso}: ${estado} ${etapa} ${motivo === null ? "" : "why"}`)
    assert.deepStrictEqual(states, [
      "deal.created: open propuesta ",
      "deal.stage_changed: open negociación ",
      "deal.won: won propuesta ",
      "deal.lost: lost propuesta why",
    ])
    const { etapa_anterior, etapa_nueva } = explainedEvent("deal.stage_changed").ejemplo.datos
    assert.deepStrictEqual([etapa_anterior, etapa_nueva], ["propuesta", "negociación"])
  })

  it("shows a subscription with its next period, as the current one has just been invoiced", () => {
    const { estado, fin, inicio, periodicidad, proxima } = exactly(SubscriptionResource)(held("suscripcion")[0]?.[1])
    assert.deepStrictEqual([estado, inicio, periodicidad, fin, proxima], ["active", "2026-01-20", "monthly", null, "2026-12-20"])
  })
})
