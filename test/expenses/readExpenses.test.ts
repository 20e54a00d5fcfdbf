import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Schema } from "effect"
import { ApprovalState } from "../../core/expenses/approval.ts"
import { ExpenseInput } from "../../core/expenses/Expense.ts"
import { type ExpenseFilters, expenseFilters } from "../../core/expenses/expenseFilters.ts"
import { listExpenses, readExpense } from "../../core/expenses/readExpenses.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { notFound } from "../../core/refusals/refusal.ts"
import { idOf, makeScene } from "../http/scene.ts"

describe("expenses", () => {
  it.scoped("are read one by one, and listed by supplier, category, payment, approval, day and words", () =>
    Effect.gen(function*() {
      const { organizationId, post, provide } = yield* makeScene()
      const supplier = (nombre: string) => Effect.map(post("/contactos", { nombre, tipo: "supplier" }), idOf)
      const [mill, shop] = [yield* supplier("Papelera"), yield* supplier("Ferretería")]
      const old = idOf(yield* post("/gastos", { base: 5, proveedor_id: mill, categoria: "papel", pagado: true, fecha: "2026-01-10" }))
      const late = idOf(yield* post("/gastos", { base: 7, proveedor_id: shop, categoria: "obra", fecha: "2026-02-10" }))
      yield* post(`/gastos/${late}/solicitar-aprobacion`)
      const read = (id: string) => provide(readExpense(organizationId, id))
      assert.deepInclude(yield* Effect.orDie(read(late)), { id: late, proveedor_id: shop, categoria: "obra" })
      assert.deepStrictEqual(yield* Effect.flip(read(mill)), notFound("el gasto"))
      const request = { orden: "antiguo", limite: 10, after: null } as const
      const listed = (filters?: ExpenseFilters) =>
        Effect.map(Effect.orDie(provide(listExpenses(organizationId, request, filters))), ({ datos }) => datos.map(({ id }) => id))
      assert.deepStrictEqual(yield* listed(), [old, late])
      const first: ReadonlyArray<ExpenseFilters> = [{ proveedor_id: mill }, { categoria: "papel" }, { pagado: true },
        { estado_aprobacion: "none" }, { fecha_hasta: "2026-01-10" }, { buscar: "papelera" }]
      for (const filters of first) assert.deepStrictEqual(yield* listed(filters), [old])
      const second: ReadonlyArray<ExpenseFilters> = [{ proveedor_id: shop }, { categoria: "obra" }, { pagado: false },
        { estado_aprobacion: "pending" }, { fecha_desde: "2026-02-10" }, { buscar: "ferreteria" }]
      for (const filters of second) assert.deepStrictEqual(yield* listed(filters), [late])
    }))

  it("are filtered by nothing else", () => {
    const decode = inputDecoder(Schema.Struct(expenseFilters))
    const days = { fecha_desde: "2026-01-01", fecha_hasta: "2026-01-02" }
    for (const estado_aprobacion of ApprovalState.literals) {
      const query = { proveedor_id: "p1", categoria: "papel", pagado: "true", estado_aprobacion, buscar: "x", ...days }
      assert.deepStrictEqual<unknown>(decode(query), Either.right({ ...query, pagado: true }))
    }
    assert.isTrue(Either.isLeft(decode({ base: "5" })))
  })

  it("are not approved, asked for, approved or rejected", () => {
    assert.deepStrictEqual<ReadonlyArray<string>>(ApprovalState.literals, ["none", "pending", "approved", "rejected"])
  })

  it("have texts of limited length", () => {
    const decode = inputDecoder(ExpenseInput)
    for (const [campo, most] of [["proveedor_id", 40], ["referencia", 60], ["categoria", 120], ["notas", 5000]] as const) {
      const accepted = [most, most + 1].map((length) => Either.isRight(decode({ base: 5, [campo]: "x".repeat(length) })))
      assert.deepStrictEqual(accepted, [true, false], campo)
    }
  })
})
