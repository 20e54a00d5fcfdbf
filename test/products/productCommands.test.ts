import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either } from "effect"
import * as fc from "fast-check"
import type { Command } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { given } from "../../core/fields/patching.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import { createProduct } from "../../core/products/createProduct.ts"
import { deleteProduct } from "../../core/products/deleteProduct.ts"
import { type Product, ProductInput, ProductPatch, productResource, type ProductSku } from "../../core/products/Product.ts"
import { updateProduct } from "../../core/products/updateProduct.ts"
import { carriedOut, decideOn, noon, whyNot } from "../support/decideOn.ts"
import { must, rowOf } from "../support/issuing.ts"
import { sampleOrganization, sampleOrganizationId, sampleProduct } from "../support/samples.ts"

const id = sampleOrganizationId()
const organization = [sampleOrganization(id, { tipo_iva_defecto: decimal6(10_000_000) })]
const product = sampleProduct(id, 1, { sku: "T-4", stock: 8, stock_minimo: 5 })

const skuRow = (sku: string, owner: string): ProductSku => ({ organizationId: id, id: sku, producto_id: owner })

const stored = (present: Product, ...others: ReadonlyArray<ProductSku>): RowSet => ({
  organization,
  product: [present],
  productSku: [...(present.sku === null ? [] : [skuRow(present.sku, present.id)]), ...others],
})

const decided = <A>(command: Command<A>, rows: RowSet) =>
  carriedOut(decideOn(command, rows, noon, 100))

const patched = (patch: ProductPatch, present = product) => decided(updateProduct(id, present.id, patch), stored(present))

const reason = <A>(command: Command<A>, rows: RowSet) => whyNot(decideOn(command, rows)).join()

const sucesos = ({ events }: { readonly events: ReadonlyArray<{ readonly suceso: string }> }) =>
  events.map(({ suceso }) => suceso)

describe("a new product", () => {
  it("needs only a name; the rest has defaults, the rate being the organization's", () => {
    const { events, result, rows } = decided(createProduct(id, { nombre: "Tornillo" }), { organization })
    assert.deepStrictEqual(result, {
      id: result.id, nombre: "Tornillo", sku: null, codigo_barras: null, descripcion: null, categoria: null, precio: 0,
      tipo_iva: 10, stock: 0, unidad: "ud", clase: "goods", stock_minimo: 0, etiquetas: [],
      creado: "2026-03-02T12:00:00.000Z",
    })
    assert.deepStrictEqual(rows.map(({ table }) => table), ["product"])
    assert.deepStrictEqual(events, [{ suceso: "product.updated", datos: { producto: result } }])
  })

  it("that starts below its minimum has not crossed it", () => {
    assert.deepStrictEqual(
      sucesos(decided(createProduct(id, { nombre: "x", stock: 1, stock_minimo: 2 }), { organization })),
      ["product.updated"],
    )
  })

  it("takes its sku, which no other product may have", () => {
    const decision = decided(createProduct(id, { nombre: "x", sku: "A 1" }), { organization })
    assert.deepStrictEqual(rowOf(decision, "productSku"), skuRow("A 1", decision.result.id))
    const taken: RowSet = { organization, productSku: [skuRow("A 1", "otro")] }
    assert.strictEqual(reason(createProduct(id, { nombre: "x", sku: "A 1" }), taken), "sku_repetido")
    assert.isTrue(Either.isRight(decideOn(createProduct(id, { nombre: "x", sku: "a 1" }), taken)))
    assert.isTrue(Either.isRight(decideOn(createProduct(id, { nombre: "x", sku: "" }), taken)))
  })
})

describe("a product's patch", () => {
  it("changes what it names, moves the product to the end of the order of changes, and emits an event", () => {
    const decision = patched({ precio: decimal8(12_345_678n), stock: -4, etiquetas: [] }, { ...product, stock: 1 })
    const row = { ...product, precio: decimal8(12_345_678n), stock: -4, etiquetas: [], modifiedSequence: 101 }
    assert.deepStrictEqual(rowOf(decision, "product"), row)
    assert.deepInclude(decision.result, { precio: 0.12345678, stock: -4 })
    assert.deepStrictEqual(decision.events, [{ suceso: "product.updated", datos: { producto: decision.result } }])
  })

  it("resets with null: to null, or to the default where null is not allowed", () => {
    const reset = { codigo_barras: null, precio: null, tipo_iva: null, unidad: null, clase: null, etiquetas: null }
    const { result } = patched({ ...reset, stock: null, stock_minimo: null }, { ...product, clase: "service", unidad: "h" })
    assert.deepInclude(result, { codigo_barras: null, precio: 0, tipo_iva: 10, unidad: "ud", clase: "goods" })
    assert.deepInclude(result, { stock: 0, stock_minimo: 0, etiquetas: [], sku: "T-4" })
  })

  it("writes nothing when it changes nothing", () => {
    const same: ReadonlyArray<ProductPatch> = [
      {}, { sku: "T-4" }, { stock: undefined }, { precio: product.precio, etiquetas: ["rojo"], descripcion: "" },
    ]
    for (const patch of same) {
      assert.deepStrictEqual(patched(patch), { result: productResource(product), rows: [], events: [] })
    }
  })

  it("emits an event when stock falls below the minimum, or the minimum rises above it, and no second one", () => {
    const crossing = ["product.updated", "stock.below_minimum"]
    assert.deepStrictEqual(sucesos(patched({ stock: 4 })), crossing)
    assert.deepStrictEqual(sucesos(patched({ stock_minimo: 9 })), crossing)
    assert.deepStrictEqual(sucesos(patched({ stock: 5 })), ["product.updated"])
    assert.deepStrictEqual(sucesos(patched({ stock: 2 }, { ...product, stock: 4 })), ["product.updated"])
    const { events, result } = patched({ stock: 0 })
    assert.deepStrictEqual(events[1], { suceso: "stock.below_minimum", datos: { producto: result } })
  })

  it("frees the old sku and takes the new one, unless another product has it", () => {
    const moved = patched({ sku: "T-5" })
    assert.deepStrictEqual(moved.removed, [key("productSku", id, "T-4")])
    assert.deepStrictEqual(rowOf(moved, "productSku"), skuRow("T-5", product.id))
    const freed = patched({ sku: null })
    assert.deepStrictEqual([freed.removed, rowOf(freed, "productSku")], [[key("productSku", id, "T-4")], undefined])
    const taken = stored(product, skuRow("T-5", "otro"))
    assert.strictEqual(reason(updateProduct(id, product.id, { sku: "T-5" }), taken), "sku_repetido")
  })

  it("gives the product that the merged body would have created", () => {
    const bodies = [Arbitrary.make(ProductInput), Arbitrary.make(ProductPatch)] as const
    fc.assert(fc.property(...bodies, (input, patch) => {
      const created = must(rowOf(decided(createProduct(id, input), { organization }), "product"))
      const merged = decided(createProduct(id, { ...input, ...given(patch) }), { organization }).result
      assert.deepStrictEqual(patched(patch, created).result, { ...merged, id: created.id })
    }), { numRuns: 2000 })
  })

  it("is refused for a product that does not exist", () => {
    assert.strictEqual(reason(updateProduct(id, "nada", { sku: "T-4" }), stored(product)), "NotFound")
  })
})

describe("a product's deletion", () => {
  it("removes it and its sku, and emits an event with what it was", () => {
    const decision = decided(deleteProduct(id, product.id), stored(product))
    assert.deepStrictEqual(decision.removed, [key("product", id, product.id), key("productSku", id, "T-4")])
    assert.deepStrictEqual(decision.events, [{ suceso: "product.deleted", datos: { producto: productResource(product) } }])
    assert.strictEqual(reason(deleteProduct(id, "nada"), {}), "NotFound")
  })
})
