import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { compareRegistry, compareWholeRegistry } from "../../core/comparison/compareRegistry.ts"
import { TaxAuthority, TaxAuthorityUnreachable } from "../../core/ports/TaxAuthority.ts"
import { taxpayer } from "../aeat/chainOfRecords.ts"
import { idOf, makeScene, simpleDraft } from "../http/scene.ts"
import { alteredStorage } from "../support/alteredStorage.ts"

const credentials = {
  obligado: taxpayer,
  certificate: { tipo: "personal", pkcs12: Redacted.make(new Uint8Array()), password: Redacted.make("") },
} as const

describe("a comparison with the tax authority", () => {
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
