import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Schema } from "effect"
import { DealInput } from "../../core/deals/Deal.ts"
import { type DealFilters, dealFilters } from "../../core/deals/dealFilters.ts"
import { listDeals, readDeal } from "../../core/deals/readDeals.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { notFound } from "../../core/refusals/refusal.ts"
import { idOf, makeScene } from "../http/scene.ts"

describe("deals", () => {
  it.scoped("are read one by one, and listed by state, stage and contact", () =>
    Effect.gen(function*() {
      const { organizationId, post, provide } = yield* makeScene()
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Ana" }))
      const won = idOf(yield* post("/oportunidades", { titulo: "Web", estado: "won" }))
      const hers = idOf(yield* post("/oportunidades", { titulo: "Reforma", etapa: "visita", contacto_id }))
      const read = (id: string) => provide(readDeal(organizationId, id))
      assert.deepInclude(yield* Effect.orDie(read(hers)), { id: hers, titulo: "Reforma", etapa: "visita", contacto_id })
      assert.deepStrictEqual(yield* Effect.flip(read(contacto_id)), notFound("la oportunidad"))
      const request = { orden: "antiguo", limite: 10, after: null } as const
      const listed = (filters?: DealFilters) =>
        Effect.map(Effect.orDie(provide(listDeals(organizationId, request, filters))), ({ datos }) => datos.map(({ id }) => id))
      assert.deepStrictEqual(yield* listed(), [won, hers])
      assert.deepStrictEqual(yield* listed({ estado: "won" }), [won])
      for (const filters of [{ etapa: "visita" }, { contacto_id }]) assert.deepStrictEqual(yield* listed(filters), [hers])
    }))

  it("are filtered by nothing else", () => {
    const decode = inputDecoder(Schema.Struct(dealFilters))
    const query = { estado: "lost", etapa: "visita", contacto_id: "c1" }
    assert.deepStrictEqual<unknown>(decode(query), Either.right(query))
    assert.isTrue(Either.isLeft(decode({ titulo: "Web" })))
  })

  it("name a contact by at most 64 characters", () => {
    const decode = inputDecoder(DealInput)
    assert.isTrue(Either.isRight(decode({ titulo: "Web", contacto_id: "x".repeat(64) })))
    assert.isTrue(Either.isLeft(decode({ titulo: "Web", contacto_id: "x".repeat(65) })))
  })
})
