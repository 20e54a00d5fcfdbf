import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either } from "effect"
import * as fc from "fast-check"
import { instant } from "../../core/calendar/instant.ts"
import type { Decision } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { createExpense } from "../../core/expenses/createExpense.ts"
import { deleteExpense } from "../../core/expenses/deleteExpense.ts"
import { type Expense, ExpenseInput, ExpensePatch, expenseResource } from "../../core/expenses/Expense.ts"
import { judgeExpense } from "../../core/expenses/judgeExpense.ts"
import { updateExpense } from "../../core/expenses/updateExpense.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { conflict, notFound } from "../../core/refusals/refusal.ts"
import { carriedOut, decideOn, noon, refusalOf } from "../support/decideOn.ts"
import { id, must, rowOf } from "../support/issuing.ts"
import { day, sampleContact, sampleExpense, sampleOrganization } from "../support/samples.ts"

const decodeInput = inputDecoder(ExpenseInput)
const decodePatch = inputDecoder(ExpensePatch)

const organization = sampleOrganization(id)
const lawyer = sampleContact(id, 1, { tipo: "supplier", nombre: "Bufete Ruiz", irpf: 15 })
const shop = sampleContact(id, 2, { tipo: "supplier", nombre: "Ferretería Sol", irpf: 0 })
const buyer = sampleContact(id, 3, { tipo: "customer" })
const rows: RowSet = { organization: [organization], contact: [lawyer, shop, buyer] }

const creating = (body: object, given = rows, now = noon) =>
  decideOn(createExpense(id, carriedOut(decodeInput({ base: 100, ...body }))), given, now)

const patching = (expense: Expense, body: object, given = rows) =>
  decideOn(updateExpense(id, expense.id, carriedOut(decodePatch(body))), { ...given, expense: [expense] }, noon, 50)

const expenseOf = (decision: Decision<unknown>): Expense => must(rowOf(decision, "expense"))

/** A lawyer's bill of 100.00 + 21 %. */
const bill = expenseOf(carriedOut(creating({ proveedor_id: lawyer.id, referencia: "F1" })))

describe("a new expense", () => {
  it("needs only a base; the rest has defaults (decisions, Expenses)", () => {
    const decision = carriedOut(creating({}))
    assert.deepStrictEqual(decision.result, {
      id: expenseOf(decision).id, proveedor_id: null, proveedor: null, referencia: null, categoria: null, clase: null,
      fecha: "2026-03-02T00:00:00.000Z", base: 100, tipo_iva: 21, cuota_iva: 21, irpf: 0, total: 121, pagado: false,
      notas: null, estado_aprobacion: "none", creado: "2026-03-02T12:00:00.000Z",
    })
    assert.deepStrictEqual(decision.events, [{ suceso: "expense.created", datos: { gasto: decision.result } }])
    assert.deepStrictEqual(decision.rows.map(({ table }) => table), ["expense"])
  })

  it("keeps the day it shows when that is sent back, however far behind UTC clocks were", () => {
    for (const [region_fiscal, day] of [["peninsula", "1900-01-01"], ["canarias", "1930-05-05"], ["canarias", "2026-07-05"]] as const) {
      const given = { ...rows, organization: [{ ...organization, region_fiscal }] }
      const shown = carriedOut(creating({ fecha: day }, given)).result.fecha
      for (const fecha of [shown, `${day}T00:00Z`, `${day}t00:00:00+00:00`]) {
        assert.strictEqual(carriedOut(creating({ fecha }, given)).result.fecha, `${day}T00:00:00.000Z`)
      }
    }
  })

  it("takes the organization's rate, and the supplier's name and withholding, which is not part of the total", () => {
    const canaries = { ...organization, region_fiscal: "canarias" as const, tipo_iva_defecto: decimal6(7_000_000) }
    const decision = carriedOut(creating({ proveedor_id: lawyer.id }, { ...rows, organization: [canaries] }))
    assert.deepInclude(decision.result, { tipo_iva: 7, cuota_iva: 7, total: 107, irpf: 15, proveedor: "Bufete Ruiz" })
    assert.strictEqual(carriedOut(creating({ proveedor_id: lawyer.id, irpf: 0 })).result.irpf, 0)
  })

  it("counts as a use of its supplier", () => {
    const { rows: written } = carriedOut(creating({ proveedor_id: lawyer.id }))
    assert.deepInclude(written, { table: "contactUse", row: { organizationId: id, id: lawyer.id, used: true } })
  })

  it("has the civil day of the organization's zone", () => {
    const lateEvening = instant(Date.parse("2026-03-01T23:30:00Z"))
    const fechas = (["peninsula", "canarias"] as const).map((region_fiscal) => {
      const given = { ...rows, organization: [{ ...organization, region_fiscal }] }
      const { fecha } = carriedOut(creating({}, given, lateEvening)).result
      return [fecha, carriedOut(creating({ fecha: "2025-12-31T23:30:00Z" }, given)).result.fecha]
    })
    assert.deepStrictEqual(fechas, [
      ["2026-03-02T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
      ["2026-03-01T00:00:00.000Z", "2025-12-31T00:00:00.000Z"],
    ])
  })

  it("can be negative, as a credit note", () => {
    const { result } = carriedOut(creating({ base: -10.5, tipo_iva: 10 }))
    assert.deepInclude(result, { base: -10.5, cuota_iva: -1.05, total: -11.55 })
  })

  it("is refused with everything that is wrong at once", () => {
    assert.deepStrictEqual(refusalOf(creating({ proveedor_id: "nada", base: 999_999_999_999 })), [
      "proveedor_id: no existe ese contacto",
      "base: el total no puede pasar de 12 cifras enteras",
    ])
    const day = "fecha: debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601, entre los años 1900 y 2200"
    assert.deepStrictEqual(refusalOf(creating({ fecha: "2200-12-31T23:30:00Z" })), [day])
    const noSupplier = refusalOf(creating({ proveedor_id: buyer.id }))
    assert.deepStrictEqual(noSupplier, ["proveedor_id: ese contacto no es un proveedor"])
  })

  it("can be anything the schema lets through", () => {
    fc.assert(fc.property(Arbitrary.make(ExpenseInput), (given) => {
      const input = { ...given, proveedor_id: null }
      const row = expenseOf(carriedOut(decideOn(createExpense(id, input), rows)))
      assert.strictEqual(row.total, row.base + row.cuota_iva)
      assert.strictEqual(row.base, input.base)
    }), { numRuns: 2_000 })
  })
})

describe("a patch of an expense", () => {
  it("changes what it names, and the amounts that follow from it", () => {
    const decision = carriedOut(patching(bill, { base: 200, tipo_iva: 10, pagado: true, clase: "service" }))
    const expected = {
      ...bill, base: cents(20_000), tipo_iva: decimal6(10_000_000), cuota_iva: cents(2_000), total: cents(22_000),
      pagado: true, clase: "service", modifiedSequence: 51,
    } as const
    assert.deepStrictEqual(expenseOf(decision), expected)
    assert.deepStrictEqual(decision.result, expenseResource(expected))
    assert.deepStrictEqual(decision.events, [])
  })

  it("writes nothing when it changes nothing", () => {
    const same = { base: 100, referencia: "F1", pagado: false, fecha: "2026-03-02T00:00:00.000Z", notas: null }
    for (const body of [{}, same]) {
      assert.deepStrictEqual(carriedOut(patching(bill, body)), { result: expenseResource(bill), rows: [], events: [] })
    }
  })

  it("takes an undefined property as left out", () => {
    const left = { proveedor_id: undefined, referencia: undefined, tipo_iva: undefined, notas: undefined }
    const paid = decideOn(updateExpense(id, bill.id, { ...left, pagado: true }), { ...rows, expense: [bill] }, noon, 50)
    assert.deepStrictEqual(expenseOf(carriedOut(paid)), { ...bill, pagado: true, modifiedSequence: 51 })
    const approved = { ...bill, estado_aprobacion: "approved" } as const
    assert.deepStrictEqual(carriedOut(decideOn(updateExpense(id, bill.id, left), { ...rows, expense: [approved] })).rows, [])
  })

  it("resets with null: the day to that of creation, rate and withholding to their source", () => {
    const set = sampleExpense(id, 9, {
      proveedor_id: lawyer.id, proveedor: "Bufete Ruiz", fecha: day("2025-01-01"), tipo_iva: decimal6(4_000_000),
      irpf: 7, pagado: true, creado: instant(Date.parse("2026-02-28T23:30:00Z")), estado_aprobacion: "rejected",
    })
    const nulls = { fecha: null, tipo_iva: null, irpf: null, pagado: null, referencia: null, clase: null, notas: null }
    assert.deepInclude(carriedOut(patching(set, nulls)).result, {
      fecha: "2026-03-01T00:00:00.000Z", tipo_iva: 21, cuota_iva: -21, irpf: 15, pagado: false, referencia: null,
      clase: null, notas: null, proveedor: "Bufete Ruiz",
    })
    const without = carriedOut(patching(set, { proveedor_id: null, irpf: null })).result
    assert.deepInclude(without, { proveedor_id: null, proveedor: null, irpf: 0 })
  })

  it("keeps the supplier's name and withholding as of when it was chosen", () => {
    const renamed = { ...rows, contact: [{ ...lawyer, nombre: "Ruiz y Asociados", irpf: 7 }, shop, buyer] }
    assert.deepInclude(carriedOut(patching(bill, { notas: "x" }, renamed)).result, { proveedor: "Bufete Ruiz", irpf: 15 })
    const again = carriedOut(patching(bill, { proveedor_id: lawyer.id }, renamed)).result
    assert.deepInclude(again, { proveedor: "Ruiz y Asociados", irpf: 15 })
    const other = carriedOut(patching(bill, { proveedor_id: shop.id }, renamed))
    assert.deepInclude(other.result, { proveedor: "Ferretería Sol", irpf: 15 })
    assert.deepInclude(other.rows, { table: "contactUse", row: { organizationId: id, id: shop.id, used: true } })
  })

  it("accepts a supplier that has become a customer, unless it names it", () => {
    const turned = { ...rows, contact: [{ ...lawyer, tipo: "customer" as const }] }
    assert.strictEqual(carriedOut(patching(bill, { notas: "x" }, turned)).result.notas, "x")
    assert.deepStrictEqual(refusalOf(patching(bill, { proveedor_id: lawyer.id }, turned)),
      ["proveedor_id: ese contacto no es un proveedor"])
  })

  it("is refused with everything that is wrong; the base cannot be null, and unknown properties are refused", () => {
    const wrong = decodePatch({ base: null, irpf: 1.5, proveedor: "X", total: 1, estado_aprobacion: "approved" })
    const campos = refusalOf(wrong).map((text) => text.split(":")[0])
    assert.sameMembers(campos, ["base", "irpf", "proveedor", "total", "estado_aprobacion"])
    assert.deepStrictEqual(refusalOf(decodePatch({ base: null })), ["base: es obligatorio"])
    const both = refusalOf(patching(bill, { proveedor_id: "nada", base: 999_999_999_999 }))
    assert.deepStrictEqual(both.map((text) => text.split(":")[0]), ["proveedor_id", "base"])
  })

  it("changes bookkeeping only of an approved expense, or is refused as a whole", () => {
    const approved = { ...bill, estado_aprobacion: "approved" } as const
    const bookkeeping = { pagado: true, notas: "n", categoria: "c" }
    assert.deepInclude(carriedOut(patching(approved, bookkeeping)).result, bookkeeping)
    assert.deepStrictEqual(refusalOf(patching(approved, { pagado: true, base: 100 })), ["gasto_aprobado"])
  })
})

describe("approval and deletion", () => {
  const judging = (expense: Expense, action: Parameters<typeof judgeExpense>[2]) =>
    decideOn(judgeExpense(id, expense.id, action), { expense: [expense] }, noon, 50)

  it("emit an event only for an approval", () => {
    const asked = carriedOut(judging(bill, "solicitar-aprobacion"))
    assert.deepStrictEqual(expenseOf(asked), { ...bill, estado_aprobacion: "pending", modifiedSequence: 51 })
    assert.deepStrictEqual(asked.events, [])
    assert.deepStrictEqual(carriedOut(judging(expenseOf(asked), "rechazar")).events, [])
    const given = carriedOut(judging(expenseOf(asked), "aprobar"))
    assert.deepStrictEqual(given.events, [{ suceso: "expense.approved", datos: { gasto: given.result } }])
    assert.strictEqual(given.result.estado_aprobacion, "approved")
    assert.deepStrictEqual(refusalOf(judging(expenseOf(given), "aprobar")), ["gasto_aprobado"])
  })

  it("an approved one stays, any other can be deleted", () => {
    const deleting = (expense: Expense) => decideOn(deleteExpense(id, expense.id), { expense: [expense] })
    const removed = [key("expense", id, bill.id)]
    assert.deepInclude(carriedOut(deleting(bill)), { removed, rows: [], events: [] })
    assert.deepStrictEqual(deleting({ ...bill, estado_aprobacion: "approved" }),
      Either.left(conflict("gasto_aprobado", "El gasto está aprobado y no se puede borrar.")))
  })

  it("are refused for an expense that does not exist", () => {
    const missing = Either.left(notFound("el gasto"))
    assert.deepStrictEqual(decideOn(deleteExpense(id, "nada"), rows), missing)
    assert.deepStrictEqual(decideOn(judgeExpense(id, "nada", "aprobar"), rows), missing)
    assert.deepStrictEqual(decideOn(updateExpense(id, "nada", {}), rows), missing)
  })
})
