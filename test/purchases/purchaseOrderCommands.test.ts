import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either } from "effect"
import * as fc from "fast-check"
import { instant } from "../../core/calendar/instant.ts"
import type { Decision } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import { maxStock } from "../../core/products/stock.ts"
import { createPurchaseOrder } from "../../core/purchases/createPurchaseOrder.ts"
import { deletePurchaseOrder } from "../../core/purchases/deletePurchaseOrder.ts"
import {
  type PurchaseOrder,
  PurchaseOrderInput,
  PurchaseOrderPatch,
  purchaseOrderResource,
} from "../../core/purchases/PurchaseOrder.ts"
import { updatePurchaseOrder } from "../../core/purchases/updatePurchaseOrder.ts"
import { notFound } from "../../core/refusals/refusal.ts"
import { carriedOut, decideOn, noon, refusalOf } from "../support/decideOn.ts"
import { id, must, rowOf } from "../support/issuing.ts"
import { day, sampleContact, sampleOrganization, sampleProduct } from "../support/samples.ts"

const decodeInput = inputDecoder(PurchaseOrderInput)
const decodePatch = inputDecoder(PurchaseOrderPatch)

const organization = sampleOrganization(id)
const mill = sampleContact(id, 1, { tipo: "supplier", nombre: "Papelera del Norte", descuento: decimal6(5_000_000) })
const shop = sampleContact(id, 2, { tipo: "supplier", nombre: "Ferretería Sol" })
const buyer = sampleContact(id, 3, { tipo: "customer" })
const paper = sampleProduct(id, 4, {
  nombre: "Papel A4", precio: decimal8(425_000_000n), tipo_iva: decimal6(10_000_000), stock: 3, stock_minimo: 5,
})
const screws = sampleProduct(id, 5, { nombre: "Tornillo", tipo_iva: decimal6(21_000_000), stock: -2, stock_minimo: 0 })
const repair = sampleProduct(id, 6, { nombre: "Reparación", clase: "service", unidad: "h", tipo_iva: decimal6(21_000_000), stock: 0 })
const rows: RowSet = { organization: [organization], contact: [mill, shop, buyer], product: [paper, screws, repair] }

const text = { descripcion: "Tóner" }

/** A date-time whose civil day in Spain is after the last that is accepted. */
const lastMoment = "2200-12-31T23:30:00Z"

const creating = (body: object, given = rows, now = noon) =>
  decideOn(createPurchaseOrder(id, carriedOut(decodeInput({ proveedor_id: mill.id, lineas: [text], ...body }))), given, now)

const patching = (order: PurchaseOrder, body: object, given = rows) =>
  decideOn(updatePurchaseOrder(id, order.id, carriedOut(decodePatch(body))), { ...given, purchaseOrder: [order] }, noon, 50)

const orderOf = (decision: Decision<unknown>): PurchaseOrder => must(rowOf(decision, "purchaseOrder"))

/** The stock of the products that a decision writes, by name, in its order. */
const stockOf = ({ rows: written }: Decision<unknown>): ReadonlyArray<readonly [string, number]> =>
  written.flatMap((one) => (one.table === "product" ? [[one.row.nombre, one.row.stock] as const] : []))

const order = orderOf(carriedOut(creating({
  lineas: [{ producto_id: paper.id, cantidad: 10, precio: 3.1 }, { ...text, precio: 40 }], notas: "urgente",
})))
const received: PurchaseOrder = { ...order, estado: "received" }
const cancelled: PurchaseOrder = { ...order, estado: "cancelled" }

describe("a new purchase order", () => {
  it("needs a supplier and a line that says something; the rest has defaults", () => {
    const decision = carriedOut(creating({}))
    assert.deepStrictEqual(decision.result, {
      id: orderOf(decision).id, proveedor_id: mill.id, fecha: "2026-03-02", notas: null, estado: "ordered",
      lineas: [{
        producto_id: null, descripcion: "Tóner", cantidad: 1, precio: 0, descuento: 0, tipo_iva: 21, clase: "goods", unidad: null,
      }],
      creado: "2026-03-02T12:00:00.000Z",
    })
    assert.deepStrictEqual(decision.events, [{ suceso: "purchase_order.created", datos: { pedido: decision.result } }])
    assert.deepStrictEqual(decision.rows.map(({ table }) => table), ["purchaseOrder"])
  })

  it("takes name, rate, class and unit from the product but never its price, and no discount from the contact", () => {
    const { lineas } = carriedOut(creating({ lineas: [
      { producto_id: paper.id },
      { producto_id: paper.id, descripcion: "Resma", cantidad: 0.5, precio: 3.12345678, descuento: 2.5, tipo_iva: 4 },
      { producto_id: repair.id, unidad: "" },
      { ...text, clase: "service", unidad: "h" },
      { producto_id: paper.id, clase: "service", unidad: "caja" },
    ] })).result
    const usual = { cantidad: 1, precio: 0, descuento: 0, tipo_iva: 21 }
    assert.deepStrictEqual(lineas, [
      { ...usual, producto_id: paper.id, descripcion: "Papel A4", tipo_iva: 10, clase: "goods", unidad: paper.unidad },
      {
        producto_id: paper.id, descripcion: "Resma", cantidad: 0.5, precio: 3.12345678, descuento: 2.5, tipo_iva: 4, clase: "goods",
        unidad: paper.unidad,
      },
      { ...usual, producto_id: repair.id, descripcion: "Reparación", clase: "service", unidad: "h" },
      { ...usual, producto_id: null, descripcion: "Tóner", clase: "service", unidad: "h" },
      { ...usual, producto_id: paper.id, descripcion: "Papel A4", tipo_iva: 10, clase: "service", unidad: "caja" },
    ])
  })

  it("has the civil day of the organization's zone", () => {
    const lateEvening = instant(Date.parse("2026-03-01T23:30:00Z"))
    const fechas = (["peninsula", "canarias"] as const).map((region_fiscal) => {
      const given = { ...rows, organization: [{ ...organization, region_fiscal }] }
      const { fecha } = carriedOut(creating({}, given, lateEvening)).result
      return [fecha, carriedOut(creating({ fecha: "2025-12-31T23:30:00Z" }, given)).result.fecha]
    })
    assert.deepStrictEqual(fechas, [["2026-03-02", "2026-01-01"], ["2026-03-01", "2025-12-31"]])
  })

  it("is refused with everything that is wrong at once", () => {
    const lineas = [{ producto_id: "nada" }, { producto_id: paper.id }, { producto_id: "ninguno", descripcion: "x" }]
    assert.deepStrictEqual(refusalOf(creating({ proveedor_id: "nadie", lineas })), [
      "proveedor_id: no existe ese contacto",
      "lineas[0].producto_id: no existe ese producto",
      "lineas[2].producto_id: no existe ese producto",
    ])
    assert.deepStrictEqual(refusalOf(creating({ proveedor_id: buyer.id })), ["proveedor_id: ese contacto no es un proveedor"])
  })

  it("says that its day is none, with whatever else is wrong", () => {
    const day = "fecha: debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601, entre los años 1900 y 2200"
    assert.deepStrictEqual(refusalOf(creating({ fecha: lastMoment, proveedor_id: "nadie" })), ["proveedor_id: no existe ese contacto", day])
    assert.deepStrictEqual(refusalOf(patching(order, { fecha: lastMoment })), [day])
  })

  it("has one to 500 lines, of amounts that can be ordered", () => {
    const decoded = (body: object) => refusalOf(decodeInput({ proveedor_id: mill.id, ...body }))
    assert.deepStrictEqual(decoded({}), ["lineas: es obligatorio"])
    assert.deepStrictEqual(decoded({ lineas: [] }), ["lineas: debe tener al menos 1 elemento"])
    assert.deepStrictEqual(decoded({ lineas: Array.from({ length: 501 }, () => text) }), [
      "lineas: no puede tener más de 500 elementos",
    ])
    assert.isTrue(Either.isRight(decodeInput({ proveedor_id: mill.id, lineas: Array.from({ length: 500 }, () => text) })))
    assert.deepStrictEqual(decoded({
      lineas: [{ cantidad: 0 }, { ...text, precio: -0.01, descuento: 100.1 }, { producto_id: "" }],
    }), [
      "lineas[0].cantidad: debe estar entre 0,000001 y 999.999.999,999999",
      "lineas[0].descripcion: es obligatorio",
      "lineas[1].precio: debe estar entre 0 y 999.999.999,999999",
      "lineas[1].descuento: debe estar entre 0 y 100",
      "lineas[2].descripcion: es obligatorio",
    ])
    const wrong = decoded({ lineas: [{ ...text, unidad: "x".repeat(21), clase: "x", base: 1 }], estado: null })
    assert.sameMembers(wrong.map((one) => one.split(":")[0]), ["lineas[0].unidad", "lineas[0].clase", "lineas[0].base", "estado"])
  })

  it("can be created received or cancelled; when received its goods enter the stock, once", () => {
    const lineas = [{ producto_id: paper.id, cantidad: 10 }, { producto_id: screws.id, cantidad: 2.4 }, text]
    const decision = carriedOut(creating({ lineas, estado: "received" }))
    const pedido = decision.result
    assert.deepStrictEqual([pedido.estado, orderOf(decision).estado], ["received", "received"])
    assert.deepStrictEqual(decision.rows.map(({ table }) => table), ["purchaseOrder", "product", "product"])
    assert.deepStrictEqual(stockOf(decision), [["Papel A4", 13], ["Tornillo", 0]])
    assert.deepStrictEqual(decision.events[0], { suceso: "purchase_order.created", datos: { pedido } })
    assert.deepStrictEqual(decision.events.slice(1).map(({ datos, suceso }) => [suceso, Object(datos["producto"]).stock]),
      [["product.updated", 13], ["product.updated", 0]])
    assert.deepStrictEqual(stockOf(carriedOut(patching(orderOf(decision), { estado: "received" }))), [])

    const cancelled = carriedOut(creating({ lineas, estado: "cancelled" }))
    assert.deepStrictEqual([cancelled.result.estado, stockOf(cancelled)], ["cancelled", []])
    assert.deepStrictEqual(cancelled.events.map(({ suceso }) => suceso), ["purchase_order.created"])
    const ordered = carriedOut(creating({ lineas, estado: "ordered" }))
    assert.deepStrictEqual([ordered.result.estado, stockOf(ordered)], ["ordered", []])
  })

  it("is not created if its receipt is refused", () => {
    const full: RowSet = { ...rows, product: [{ ...paper, stock: maxStock - 9 }] }
    const lineas = [{ producto_id: paper.id, cantidad: 10 }]
    assert.deepStrictEqual(refusalOf(creating({ lineas, estado: "received" }, full)), ["stock_fuera_de_limites"])
  })

  it("can be anything the schema lets through", () => {
    fc.assert(fc.property(Arbitrary.make(PurchaseOrderInput), (given) => {
      const lineas = given.lineas.map((line) => ({ ...line, descripcion: "x", producto_id: null }))
      const row = orderOf(carriedOut(decideOn(createPurchaseOrder(id, { ...given, lineas, proveedor_id: mill.id }), rows)))
      assert.lengthOf(row.lineas, given.lineas.length)
      assert.isTrue(row.lineas.every(({ cantidad, precio }) => cantidad > 0 && precio >= 0n))
    }), { numRuns: 200 })
  })
})

describe("a patch of a purchase order", () => {
  it("changes what it names, all lines at once", () => {
    const lineas = [{ producto_id: screws.id, cantidad: 2 }]
    const decision = carriedOut(patching(order, { proveedor_id: shop.id, lineas, fecha: "2026-04-01", notas: null }))
    const expected: PurchaseOrder = {
      ...order, proveedor_id: shop.id, fecha: day("2026-04-01"), notas: null, modifiedSequence: 51,
      lineas: [{
        producto_id: screws.id, descripcion: "Tornillo", cantidad: decimal6(2_000_000), precio: decimal8(0n),
        descuento: decimal6(0), tipo_iva: decimal6(21_000_000), clase: "goods", unidad: screws.unidad,
      }],
    }
    assert.deepStrictEqual(orderOf(decision), expected)
    assert.deepStrictEqual(decision.result, purchaseOrderResource(expected))
    assert.deepStrictEqual(decision.events, [])
  })

  it("writes nothing when it changes nothing, also when it sends back what is shown", () => {
    const { creado: _, estado, id: __, ...shown } = purchaseOrderResource(order)
    for (const body of [{}, { estado }, { ...shown, estado }, { notas: "urgente" }]) {
      assert.deepStrictEqual(carriedOut(patching(order, body)), { result: purchaseOrderResource(order), rows: [], events: [] })
    }
  })

  it("resets day and notes with null; supplier, lines and state have no default", () => {
    const dated = { ...order, fecha: day("2025-01-01"), creado: instant(Date.parse("2026-02-28T23:30:00Z")) }
    assert.deepInclude(carriedOut(patching(dated, { fecha: null, notas: null })).result, { fecha: "2026-03-01", notas: null })
    assert.deepStrictEqual(refusalOf(decodePatch({ proveedor_id: null, lineas: null, estado: null })), [
      "proveedor_id: es obligatorio",
      "lineas: es obligatorio",
      "estado: debe ser uno de estos valores: ordered, received, cancelled",
    ])
  })

  it("accepts whatever became of its supplier and products, unless it names others", () => {
    const other = sampleContact(id, 60, { tipo: "customer" })
    const gone: RowSet = { organization: [organization], contact: [{ ...mill, tipo: "customer" }, other], product: [] }
    assert.strictEqual(carriedOut(patching(order, { notas: "x", proveedor_id: mill.id }, gone)).result.notas, "x")
    assert.deepStrictEqual(refusalOf(patching(order, { proveedor_id: other.id, lineas: [{ producto_id: screws.id }] }, gone)), [
      "proveedor_id: ese contacto no es un proveedor",
      "lineas[0].producto_id: no existe ese producto",
    ])
    const again = carriedOut(patching(order, { lineas: [{ producto_id: paper.id, cantidad: 2 }] }, gone)).result
    assert.deepStrictEqual(again.lineas, [{
      producto_id: paper.id, descripcion: "Papel A4", cantidad: 2, precio: 0, descuento: 0, tipo_iva: 10, clase: "goods",
      unidad: paper.unidad,
    }])
  })

  it("changes notes only in a received or cancelled one, or is refused as a whole", () => {
    for (const [frozen, motivo] of [[received, "pedido_recibido"], [cancelled, "pedido_cancelado"]] as const) {
      const { estado } = frozen
      assert.deepInclude(carriedOut(patching(frozen, { notas: "n", estado })).result, { notas: "n", estado })
      assert.deepInclude(carriedOut(patching(frozen, { notas: null })).result, { notas: null, estado })
      for (const other of ["ordered", "received", "cancelled"] as const) {
        const again = patching(frozen, { estado: other })
        if (other === estado) assert.deepStrictEqual(carriedOut(again).rows, [])
        else assert.deepStrictEqual(refusalOf(again), [motivo])
      }
      const { fecha, lineas, proveedor_id } = purchaseOrderResource(frozen)
      for (const body of [{ fecha }, { lineas }, { proveedor_id }]) {
        assert.deepStrictEqual(refusalOf(patching(frozen, { notas: "n", estado, ...body })), [motivo])
      }
    }
  })
})

describe("the receipt of a purchase order", () => {
  it("moves its goods into stock, with an event for each product as it is then", () => {
    const decision = carriedOut(patching(order, { estado: "received" }))
    assert.deepStrictEqual(orderOf(decision), { ...received, modifiedSequence: 51 })
    assert.strictEqual(decision.result.estado, "received")
    assert.deepStrictEqual(stockOf(decision), [["Papel A4", 13]])
    assert.deepStrictEqual(decision.events.map(({ datos, suceso }) => [suceso, Object(datos["producto"]).stock]),
      [["product.updated", 13]])
  })

  const receiving = (lineas: ReadonlyArray<object>, given = rows) =>
    stockOf(carriedOut(patching(order, { lineas, estado: "received" }, given)))

  it("counts the lines that come with it, added up and rounded to whole units", () => {
    const half = { producto_id: screws.id, cantidad: 0.25 }
    assert.deepStrictEqual(receiving([half, { producto_id: paper.id, cantidad: 1.4 }, half]), [
      ["Tornillo", -1], ["Papel A4", 4],
    ])
    assert.deepStrictEqual(receiving([half]), [])
  })

  it("goes by the class of its lines, like an invoice, and passes over deleted products", () => {
    assert.deepStrictEqual(receiving([{ producto_id: repair.id, cantidad: 5 }, text]), [])
    assert.deepStrictEqual(receiving([{ producto_id: paper.id, clase: "service" }]), [])
    assert.deepStrictEqual(receiving([{ producto_id: repair.id, clase: "goods" }]), [["Reparación", 1]])
    const turned: RowSet = { ...rows, product: [{ ...paper, clase: "service" }] }
    assert.deepStrictEqual(stockOf(carriedOut(patching(order, { estado: "received" }, turned))), [["Papel A4", 13]])
    const gone = carriedOut(patching(order, { estado: "received" }, { ...rows, product: [] }))
    assert.deepStrictEqual([gone.result.estado, stockOf(gone), gone.events], ["received", [], []])
  })

  it("is refused if stock would exceed 12 digits, and the order stays ordered", () => {
    const full: RowSet = { ...rows, product: [{ ...paper, stock: maxStock - 9 }] }
    assert.deepStrictEqual(refusalOf(patching(order, { estado: "received" }, full)), ["stock_fuera_de_limites"])
    const room: RowSet = { ...rows, product: [{ ...paper, stock: maxStock - 10 }] }
    assert.deepStrictEqual(stockOf(carriedOut(patching(order, { estado: "received" }, room))), [["Papel A4", maxStock]])
  })

  it("does not follow from cancelling, also with other lines", () => {
    const decision = carriedOut(patching(order, { estado: "cancelled", lineas: [{ producto_id: screws.id }] }))
    assert.deepStrictEqual([decision.result.estado, stockOf(decision), decision.events], ["cancelled", [], []])
  })
})

describe("the deletion of a purchase order", () => {
  const deleting = (given: PurchaseOrder) => decideOn(deletePurchaseOrder(id, given.id), { purchaseOrder: [given] })

  it("is possible unless its goods are in stock", () => {
    const removed = [key("purchaseOrder", id, order.id)]
    for (const one of [order, cancelled]) assert.deepInclude(carriedOut(deleting(one)), { removed, rows: [], events: [] })
    assert.deepStrictEqual(refusalOf(deleting(received)), ["pedido_recibido"])
  })

  it("is refused for an order that does not exist, as is a patch", () => {
    const missing = Either.left(notFound("el pedido"))
    assert.deepStrictEqual(decideOn(deletePurchaseOrder(id, "nada"), rows), missing)
    assert.deepStrictEqual(decideOn(updatePurchaseOrder(id, "nada", { estado: "received" }), rows), missing)
  })
})
