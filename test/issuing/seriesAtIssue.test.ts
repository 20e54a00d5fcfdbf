import { assert, describe, it } from "@effect/vitest"
import type { SeriesCounter } from "../../core/numbering/seriesCounter.ts"
import { issued, line, must, rowOf, withCustomer } from "../support/issuing.ts"

/** What the series contains after an issue, and the warnings about it. */
const after = (body: object, series: Partial<SeriesCounter> | undefined, modo: "live" | "test" = "live") => {
  const decision = issued({ serie: "A", ...body }, { modo, ...(series === undefined ? {} : { series }) })
  const { holdsFull, holdsLive, holdsSimplified } = must(rowOf(decision, "series"))
  return { holds: { holdsFull, holdsLive, holdsSimplified }, told: rowOf(decision, "activityEntry") }
}

const full = withCustomer
const simplified = { lineas: [line] }
const of = (holdsFull: boolean, holdsSimplified: boolean, holdsLive = true) => ({ holdsFull, holdsLive, holdsSimplified })

describe("a series at issue", () => {
  it("remembers for ever whether it contains full and simplified invoices, and live ones", () => {
    assert.deepStrictEqual(after(full, undefined).holds, of(true, false))
    assert.deepStrictEqual(after(simplified, undefined).holds, of(false, true))
    assert.deepStrictEqual(after(full, undefined, "test").holds, of(true, false, false))
    assert.deepStrictEqual(after(full, of(false, true)).holds, of(true, true))
    assert.deepStrictEqual(after(simplified, of(true, false)).holds, of(true, true))
    assert.deepStrictEqual(after(full, of(true, true), "test").holds, of(true, true))
    assert.deepStrictEqual(after(simplified, of(true, true)).holds, of(true, true))
  })

  it("causes a warning when it begins to mix full and simplified invoices, and only then", () => {
    const tells = (body: object, holdsFull: boolean, holdsSimplified: boolean) =>
      after(body, of(holdsFull, holdsSimplified)).told?.tipo === "mixed_series"
    const cases = [[false, false], [true, false], [false, true], [true, true]] as const
    assert.deepStrictEqual(cases.map(([f, s]) => tells(full, f, s)), [false, false, true, false])
    assert.deepStrictEqual(cases.map(([f, s]) => tells(simplified, f, s)), [false, true, false, false])
  })

  it("is named in the warning, with the invoice that caused it", () => {
    const mixed = must(after(simplified, of(true, false)).told)
    assert.deepInclude(mixed, { recurso: "factura", mensaje: "La serie A mezcla facturas completas y simplificadas." })
    const tried = must(after(full, of(true, false), "test").told)
    assert.deepInclude(tried, {
      tipo: "test_issue_in_live_series",
      mensaje: "Una clave de prueba emitió una factura en la serie A, que tiene facturas reales.",
    })
    assert.isUndefined(after(full, of(true, false)).told, "a live issue in a live series")
  })

  it("causes none if it is of quotes", () => {
    assert.isUndefined(after({ ...full, tipo_documento: "quote" }, of(false, true), "test").told)
  })
})
