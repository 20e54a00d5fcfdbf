import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { Decision } from "../../core/commit/Command.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { productResource } from "../../core/products/Product.ts"
import { decideOn } from "../support/decideOn.ts"
import { customer, id, must } from "../support/issuing.ts"
import { invoiceInput, liveTerms, sampleOrganization, sampleProduct } from "../support/samples.ts"
import { line, Shop } from "../support/Shop.ts"

const organization = sampleOrganization(id)
const testTerms = { ...liveTerms, modo: "test" as const }

const screws = sampleProduct(id, 1, { nombre: "Tornillo", stock: 10, stock_minimo: 5 })
const nuts = sampleProduct(id, 2, { nombre: "Tuerca", stock: 0, stock_minimo: 0 })
const fitting = sampleProduct(id, 3, { nombre: "Montaje", clase: "service", stock: 7 })

describe("stock", () => {
  it("falls by the goods on the lines at issue, under either key, and by nothing else", () => {
    for (const terms of [liveTerms, testTerms]) {
      const shop = new Shop(screws, nuts, fitting)
      const lineas = [
        line(screws, 2), line(screws, 1), line(nuts), line(fitting, 3),
        { ...line(screws, 4), clase: "service" }, { descripcion: "x", precio: 1 },
      ]
      assert.isDefined(shop.invoiced({ lineas }, terms))
      assert.deepStrictEqual([screws, nuts, fitting].map((one) => shop.stock(one)), [7, -1, 7])
    }
  })

  it("is counted in whole units of the sum of a product's quantities", () => {
    const shop = new Shop(screws)
    shop.sell(line(screws, 0.25), line(screws, 0.25))
    assert.strictEqual(shop.stock(screws), 9)
    shop.sell(line(screws, 0.4))
    assert.strictEqual(shop.stock(screws), 9)
  })

  it("is not changed by drafts, repeated issues and other documents", () => {
    const shop = new Shop(screws)
    for (const tipo_documento of ["quote", "delivery", "proforma"]) {
      assert.isDefined(shop.invoiced({ tipo_documento, lineas: [line(screws)] }))
    }
    assert.isTrue(Either.isRight(shop.carryOut(draftInvoice(id, invoiceInput({ lineas: [line(screws)] })))))
    assert.strictEqual(shop.stock(screws), 10)
    const { id: sold } = shop.sell(line(screws))
    const again = Either.getOrThrow(shop.carryOut(issueInvoice(id, sold, liveTerms)))
    assert.deepStrictEqual([again.rows, shop.stock(screws)], [[], 9])
  })

  it("that falls below its minimum causes one event with the product as it is then, until it recovers", () => {
    const shop = new Shop(screws)
    const sale = (cantidad: number) => {
      const draft = Either.getOrThrow(shop.carryOut(draftInvoice(id, invoiceInput({ lineas: [line(screws, cantidad)] }))))
      return Either.getOrThrow(shop.carryOut(issueInvoice(id, draft.result.id, liveTerms)))
    }
    const told = ({ events }: Decision<unknown>) => events.map(({ suceso }) => suceso)
    assert.deepStrictEqual(told(sale(5)), ["invoice.issued", "product.updated"])
    const crossing = sale(1)
    const fallen = ["invoice.issued", "product.updated", "stock.below_minimum"]
    assert.deepStrictEqual(told(crossing), fallen)
    const row = must(crossing.rows.flatMap((one) => (one.table === "product" ? [one.row] : []))[0])
    assert.strictEqual(row.stock, 4)
    assert.isAbove(row.modifiedSequence, screws.modifiedSequence)
    const producto = productResource(row)
    assert.deepStrictEqual(crossing.events.slice(1).map(({ datos }) => datos), [{ producto }, { producto }])
    assert.deepStrictEqual(told(sale(1)), ["invoice.issued", "product.updated"])
    const first = must(shop.invoices.find(({ numero }) => numero === 1))
    assert.deepStrictEqual(told(shop.annul(first)), ["invoice.cancelled", "product.updated"])
    assert.strictEqual(shop.stock(screws), 8)
    assert.deepStrictEqual(told(sale(4)), fallen)
  })

  it("comes back with an annulment, and with a rectification of everything", () => {
    const shop = new Shop(screws, nuts)
    const sold = shop.sell(line(screws, 2.5), line(nuts, 3))
    assert.deepStrictEqual([shop.stock(screws), shop.stock(nuts)], [7, -3])
    const rectification = must(shop.issued(rectifyInvoice(id, sold.id, { motivo: "x" })))
    assert.deepStrictEqual([shop.stock(screws), shop.stock(nuts)], [10, 0])
    const { events } = shop.annul(rectification)
    assert.deepStrictEqual([shop.stock(screws), shop.stock(nuts)], [7, -3])
    const told = ["invoice.cancelled", "product.updated", "product.updated", "stock.below_minimum"]
    assert.deepStrictEqual(events.map(({ suceso }) => suceso), told)
    shop.annul(sold)
    assert.deepStrictEqual([shop.stock(screws), shop.stock(nuts)], [10, 0])
  })

  it("after a substitution reflects its corrected lines", () => {
    const shop = new Shop(screws)
    const sold = shop.sell(line(screws, 3), line(screws, 0.5))
    assert.strictEqual(shop.stock(screws), 6)
    const { lineas = null } = invoiceInput({ lineas: [line(screws, 2)] })
    const corrected = must(shop.issued(rectifyInvoice(id, sold.id, { motivo: "x", metodo: "sustitucion", lineas })))
    assert.strictEqual(shop.stock(screws), 8)
    shop.annul(corrected)
    assert.strictEqual(shop.stock(screws), 6)
  })

  it("after a substitution or an exchange reflects their lines, whatever came back by differences before", () => {
    const given = (cantidad: number) => invoiceInput({ lineas: [line(screws, cantidad)] }).lineas ?? null
    for (const replacing of ["sustitucion", "canje"] as const) {
      const shop = new Shop(screws)
      const sold = must(shop.issued(draftInvoice(id, invoiceInput({ lineas: [line(screws, 5)] }))))
      const facturas_sustituidas = [sold.id]
      const draft = replacing === "sustitucion"
        ? rectifyInvoice(id, sold.id, { motivo: "x", metodo: "sustitucion", lineas: given(3) })
        : draftInvoice(id, invoiceInput({ contacto_id: customer.id, facturas_sustituidas, lineas: [line(screws, 3)] }))
      const { id: late } = Either.getOrThrow(shop.carryOut(draft)).result
      for (const _ of [1, 2]) {
        must(shop.issued(rectifyInvoice(id, sold.id, { motivo: "x", lineas: given(-1) })))
      }
      const undone = must(shop.issued(rectifyInvoice(id, sold.id, { motivo: "x", lineas: given(-1) })))
      shop.annul(undone)
      assert.strictEqual(shop.stock(screws), 7)
      Either.getOrThrow(shop.carryOut(issueInvoice(id, late, liveTerms)))
      assert.strictEqual(shop.stock(screws), 7)
      shop.annul(must(shop.invoices.find((one) => one.id === late)))
      assert.strictEqual(shop.stock(screws), 7)
    }
  })

  it("does not fall a second time when tickets are exchanged for a full invoice", () => {
    const shop = new Shop(screws, nuts)
    const ticket = (...lineas: ReadonlyArray<object>) => must(shop.issued(draftInvoice(id, invoiceInput({ lineas })))).id
    const tickets = [ticket(line(screws, 2)), ticket(line(screws), line(nuts))]
    const full = must(shop.invoiced({ facturas_sustituidas: tickets, lineas: [line(screws, 3), line(nuts)] }))
    assert.deepStrictEqual([shop.stock(screws), shop.stock(nuts)], [7, -1])
    shop.annul(full)
    assert.deepStrictEqual([shop.stock(screws), shop.stock(nuts)], [7, -1])
  })

  it("of products deleted since is passed over", () => {
    const shop = new Shop(screws, nuts)
    const sold = shop.sell(line(screws), line(nuts))
    const rows: RowSet = { organization: [organization], invoice: [sold], product: [nuts] }
    const { rows: written } = Either.getOrThrow(decideOn(annulInvoice(id, sold.id, { motivo: "x" }, liveTerms), rows))
    assert.deepStrictEqual(written.flatMap((one) => (one.table === "product" ? [[one.row.id, one.row.stock]] : [])), [[nuts.id, 1]])
    const { id: draftId } = Either.getOrThrow(shop.carryOut(draftInvoice(id, invoiceInput({ lineas: [line(screws)] })))).result
    const draft = must(shop.invoices.find((one) => one.id === draftId))
    const late = decideOn(issueInvoice(id, draftId, testTerms), { organization: [organization], invoice: [draft] })
    assert.isTrue(Either.isRight(late))
  })

  it("keeps an invoice from being issued or annulled if it would exceed 12 digits", () => {
    const least = { ...screws, stock: -999_999_999_998 }
    const shop = new Shop(least)
    const sold = shop.sell(line(least, 1))
    assert.isUndefined(shop.invoiced({ lineas: [line(least, 1)] }))
    assert.strictEqual(shop.stock(least), -999_999_999_999)
    shop.put({ ...screws, stock: 999_999_999_999 })
    const annulled = shop.carryOut(annulInvoice(id, sold.id, { motivo: "x" }, liveTerms))
    assert.deepInclude(Either.getOrThrow(Either.flip(annulled)), { _tag: "Conflict", motivo: "stock_fuera_de_limites" })
  })
})
