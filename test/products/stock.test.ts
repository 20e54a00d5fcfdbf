import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import type { InvoiceLine } from "../../core/invoices/Invoice.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { fellBelowMinimum, movedStock, stockMoves } from "../../core/products/stock.ts"
import { conflict } from "../../core/refusals/refusal.ts"

type Line = Pick<InvoiceLine, "producto_id" | "cantidad" | "clase">

const goods = (producto_id: string | null, cantidad: number): Line =>
  ({ producto_id, cantidad: decimal6(Math.round(cantidad * 1e6)), clase: "goods" })

const issued = (...lines: ReadonlyArray<Line>) => Object.fromEntries(stockMoves(lines, "out"))

const anyLine: fc.Arbitrary<Line> = fc.record({
  producto_id: fc.constantFrom(null, "a", "b", "c"),
  cantidad: fc
    .oneof(
      fc.integer({ min: -5, max: 5 }).map((halves) => halves * 500_000),
      fc.integer({ min: -3_000_000, max: 3_000_000 }),
      fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
    )
    .map(decimal6),
  clase: fc.constantFrom("goods", "service"),
})

const moved = (stock: number, units: number): number =>
  Either.getOrThrowWith(movedStock({ nombre: "Tornillo", stock }, units), ({ mensaje }) => new Error(mensaje))

describe("the stock that a document moves", () => {
  it("at issue is that of the goods its lines name, and nothing else", () => {
    const service = { ...goods("b", 5), clase: "service" as const }
    const moves = issued(goods("a", 2), service, goods(null, 7), goods("c", 1), goods("a", 3))
    assert.deepStrictEqual(moves, { a: -5, c: -1 })
    assert.deepStrictEqual(issued(), {})
  })

  it("comes back for negative quantities of a rectifying invoice", () => {
    assert.deepStrictEqual(issued(goods("a", -2), goods("b", 1)), { a: 2, b: -1 })
  })

  it("is a product's summed quantity, rounded half away from zero", () => {
    assert.deepStrictEqual(issued(goods("a", 0.25), goods("a", 0.25)), { a: -1 })
    assert.deepStrictEqual(issued(goods("a", 2.5), goods("b", -2.5)), { a: -3, b: 3 })
    assert.deepStrictEqual(issued(goods("a", 1.499999)), { a: -1 })
    assert.deepStrictEqual(issued(goods("a", 0.3), goods("b", 4), goods("b", -4)), {})
  })

  it("is exact for 500 lines of the largest quantity", () => {
    const most = Array.from({ length: 500 }, () => goods("a", 999_999_999.999999))
    assert.deepStrictEqual(issued(...most, goods("a", 0.0005)), { a: -500_000_000_000 })
    assert.deepStrictEqual(issued(...most, goods("a", -0.499501)), { a: -499_999_999_999 })
  })

  it("is less than a unit off for each product, whatever the order of the lines", () => {
    fc.assert(fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => {
      const moves = stockMoves(lines, "in")
      for (const product of ["a", "b", "c"]) {
        const own = lines.filter(({ clase, producto_id }) => producto_id === product && clase === "goods")
        const exact = own.reduce((sum, { cantidad }) => sum + BigInt(cantidad), 0n)
        // Twice the distance in millionths, counted away from zero: a half rounds up in size.
        const off = 2n * (BigInt(moves.get(product) ?? 0) * 1_000_000n - exact) * (exact < 0n ? -1n : 1n)
        assert.isTrue(off > -1_000_000n && off <= 1_000_000n, `${product}: ${off}`)
        assert.notStrictEqual(moves.get(product), 0)
      }
      assert.deepStrictEqual(new Map(stockMoves(lines.toReversed(), "in")), new Map(moves))
      assert.isTrue([...moves.keys()].every((product) => ["a", "b", "c"].includes(product)))
    }), { numRuns: 5_000 })
  })

  it("at an annulment is the exact opposite of the issue", () => {
    fc.assert(fc.property(fc.array(anyLine), (lines) => {
      const back = [...stockMoves(lines, "in")].map(([product, units]) => [product, -units])
      assert.deepStrictEqual(back, [...stockMoves(lines, "out")])
    }), { numRuns: 5_000 })
  })
})

describe("stock", () => {
  it("may be sold below zero, to 12 digits", () => {
    assert.strictEqual(moved(3, -5), -2)
    assert.strictEqual(moved(999_999_999_998, 1), 999_999_999_999)
    assert.strictEqual(moved(-999_999_999_998, -1), -999_999_999_999)
    const refused = Either.left(
      conflict("stock_fuera_de_limites", "El stock de «Tornillo» no puede pasar de 12 cifras."),
    )
    assert.deepStrictEqual(movedStock({ nombre: "Tornillo", stock: 999_999_999_999 }, 1), refused)
    assert.deepStrictEqual(movedStock({ nombre: "Tornillo", stock: -999_999_999_999 }, -1), refused)
  })

  it("falls below its minimum when it was not below before", () => {
    const crosses = (before: number, after: number, minimum = 5) =>
      fellBelowMinimum({ stock: before, stock_minimo: minimum }, { stock: after, stock_minimo: minimum })
    assert.isTrue(crosses(5, 4))
    assert.isTrue(crosses(9, -3))
    assert.isFalse(crosses(6, 5))
    assert.isFalse(crosses(4, 3))
    assert.isFalse(crosses(4, 5))
    assert.isTrue(crosses(0, -1, 0))
  })

  it("falls below it also when the minimum itself is raised", () => {
    assert.isTrue(fellBelowMinimum({ stock: 5, stock_minimo: 5 }, { stock: 5, stock_minimo: 6 }))
    assert.isFalse(fellBelowMinimum({ stock: 5, stock_minimo: 6 }, { stock: 5, stock_minimo: 9 }))
    assert.isFalse(fellBelowMinimum({ stock: 5, stock_minimo: 6 }, { stock: 5, stock_minimo: 5 }))
    assert.isFalse(fellBelowMinimum({ stock: 5, stock_minimo: 5 }, { stock: 6, stock_minimo: 6 }))
  })

  it("causes one event for each time it falls below the minimum, whatever moves stock or minimum", () => {
    const change = fc.oneof(
      fc.record({ units: fc.integer({ min: -6, max: 6 }) }),
      fc.record({ stock_minimo: fc.nat(10) }),
    )
    const start = fc.record({ stock: fc.nat(10), stock_minimo: fc.nat(10) })
    fc.assert(fc.property(start, fc.array(change, { maxLength: 40 }), (start, changes) => {
      let level = start
      let events = 0
      const levels = [level]
      for (const change of changes) {
        const after = "units" in change
          ? { stock: moved(level.stock, change.units), stock_minimo: level.stock_minimo }
          : { stock: level.stock, stock_minimo: change.stock_minimo }
        if (fellBelowMinimum(level, after)) events += 1
        level = after
        levels.push(level)
      }
      // One letter per level. Every run of "b" except at the very start is one fall below the minimum.
      const course = levels.map(({ stock, stock_minimo }) => (stock < stock_minimo ? "b" : "a")).join("")
      assert.strictEqual(events, course.match(/(?<=a)b+/g)?.length ?? 0)
    }), { numRuns: 5_000 })
  })

  it("is restored once every document is annulled, in any order", () => {
    const documents = fc.array(fc.array(anyLine, { maxLength: 6 }), { maxLength: 8 })
    const starts = fc.integer({ min: -1000, max: 1000 })
    fc.assert(fc.property(documents, starts, fc.infiniteStream(fc.nat()), (issuedOnes, start, order) => {
      const stock = new Map(["a", "b", "c"].map((product) => [product, start]))
      const move = (lines: ReadonlyArray<Line>, direction: "in" | "out") => {
        for (const [product, units] of stockMoves(lines, direction)) {
          stock.set(product, moved(stock.get(product) ?? 0, units))
        }
      }
      for (const lines of issuedOnes) move(lines, "out")
      const left = [...issuedOnes]
      while (left.length > 0) {
        const next: number = order.next().value
        for (const lines of left.splice(next % left.length, 1)) move(lines, "in")
      }
      assert.deepStrictEqual([...stock.values()], [start, start, start])
    }), { numRuns: 3_000 })
  })
})
