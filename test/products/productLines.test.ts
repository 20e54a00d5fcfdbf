import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import type { Product } from "../../core/products/Product.ts"
import { carriedOut, decideOn } from "../support/decideOn.ts"
import { invoiceInput, sampleContact, sampleOrganization, sampleOrganizationId, sampleProduct } from "../support/samples.ts"

const id = sampleOrganizationId()
const customer = sampleContact(id, 1, { descuento: decimal6(10_000_000), irpf: 0 })

const paint = sampleProduct(id, 2, {
  nombre: "Pintura", descripcion: "Blanca, mate", precio: decimal8(1_999_000_000n), tipo_iva: decimal6(10_000_000), unidad: "l",
})
const hours = sampleProduct(id, 3, { nombre: "Horas", clase: "service", precio: decimal8(3_333_333_333n), unidad: "h" })
const dear = sampleProduct(id, 4, { precio: decimal8(99_999_999_999_999_900n) })

const draft = (body: object) =>
  decideOn(draftInvoice(id, invoiceInput(body)), {
    organization: [sampleOrganization(id)],
    contact: [customer],
    product: [paint, hours, dear],
  })

const drafted = (body: object) => carriedOut(draft(body)).result

const refused = (body: object) => {
  const refusal = Either.getOrThrow(Either.flip(draft(body)))
  return refusal._tag === "InvalidInput" ? refusal.campos : []
}

const of = ({ id: producto_id }: Product, given: object = {}) => ({ producto_id, ...given })

describe("a line that names a product", () => {
  it("takes from it what it leaves out or sends as null", () => {
    const nulls = { descripcion: null, precio: null, tipo_iva: null, clase: null, unidad: null }
    const { lineas } = drafted({ lineas: [of(paint), of(hours, nulls)] })
    assert.deepInclude(lineas[0], { producto_id: paint.id, descripcion: "Pintura", precio: 19.99, tipo_iva: 10, unidad: "l" })
    assert.deepInclude(lineas[0], { cantidad: 1, descuento: 0, clase: "goods" })
    assert.deepInclude(lineas[1], { descripcion: "Horas", precio: 33.33333333, tipo_iva: 21, clase: "service", unidad: "h" })
  })

  it("keeps what it says itself", () => {
    const given = { descripcion: "Otra", cantidad: 3, precio: 5, descuento: 1, tipo_iva: 4, clase: "service" as const, unidad: "kg" }
    assert.deepInclude(drafted({ lineas: [of(paint, given)] }).lineas[0], { ...given, producto_id: paint.id })
    assert.deepInclude(drafted({ lineas: [of(paint, { precio: 0 })] }).lineas[0], { precio: 0 })
  })

  it("has the contact's discount, like every line", () => {
    assert.deepInclude(drafted({ contacto_id: customer.id, lineas: [of(paint)] }).lineas[0], { descuento: 10 })
  })

  it("adds the line's tax to the product's price if prices include it", () => {
    const { base_imponible, cuota_iva, lineas, total } = drafted({ precios_con_iva: true, lineas: [of(paint, { cantidad: 2 })] })
    assert.deepStrictEqual([base_imponible, cuota_iva, total, lineas[0]?.precio], [39.98, 4, 43.98, 19.99])
    const other = drafted({ precios_con_iva: true, lineas: [of(paint, { tipo_iva: 21, cantidad: 2 })] })
    assert.deepStrictEqual([other.base_imponible, other.cuota_iva, other.total], [39.98, 8.4, 48.38])
    const sent = drafted({ precios_con_iva: true, lineas: [of(paint, { precio: 11 })] })
    assert.deepStrictEqual([sent.base_imponible, sent.cuota_iva, sent.total], [10, 1, 11])
  })

  it("is refused if the product does not exist, for all lines at once", () => {
    const lineas = [of(paint), { producto_id: "nada" }, { producto_id: customer.id, precio: 1 }]
    const motivo = "no existe ese producto"
    assert.deepStrictEqual(refused({ lineas }), [
      { campo: "lineas[1].producto_id", motivo },
      { campo: "lineas[2].producto_id", motivo },
    ])
  })

  it("is refused if the product's price with tax would exceed the limit of prices", () => {
    const fields = refused({ precios_con_iva: true, lineas: [of(dear)] }).map(({ campo }) => campo)
    assert.deepStrictEqual(fields, ["lineas[0].precio"])
    assert.deepInclude(drafted({ precios_con_iva: false, lineas: [of(dear)] }).lineas[0], { precio: 999_999_999.999999 })
  })
})
