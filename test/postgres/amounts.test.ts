import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { amountPieces, amountRange, amountsOf } from "../../adapters/postgres/amounts.ts"
import { counterStatements } from "../../adapters/postgres/counters.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key } from "../../core/commit/tables.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { cents } from "../../core/money/cents.ts"
import { sampleInvoice, sampleOrganizationId } from "../support/samples.ts"

/** Amounts of all sizes, many of them where the digits change. */
const amounts: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -1_200, max: 1_200 }),
  fc.integer({ min: -(10 ** 14) + 1, max: 10 ** 14 - 1 }),
  fc.tuple(fc.nat(13), fc.integer({ min: 1, max: 9 }), fc.integer({ min: -1, max: 1 }), fc.constantFrom(1, -1))
    .map(([zeros, digit, beside, sign]) => sign * (digit * 10 ** zeros + beside)),
)

const bounds = fc.option(amounts, { nil: undefined })

const rangeOf = (from: number | undefined, to: number | undefined) =>
  amountRange([
    ...(from === undefined ? [] : [{ kind: "from", field: "total", value: from } as const]),
    ...(to === undefined ? [] : [{ kind: "to", field: "total", value: to } as const]),
  ])

describe("counted amounts", () => {
  it("add up to any range: each amount within it is in one piece, and none beyond", () => {
    fc.assert(fc.property(bounds, bounds, amounts, (from, to, total) => {
      const pieces = amountPieces(rangeOf(from, to))
      const within = total >= (from ?? total) && total <= (to ?? total)
      const times = amountsOf(total).filter((counted) =>
        pieces.some((piece) => piece.digits === counted.digits && counted.amount >= piece.from && counted.amount <= piece.to))
      assert.strictEqual(times.length, within ? 1 : 0, JSON.stringify(pieces))
    }), { numRuns: 5_000 })
  })

  it("are few for each range, however wide", () => {
    fc.assert(fc.property(bounds, bounds, (from, to) => {
      const pieces = amountPieces(rangeOf(from, to))
      assert.isAtMost(pieces.length, 5)
      assert.isTrue(pieces.every((piece) => piece.from <= piece.to))
      // Amounts of three digits are told apart one by one; of more, what begins as one end does, or as both where they touch.
      for (const piece of pieces.filter(({ digits }) => digits === 15)) {
        assert.isBelow(piece.to - piece.from, 2 * 10 ** Math.max(0, String(Math.abs(piece.from)).length - 3))
      }
    }), { numRuns: 2_000, examples: [[-1_122, -1_111]] })
    assert.deepStrictEqual(amountPieces({ from: 124_000, to: 10 ** 15 - 1 }), [
      { digits: 1, from: 200_000, to: 10 ** 15 - 1 },
      { digits: 3, from: 124_000, to: 199_999 },
    ])
    assert.deepStrictEqual(amountPieces({ from: -1_999, to: -1_000 }), [{ digits: 1, from: -1_999, to: -1_000 }])
    assert.deepStrictEqual(amountPieces({ from: 2, to: 1 }), [])
  })

  it("are written where a total comes in or changes, and not by an issue", () => {
    const id = sampleOrganizationId()
    const draft = sampleInvoice(id, 1, { total: cents(12_345) })
    const written = (after: Invoice, before?: Invoice) => {
      const rows = new Snapshot()
      if (before !== undefined) rows.add([key("invoice", id, before.id)], { invoice: [before] })
      rows.set("invoice", after)
      return counterStatements(rows.changes()).flatMap(({ name, values }) => (name === "count amounts" ? values : []))
    }
    const counted = { organization_id: id, first_created: 1, last_created: 1 }
    assert.deepStrictEqual(written(draft).map((value) => JSON.parse(String(value))), [[
      { ...counted, digits: 1, amount: 10_000, n: 1 },
      { ...counted, digits: 3, amount: 12_300, n: 1 },
      { ...counted, digits: 15, amount: 12_345, n: 1 },
    ]])
    assert.lengthOf(written({ ...draft, total: cents(12_346), modifiedSequence: 2 }, draft), 1)
    assert.deepStrictEqual(written({ ...draft, lifecycle: "issued", numero: 1, modifiedSequence: 2 }, draft), [])
  })
})
