import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Schema } from "effect"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { PurchaseOrderInput } from "../../core/purchases/PurchaseOrder.ts"
import { type PurchaseOrderFilters, purchaseOrderFilters } from "../../core/purchases/purchaseOrderFilters.ts"
import { deletionRefusal, patchRefusal } from "../../core/purchases/purchaseOrderState.ts"
import { listPurchaseOrders, readPurchaseOrder } from "../../core/purchases/readPurchaseOrders.ts"
import { notFound } from "../../core/refusals/refusal.ts"
import { idOf, makeScene } from "../http/scene.ts"

describe("purchase orders", () => {
  it.scoped("are read one by one, and listed by state, supplier and day", () =>
    Effect.gen(function*() {
      const { organizationId, post, provide } = yield* makeScene()
      const supplier = (nombre: string) => Effect.map(post("/contactos", { nombre, tipo: "supplier" }), idOf)
      const [mill, shop] = [yield* supplier("Papelera"), yield* supplier("Ferretería")]
      const order = (body: object) => Effect.map(post("/pedidos-compra", { lineas: [{ descripcion: "Tóner" }], ...body }), idOf)
      const old = yield* order({ proveedor_id: mill, fecha: "2026-01-10", estado: "cancelled" })
      const late = yield* order({ proveedor_id: shop, fecha: "2026-02-10" })
      const read = (id: string) => provide(readPurchaseOrder(organizationId, id))
      assert.deepInclude(yield* Effect.orDie(read(late)), { id: late, proveedor_id: shop, estado: "ordered" })
      assert.deepStrictEqual(yield* Effect.flip(read(mill)), notFound("el pedido"))
      const request = { orden: "antiguo", limite: 10, after: null } as const
      const listed = (filters?: PurchaseOrderFilters) =>
        Effect.map(Effect.orDie(provide(listPurchaseOrders(organizationId, request, filters))), ({ datos }) => datos.map(({ id }) => id))
      assert.deepStrictEqual(yield* listed(), [old, late])
      for (const filters of [{ estado: "cancelled" as const }, { proveedor_id: mill }, { fecha_hasta: "2026-01-10" }]) {
        assert.deepStrictEqual(yield* listed(filters), [old])
      }
      for (const filters of [{ estado: "ordered" as const }, { proveedor_id: shop }, { fecha_desde: "2026-02-10" }]) {
        assert.deepStrictEqual(yield* listed(filters), [late])
      }
    }))

  it("are filtered by nothing else", () => {
    const decode = inputDecoder(Schema.Struct(purchaseOrderFilters))
    const query = { estado: "ordered", proveedor_id: "p1", fecha_desde: "2026-01-01", fecha_hasta: "2026-01-02" }
    assert.deepStrictEqual<unknown>(decode(query), Either.right(query))
    assert.isTrue(Either.isLeft(decode({ notas: "x" })))
  })

  it("say why they can be changed or deleted no more", () => {
    const why = (estado: "received" | "cancelled") => patchRefusal(estado, { estado: "ordered" })?.mensaje
    assert.strictEqual(why("received"), "El pedido está recibido: solo se pueden cambiar sus notas.")
    assert.strictEqual(why("cancelled"), "El pedido está cancelado: solo se pueden cambiar sus notas.")
    assert.strictEqual(deletionRefusal("received")?.mensaje,
      "El pedido está recibido y no se puede borrar: lo que trajo está en el stock.")
  })

  it("have texts of limited length, and rates up to 100", () => {
    const decode = inputDecoder(PurchaseOrderInput)
    const accepted = (body: object, line: object = {}) =>
      Either.isRight(decode({ proveedor_id: "p1", lineas: [{ descripcion: "Tóner", ...line }], ...body }))
    for (const [campo, most] of [["producto_id", 64], ["descripcion", 1000]] as const) {
      assert.deepStrictEqual([most, most + 1].map((length) => accepted({}, { [campo]: "x".repeat(length) })), [true, false], campo)
    }
    for (const [campo, most] of [["proveedor_id", 40], ["notas", 5000]] as const) {
      assert.deepStrictEqual([most, most + 1].map((length) => accepted({ [campo]: "x".repeat(length) })), [true, false], campo)
    }
    assert.isFalse(accepted({ proveedor_id: "" }))
    assert.isFalse(accepted({}, { descripcion: "" }))
    assert.isFalse(accepted({}, { descripcion: null }))
    assert.isTrue(accepted({ estado: "ordered" }))
    assert.deepStrictEqual([-1, 0, 100, 101].map((tipo_iva) => accepted({}, { tipo_iva })), [false, true, true, false])
  })
})
