import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import { groupsOf } from "../../adapters/postgres/groups/invoiceGroups.ts"
import { counterStatements } from "../../adapters/postgres/lists/counts/counters.ts"
import { amountPieces, amountRange, amountsOf, companyScales, groupScales } from "../../adapters/postgres/lists/grouped/amounts.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key } from "../../core/commit/tables.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { cents } from "../../core/money/cents.ts"
import { sampleId, sampleInvoice, sampleOrganizationId } from "../support/samples.ts"

/** Amounts of all sizes, many of them where the number of digits changes. */
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

const readParts = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Schema.Struct({
  group_id: Schema.String,
  kind: Schema.String,
  value: Schema.Int,
  n: Schema.Int,
  first_created: Schema.NullOr(Schema.Int),
  last_created: Schema.NullOr(Schema.Int),
  last_modified: Schema.NullOr(Schema.Int),
}))))

describe("counted amounts", () => {
  it("cover any range exactly: each amount in it is in one piece, and none beyond", () => {
    fc.assert(fc.property(scales, bounds, bounds, amounts, (digits, from, to, total) => {
      const pieces = amountPieces(rangeOf(from, to), digits)
      const within = total >= (from ?? total) && total <= (to ?? total)
      const held = amountsOf(total, digits).filter(({ amount, digits }) =>
        pieces.counted.some((piece) => piece.digits === digits && amount >= piece.from && amount <= piece.to))
      const beside = pieces.uncounted.filter((end) => total >= end.from && total <= end.to)
      assert.strictEqual(held.length + beside.length, within ? 1 : 0, JSON.stringify(pieces))
    }), { numRuns: 5_000 })
  })

  it("take few pieces for each range, however wide", () => {
    fc.assert(fc.property(scales, bounds, bounds, (digits, from, to) => {
      const { counted, uncounted } = amountPieces(rangeOf(from, to), digits)
      assert.isAtMost(counted.length, 2 * digits.length - 1)
      assert.isAtMost(uncounted.length, 2)
      assert.isTrue([...counted, ...uncounted].every((piece) => piece.from <= piece.to))
      // Amounts of so few digits are distinguished. Of longer ones, those that begin like one end are looked at, or like
      // both where they touch.
      const finest = Math.max(...digits)
      const widthAt = (amount: number) => 10 ** Math.max(0, String(Math.abs(amount)).length - finest)
      for (const end of uncounted) assert.isBelow(end.to - end.from, widthAt(end.from) + widthAt(end.to))
    }), { numRuns: 4_000, examples: [[companyScales, -1_122, -1_111], [[2], 991, 1_011]] })
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

  it("are written for each group that a commit touches except those of days, and for the company when a total is added or changes", () => {
    const id = sampleOrganizationId()
    const draft = sampleInvoice(id, 1, { total: cents(12_345), contacto_id: sampleId(), etiquetas: ["uno"] })
    const changed = { ...draft, modifiedSequence: 2 }
    const fewer = { ...changed, total: cents(12_400), etiquetas: [] }
    const issued: Invoice = { ...changed, lifecycle: "issued", numero: 1 }
    const named = new Map<string, string>([[id, "company"]])
    for (const invoice of [draft, issued]) {
      for (const group of groupsOf(invoice)) {
        named.set(group.id, `${group.standing} ${group.scale}${group.etiqueta.endsWith("uno") ? " uno" : ""}`)
      }
    }
    /** What is added to each part of a group: the count, and the places of creation and of change. */
    const written = (after: Invoice, before?: Invoice) => {
      const rows = new Snapshot()
      if (before !== undefined) rows.add([key("invoice", id, before.id)], { invoice: [before] })
      rows.set("invoice", after)
      const [, groups, parts, company] = counterStatements(rows.changes()).find(({ name }) => name === "count parts of invoices")?.values ?? []
      const told = (texts: unknown) =>
        readParts(texts).map(({ first_created, group_id, kind, last_created, last_modified, n, value }) => {
          assert.strictEqual(first_created, last_created)
          return `${named.get(group_id)}: ${kind} ${value} ${n}${last_created === null ? "" : ` at ${last_created}, ${last_modified}`}`
        })
      assert.isTrue(Array.isArray(groups))
      return { groups: [groups].flat().map((group) => named.get(String(group))), parts: told(parts), company: told(company) }
    }
    const labels = ["", " uno"]
    // 1 March 2026, in days since 1 January 1970.
    const day = 20_513
    assert.deepStrictEqual(written(draft), {
      groups: labels.flatMap((label) => [`draft ever${label}`, `draft month${label}`, `draft contact${label}`]),
      parts: labels.flatMap((label) => [
        `draft ever${label}: amount3 12300 1 at 1, 1`, `draft month${label}: amount2 12000 1 at 1, 1`,
        `draft contact${label}: amount3 12300 1 at 1, 1`, `draft contact${label}: emision ${day} 1 at 1, 1`,
      ]),
      company: ["company: amount1 10000 1 at 1, 1", "company: amount3 12300 1 at 1, 1"],
    })
    assert.sameMembers(written(fewer, draft).parts, [
      "draft ever: amount3 12300 -1", "draft ever: amount3 12400 1 at 1, 2", "draft month: amount2 12000 0 at 1, 2",
      "draft contact: amount3 12300 -1", "draft contact: amount3 12400 1 at 1, 2", `draft contact: emision ${day} 0 at 1, 2`,
      "draft ever uno: amount3 12300 -1", "draft month uno: amount2 12000 -1",
      "draft contact uno: amount3 12300 -1", `draft contact uno: emision ${day} -1`,
    ])
    assert.sameMembers(written(fewer, draft).company, [
      "company: amount1 10000 0 at 1, 2", "company: amount3 12300 -1", "company: amount3 12400 1 at 1, 2",
    ])
    const { company, parts } = written(issued, draft)
    assert.sameMembers(parts, labels.flatMap((label) => [
      `draft ever${label}: amount3 12300 -1`, `draft month${label}: amount2 12000 -1`,
      `draft contact${label}: amount3 12300 -1`, `draft contact${label}: emision ${day} -1`,
      `sent ever${label}: amount3 12300 1 at 1, 2`, `sent month${label}: amount2 12000 1 at 1, 2`,
      `sent contact${label}: amount3 12300 1 at 1, 2`, `sent contact${label}: emision ${day} 1 at 1, 2`,
    ]))
    // The total of a numbered document never changes, so the company's amounts are not written.
    assert.deepStrictEqual(company, [])
  })
})
