import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ContactResource } from "../../core/contacts/Contact.ts"
import { eventNames } from "../../core/events/catalogue.ts"
import { EventResource } from "../../core/events/eventResource.ts"
import { ExpenseResource } from "../../core/expenses/Expense.ts"
import { InvoiceSummary } from "../../core/invoices/invoiceResource.ts"
import { PaymentResource } from "../../core/payments/Payment.ts"
import { ProductResource } from "../../core/products/Product.ts"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import { anError, camposOf, errorOf, makeScene } from "./scene.ts"

const listed = Schema.decodeUnknownSync(Schema.Struct({
  datos: Schema.Array(EventResource),
  total: Schema.Int,
  limite: Schema.Int,
  siguiente: Schema.NullOr(Schema.String),
}), { onExcessProperty: "error" })

const pageOf = ({ json }: Answer) => {
  const { datos, ...page } = listed(json)
  return { ...page, datos, names: datos.map(({ suceso }) => suceso) }
}

/** Resources by the names under which events hold them. */
const resources: Readonly<Record<string, Schema.Schema.AnyNoContext>> = {
  factura: InvoiceSummary,
  presupuesto: InvoiceSummary,
  albaran: InvoiceSummary,
  contacto: ContactResource,
  producto: ProductResource,
  gasto: ExpenseResource,
  cobro: PaymentResource,
}

describe("GET /eventos", () => {
  it.scoped("lists what can be subscribed, newest in the catalogue first, to any key", () =>
    Effect.gen(function*() {
      const { get, openKey, organizationId, request } = yield* makeScene()
      const all = pageOf(yield* get("/eventos"))
      assert.deepInclude(all, { total: eventNames.length, limite: 50, siguiente: null })
      assert.deepStrictEqual(all.names, eventNames.toReversed())
      assert.deepStrictEqual(pageOf(yield* get("/eventos?orden=antiguo")).names, [...eventNames])
      const bare = yield* openKey(organizationId, "test", [])
      assert.strictEqual((yield* request("GET", "/eventos", { key: bare })).status, 200)
      assert.deepStrictEqual(errorOf(yield* request("GET", "/eventos")), anError(401, "no_autenticado"))
    }))

  it.scoped("has pages as every list", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      for (const orden of ["antiguo", "reciente", "modificado"]) {
        const whole = pageOf(yield* get(`/eventos?orden=${orden}`)).names
        const walked: Array<string> = []
        for (let path: string | null = `/eventos?orden=${orden}&limite=7`; path !== null;) {
          const page: ReturnType<typeof pageOf> = pageOf(yield* get(path))
          assert.strictEqual(page.total, 25)
          walked.push(...page.names)
          path = page.siguiente
        }
        assert.deepStrictEqual(walked, whole)
      }
      assert.isNull(pageOf(yield* get("/eventos?limite=25")).siguiente)
      assert.sameMembers([...camposOf(yield* get("/eventos?limite=0&suceso=x"))], ["limite", "suceso"])
    }))

  it.scoped("explains each and shows a whole body, its resources as the API shows them", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const { datos } = pageOf(yield* get("/eventos"))
      for (const { ejemplo, explicacion, suceso } of datos) {
        assert.match(explicacion, /^\p{Lu}.+\.$/u, suceso)
        assert.strictEqual(ejemplo.suceso, suceso)
        assert.match(ejemplo.id, /^[0-9a-f]{32}$/)
        assert.strictEqual(ejemplo.creado, "2026-11-20T10:00:00.000Z")
        assert.isNotEmpty(ejemplo.datos)
        for (const [name, value] of Object.entries(ejemplo.datos)) {
          const schema = resources[name]
          if (schema !== undefined) Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(value)
        }
      }
      const keys = Object.fromEntries(datos.map(({ ejemplo, suceso }) => [suceso, Object.keys(ejemplo.datos)]))
      assert.deepInclude(keys, {
        "invoice.issued": ["factura"],
        "payment.recorded": ["cobro", "factura"],
        "quote.accepted": ["presupuesto"],
        "delivery.created": ["albaran"],
        "subscription.invoiced": ["suscripcion", "factura"],
        "stock.below_minimum": ["producto"],
        "expense.approved": ["gasto"],
        "deal.stage_changed": ["oportunidad", "etapa_anterior", "etapa_nueva"],
      })
    }))

  it.scoped("shows invoices whose figures agree", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const invoices = pageOf(yield* get("/eventos")).datos.flatMap(({ ejemplo: { datos } }) =>
        ["factura", "presupuesto", "albaran"].flatMap((name) => (name in datos ? [datos[name]] : [])))
      assert.isAtLeast(invoices.length, 8)
      for (const one of invoices.map((invoice) => Schema.decodeUnknownSync(InvoiceSummary)(invoice))) {
        assert.strictEqual(one.base_imponible + one.cuota_iva + one.cuota_recargo - one.cuota_irpf + one.suplidos, one.total)
        assert.strictEqual(one.pendiente, one.total - one.cobrado)
        assert.strictEqual(one.referencia, one.numero === null ? null : `${one.serie}-${one.numero}`)
        assert.strictEqual(one.verifactu.registrada, one.verifactu.huella !== null)
      }
    }))
})
