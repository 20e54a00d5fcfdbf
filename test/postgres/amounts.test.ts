import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { amountPieces, amountRange, amountsOf, companyScales, groupScales } from "../../adapters/postgres/lists/amounts.ts"
import { counterStatements } from "../../adapters/postgres/lists/counters.ts"
import { groupsOf } from "../../adapters/postgres/lists/invoiceGroups.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key } from "../../core/commit/tables.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { cents } from "../../core/money/cents.ts"
import { sampleId, sampleInvoice, sampleOrganizationId } from "../support/samples.ts"

/** Amounts of all sizes, many of them where the digits change. */
const amounts: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -1_200, max: 1_200 }),
  fc.integer({ min: -(10 ** 14) + 1, max: 10 ** 14 - 1 }),
  fc.tuple(fc.nat(13), fc.integer({ min: 1, max: 9 }), fc.integer({ min: -1, max: 1 }), fc.constantFrom(1, -1))
    .map(([zeros, digit, beside, sign]) => sign * (digit * 10 ** zeros + beside)),
)

const scales = fc.constantFrom(companyScales, ...Object.values(groupScales))

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
    assert.deepStrictEqual(amountPieces({ from: 1_001, to: 12_999 }, groupScales.month), {
      counted: [{ digits: 2, from: 1_100, to: 12_999 }],
      uncounted: [{ from: 1_001, to: 1_099 }],
    })
    assert.deepStrictEqual(amountPieces({ from: -1_999, to: -1_000 }, companyScales), {
      counted: [{ digits: 1, from: -1_999, to: -1_000 }],
      uncounted: [],
    })
    assert.deepStrictEqual(amountPieces({ from: 2, to: 1 }, companyScales), { counted: [], uncounted: [] })
  })

  it("are told of each group that a commit comes upon but those of days, and of the company where a total comes in or changes", () => {
    const id = sampleOrganizationId()
    const draft = sampleInvoice(id, 1, { total: cents(12_345), contacto_id: sampleId(), etiquetas: ["uno"] })
    const written = (after: Invoice, before?: Invoice) => {
      const rows = new Snapshot()
      if (before !== undefined) rows.add([key("invoice", id, before.id)], { invoice: [before] })
      rows.set("invoice", after)
      const [, groups, moved, company] = counterStatements(rows.changes()).find(({ name }) => name === "count parts of invoices")?.values ?? []
      return { groups, moved: JSON.parse(String(moved)), company: JSON.parse(String(company)) }
    }
    const company = (kind: string, value: number, n: number, place: number | null = 1) =>
      ({ organization_id: id, group_id: id, kind, value, n, first_created: place, last_created: place })
    /** Ever, by month and of its contact; and under its label likewise. */
    const countedGroups = (invoice: Invoice) => groupsOf(invoice).flatMap((group) => (group.scale === "day" ? [] : [group.id]))
    const groups = countedGroups(draft)
    assert.strictEqual(groups.length, 6)
    const days = { emision: draft.fecha_emision, vencimiento: draft.fecha_vencimiento, last_day: null }
    const moved = (n: 1 | -1, total: number, of: ReadonlyArray<string>) =>
      ({ organization_id: id, groups: of, n, created_sequence: 1, total, ...days })
    assert.deepStrictEqual(written(draft), {
      groups, moved: [moved(1, 12_345, groups)], company: [company("amount1", 10_000, 1), company("amount3", 12_300, 1)],
    })
    const changed = { ...draft, modifiedSequence: 2 }
    const fewer = { ...changed, total: cents(12_400), etiquetas: [] }
    assert.deepStrictEqual(written(fewer, draft), {
      groups,
      moved: [moved(-1, 12_345, groups), moved(1, 12_400, countedGroups(fewer))],
      company: [company("amount1", 10_000, 0), company("amount3", 12_300, -1, null), company("amount3", 12_400, 1)],
    })
    const issued: Invoice = { ...changed, lifecycle: "issued", numero: 1, fecha_vencimiento: null }
    // Of what has a number the total never changes: the company's amounts are not written.
    assert.deepStrictEqual(written(issued, draft), {
      groups: [...groups, ...countedGroups(issued)],
      moved: [moved(-1, 12_345, groups), { ...moved(1, 12_345, countedGroups(issued)), vencimiento: null }],
      company: [],
    })
  })
})
