import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { amountPieces, amountRange, amountsOf, companyScales, groupScales } from "../../adapters/postgres/lists/amounts.ts"
import { counterStatements } from "../../adapters/postgres/lists/counters.ts"
import { groupsOf } from "../../adapters/postgres/lists/invoiceGroups.ts"
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

const scales = fc.constantFrom(companyScales, groupScales)

const bounds = fc.option(amounts, { nil: undefined })

const rangeOf = (from: number | undefined, to: number | undefined) =>
  amountRange([
    ...(from === undefined ? [] : [{ kind: "from", field: "total", value: from } as const]),
    ...(to === undefined ? [] : [{ kind: "to", field: "total", value: to } as const]),
  ])

describe("counted amounts", () => {
  it("add up to any range: each amount within it is in one piece, and none beyond", () => {
    fc.assert(fc.property(scales, bounds, bounds, amounts, (digits, from, to, total) => {
      const pieces = amountPieces(rangeOf(from, to), digits)
      const within = total >= (from ?? total) && total <= (to ?? total)
      const held = amountsOf(total, digits).filter(({ amount, digits }) =>
        pieces.counted.some((piece) => piece.digits === digits && amount >= piece.from && amount <= piece.to))
      const beside = pieces.uncounted.filter((end) => total >= end.from && total <= end.to)
      assert.strictEqual(held.length + beside.length, within ? 1 : 0, JSON.stringify(pieces))
    }), { numRuns: 5_000 })
  })

  it("are few for each range, however wide", () => {
    fc.assert(fc.property(scales, bounds, bounds, (digits, from, to) => {
      const { counted, uncounted } = amountPieces(rangeOf(from, to), digits)
      assert.isAtMost(counted.length, 2 * digits.length - 1)
      assert.isAtMost(uncounted.length, 2)
      assert.isTrue([...counted, ...uncounted].every((piece) => piece.from <= piece.to))
      // Amounts of so few digits are told apart; of more, what begins as one end does is looked at, or as both where they touch.
      const finest = Math.max(...digits)
      for (const end of uncounted) {
        assert.isBelow(end.to - end.from, 2 * 10 ** Math.max(0, String(Math.abs(end.from)).length - finest))
      }
    }), { numRuns: 4_000, examples: [[companyScales, -1_122, -1_111]] })
    assert.deepStrictEqual(amountPieces({ from: 124_000, to: 10 ** 15 - 1 }, companyScales), {
      counted: [{ digits: 1, from: 200_000, to: 10 ** 15 - 1 }, { digits: 3, from: 124_000, to: 199_999 }],
      uncounted: [],
    })
    assert.deepStrictEqual(amountPieces({ from: 1_001, to: 1_999 }, companyScales), {
      counted: [{ digits: 3, from: 1_010, to: 1_999 }],
      uncounted: [{ from: 1_001, to: 1_009 }],
    })
    assert.deepStrictEqual(amountPieces({ from: 1_001, to: 12_999 }, groupScales), {
      counted: [{ digits: 2, from: 1_100, to: 12_999 }],
      uncounted: [{ from: 1_001, to: 1_099 }],
    })
    assert.deepStrictEqual(amountPieces({ from: -1_999, to: -1_000 }, companyScales), {
      counted: [{ digits: 1, from: -1_999, to: -1_000 }],
      uncounted: [],
    })
    assert.deepStrictEqual(amountPieces({ from: 2, to: 1 }, companyScales), { counted: [], uncounted: [] })
  })

  it("are written for each label too, where a total or a group comes in or changes", () => {
    const id = sampleOrganizationId()
    const draft = sampleInvoice(id, 1, { total: cents(12_345), etiquetas: ["uno"] })
    const written = (after: Invoice, before?: Invoice) => {
      const rows = new Snapshot()
      if (before !== undefined) rows.add([key("invoice", id, before.id)], { invoice: [before] })
      rows.set("invoice", after)
      return counterStatements(rows.changes()).flatMap(({ name, values }) =>
        (name === "count amounts" ? [JSON.parse(String(values[0]))] : []).flat())
    }
    const [all, labelled] = groupsOf(draft).flatMap((group) => (group.scale === "ever" ? [group.id] : []))
    const of = (group_id: string | undefined, digits: number, amount: number, n: number, place: number | null = 1) =>
      ({ organization_id: id, group_id, first_created: place, last_created: place, digits, amount, n })
    assert.deepStrictEqual(written(draft), [
      of(id, 1, 10_000, 1), of(id, 3, 12_300, 1), of(all, 2, 12_000, 1), of(labelled, 2, 12_000, 1),
    ])
    const changed = { ...draft, modifiedSequence: 2 }
    assert.deepStrictEqual(written({ ...changed, notas: "otra" }, draft), [])
    assert.deepStrictEqual(written({ ...changed, total: cents(12_400), etiquetas: [] }, draft), [
      of(id, 1, 10_000, 0), of(id, 3, 12_300, -1, null), of(all, 2, 12_000, 0), of(labelled, 2, 12_000, -1, null),
      of(id, 3, 12_400, 1),
    ])
    const issued: Invoice = { ...changed, lifecycle: "issued", numero: 1 }
    const [sent, sentLabelled] = groupsOf(issued).flatMap((group) => (group.scale === "ever" ? [group.id] : []))
    // Of what has a number the total never changes: the company's amounts are not written.
    assert.deepStrictEqual(written(issued, draft), [
      of(all, 2, 12_000, -1, null), of(labelled, 2, 12_000, -1, null), of(sent, 2, 12_000, 1), of(sentLabelled, 2, 12_000, 1),
    ])
  })
})
