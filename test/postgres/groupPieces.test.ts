import { assert, describe, it } from "@effect/vitest"
import { groupings } from "../../adapters/postgres/lists/grouped/groupings.ts"
import { groupPieces } from "../../adapters/postgres/lists/grouped/groupPieces.ts"
import { invoiceConditions, type InvoiceFilters } from "../../core/invoices/invoiceFilters.ts"
import { day, sampleId } from "../support/samples.ts"

/** Each piece in words: its scale, its conditions, and its ranges of days. */
const piecesOf = (filters: InvoiceFilters): ReadonlyArray<string> =>
  groupPieces(groupings.invoice, invoiceConditions(filters, day("2026-03-10"), "Europe/Madrid"))?.pieces.map(({ equal, ranges, scale }) =>
    [
      scale,
      ...equal.map(([, value]) => value),
      ...ranges.map(({ column, from = "", to = "" }) => `${column} ${from}..${to}`),
    ].join(" ")
  ) ?? ["other"]

const contacto_id = sampleId()

describe("the groups that make up a list", () => {
  it("are few if no days are asked for", () => {
    assert.deepStrictEqual(piecesOf({}), ["ever"])
    assert.deepStrictEqual(piecesOf({ estado: "paid", serie: "A" }), ["ever A paid"])
  })

  it("are whole months, and the days beside them", () => {
    assert.deepStrictEqual(piecesOf({ emision_desde: "2025-01-01", emision_hasta: "2025-12-31" }), [
      "month emision 2025-01-01..2025-12-31",
    ])
    assert.deepStrictEqual(piecesOf({ emision_desde: "2024-01-31", emision_hasta: "2024-03-01" }), [
      "day emision 2024-01-31..2024-01-31",
      "day emision 2024-03-01..2024-03-01",
      "month emision 2024-02-01..2024-02-29",
    ])
    assert.deepStrictEqual(piecesOf({ emision_desde: "2026-01-02" }), [
      "day emision 2026-01-02..2026-01-31",
      "month emision 2026-02-01..",
    ])
  })

  it("are days only if no month is whole, and none if no day is left", () => {
    assert.deepStrictEqual(piecesOf({ emision_desde: "2026-01-02", emision_hasta: "2026-02-27" }), [
      "day emision 2026-01-02..2026-02-27",
    ])
    assert.deepStrictEqual(piecesOf({ emision_desde: "2026-01-02", emision_hasta: "2026-01-01" }), [])
  })

  it("reach the ends of the calendar", () => {
    assert.deepStrictEqual(piecesOf({ emision_hasta: "9999-12-31" }), ["month emision ..9999-12-31"])
    assert.deepStrictEqual(piecesOf({ emision_desde: "9999-12-30" }), ["day emision 9999-12-30.."])
    assert.deepStrictEqual(piecesOf({ emision_hasta: "0001-01-30" }), ["day emision ..0001-01-30"])
  })

  it("contain no invoice twice if several kinds of days are asked for", () => {
    assert.deepStrictEqual(piecesOf({ estado: "overdue", emision_desde: "2026-01-15" }), [
      "day due emision 2026-01-15..2026-01-31 last_day ..2026-03-09",
      "day due emision 2026-02-01.. last_day 2026-03-01..2026-03-09",
      "month due emision 2026-02-01.. last_day ..2026-02-28",
    ])
  })

  it("are those of two standings if documents in time may be due or not", () => {
    assert.deepStrictEqual(piecesOf({ estado: "sent" }), [
      "ever sent",
      "day due last_day 2026-03-10..2026-03-31",
      "month due last_day 2026-04-01..",
    ])
  })

  it("are those of a contact, whatever the days", () => {
    assert.deepStrictEqual(piecesOf({ contacto_id }), ["contact"])
    assert.deepStrictEqual(piecesOf({ contacto_id, estado: "sent", serie: "A", emision_desde: "2026-01-02" }), [
      "contact A sent",
      "contact A due",
    ])
  })

  it("are those of a contact under a label, but none under an empty label or for an id that reads like both", () => {
    const found = (filters: InvoiceFilters) => groupPieces(groupings.invoice, invoiceConditions(filters, day("2026-04-01"), "Europe/Madrid"))
    assert.include(found({ contacto_id, etiqueta: "y z" }), { table: "invoice_label", under: `${contacto_id} y z` })
    assert.deepStrictEqual(found({ contacto_id, etiqueta: "" })?.pieces, [])
    assert.deepStrictEqual(found({ contacto_id: `${contacto_id} y z` })?.pieces, [])
  })

  it("are those of contacts in a search, which does not work for groups under a label or other lists", () => {
    assert.deepStrictEqual(piecesOf({ estado: "paid", buscar: "x" }), ["contact paid"])
    assert.deepStrictEqual(piecesOf({ contacto_id, buscar: "x" }), ["contact"])
    assert.deepStrictEqual(piecesOf({ etiqueta: "a", buscar: "x" }), ["other"])
    assert.isUndefined(groupPieces(groupings.expense, [{ kind: "search", words: ["x"] }]))
  })

  it("are all groups in an empty search", () => {
    assert.deepStrictEqual(piecesOf({ buscar: " " }), ["ever"])
  })
})
