import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { compareRegistry, compareWholeRegistry } from "../../core/comparison/compareRegistry.ts"
import { TaxAuthority, TaxAuthorityUnreachable } from "../../core/ports/TaxAuthority.ts"
import { idOf, makeScene, simpleDraft } from "../http/scene.ts"
import { alteredStorage } from "../support/alteredStorage.ts"
import { credentials, held, makeCompared, november } from "./comparedCompany.ts"

describe("a comparison with the tax authority", () => {
  it.scoped("finds records of this installation that are not here, or are others here", () =>
    Effect.gen(function*() {
      const { compare, holds, issue, organizationId: instalacion, recordsOf } = yield* makeCompared
      const [huella = ""] = yield* recordsOf(yield* issue)
      const ours = held("S-1", { huella, instalacion })
      holds(november, [ours, held("S-1"), held("X-7")])
      assert.deepStrictEqual(yield* compare(), {
        meses: ["2026-11"],
        facturas_aeat: 3,
        solo_aeat: [],
        series: [{ serie: "S", aeat: 1, aqui: 1, siguiente: 2 }, { serie: "X", aeat: 7, aqui: 0, siguiente: 8 }],
      })
      // AEAT does not always say which huella it holds.
      holds(november, [{ ...ours, huella: null }])
      assert.deepStrictEqual((yield* compare()).solo_aeat, [])
      const shown = { numserie: "S-1", fecha: "20-11-2026", estado: "Correcto", huella } as const
      const lost = [{ ...shown, huella: "BEEF" }, { ...shown, fecha: "19-11-2026" }, { ...shown, numserie: "S-2", huella: null }]
      holds(november, [ours, ...lost.map((one) => ({ ...one, instalacion }))])
      const { series, solo_aeat } = yield* compare()
      assert.deepStrictEqual(solo_aeat, lost)
      assert.deepStrictEqual(series, [{ serie: "S", aeat: 2, aqui: 1, siguiente: 3 }])
    }))

  it.scoped("takes any huella for an invoice that is annulled on both sides, but not for one that is in force here", () =>
    Effect.gen(function*() {
      const { annul, compare, holds, issue, organizationId: instalacion } = yield* makeCompared
      const id = yield* issue
      const annulled = held("S-1", { estado: "Anulado", instalacion })
      holds(november, [annulled])
      assert.lengthOf((yield* compare()).solo_aeat, 1)
      yield* annul(id)
      assert.lengthOf((yield* compare()).solo_aeat, 0)
      holds(november, [{ ...annulled, estado: "AceptadoConErrores" }])
      assert.lengthOf((yield* compare()).solo_aeat, 1)
    }))

  it.scoped("reads every page of every month, and counts numbers of each series to the last hyphen", () =>
    Effect.gen(function*() {
      const { asked, compare, holds } = yield* makeCompared
      const october = { ejercicio: 2026, periodo: 10 }
      holds(october, [held("F-2026-3")], [held("F-2026-12"), held("F-2026-9")])
      holds(november, [held("NOHYPHEN"), held("G-"), held("-4"), held("G-1234567890123456"), held("G-5x"), held("G-123456789012345")])
      const { facturas_aeat, meses, series } = yield* compare([october, november])
      assert.deepStrictEqual([meses, facturas_aeat], [["2026-10", "2026-11"], 9])
      assert.deepStrictEqual(series, [
        { serie: "F-2026", aeat: 12, aqui: 0, siguiente: 13 },
        { serie: "G", aeat: 123_456_789_012_345, aqui: 0, siguiente: 123_456_789_012_346 },
      ])
      assert.deepStrictEqual(asked.map(({ month }) => month), ["2026-10", "2026-10", "2026-11"])
    }))

  it.scoped("has no result if a month has more pages than may be read", () =>
    Effect.gen(function*() {
      const { holds, organizationId, provide } = yield* makeCompared
      const compared = (pages: number) =>
        provide(compareRegistry(organizationId, credentials, [november], { pages, records: 1_000 }))
      holds(november, [held("A-1")], [held("A-2")])
      assert.isUndefined(yield* compared(1))
      assert.strictEqual((yield* compared(2))?.held, 2)
    }))

  it.scoped("has no result if more records are made meanwhile than may be read: what AEAT has may be among them", () =>
    Effect.gen(function*() {
      let areMany = false
      const storage = alteredStorage(({ page }) => ({
        page: (table, query) =>
          Effect.map(page(table, query), (found) =>
            areMany ? { ...found, rows: Array.from({ length: query.limit }, () => found.rows).flat() } : found),
      }))
      let id = ""
      const taxAuthority = Layer.succeed(TaxAuthority, {
        submit: () => Effect.dieMessage("nothing is sent"),
        query: () =>
          Effect.sync(() => {
            areMany = true
            const held = { numserie: "S-9", fecha: "20-11-2026", huella: "AB", estado: "Correcto", instalacion: id } as const
            return { records: [held], next: null }
          }),
      })
      const { organizationId, post, provide } = yield* makeScene({ storage, taxAuthority })
      id = organizationId
      yield* post(`/facturas/${idOf(yield* post("/facturas", simpleDraft))}/emitir`)
      const months = [{ ejercicio: 2026, periodo: 11 }] as const
      assert.isUndefined(yield* provide(compareRegistry(organizationId, credentials, months, { pages: 1, records: 0 })))
    }))

  it.scoped("fails when the tax authority goes round in its pages, which would never end", () =>
    Effect.gen(function*() {
      for (const length of [1, 3]) {
        let questions = 0
        const taxAuthority = Layer.succeed(TaxAuthority, {
          submit: () => Effect.dieMessage("nothing is sent"),
          query: () => Effect.sync(() => ({ records: [], next: { NumSerieFactura: `A-${questions++ % length}` } })),
        })
        const { organizationId, provide } = yield* makeScene({ taxAuthority })
        const months = [{ ejercicio: 2026, periodo: 11 }] as const
        const failure = yield* Effect.flip(provide(compareWholeRegistry(organizationId, credentials, months)))
        assert.deepStrictEqual(failure, new TaxAuthorityUnreachable({ reason: "sus páginas se repiten" }))
        assert.strictEqual(questions, length + 1)
      }
    }))
})
