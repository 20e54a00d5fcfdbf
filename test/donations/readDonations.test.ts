import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Schema } from "effect"
import { DonationInput } from "../../core/donations/Donation.ts"
import { type DonationFilters, donationFilters } from "../../core/donations/donationFilters.ts"
import { listDonations, readDonation } from "../../core/donations/readDonations.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { notFound } from "../../core/refusals/refusal.ts"
import { idOf, makeScene } from "../http/scene.ts"

describe("donations", () => {
  it.scoped("are read one by one, and listed by donor, way and day", () =>
    Effect.gen(function*() {
      const { organizationId, post, provide } = yield* makeScene()
      const contacto_id = idOf(yield* post("/contactos", { nombre: "Ana" }))
      const socio_id = idOf(yield* post("/socios", { nombre: "Eva" }))
      const old = idOf(yield* post("/donativos", { importe: 5, socio_id, fecha: "2026-01-10", forma_pago: "cash" }))
      const late = idOf(yield* post("/donativos", { importe: 7, contacto_id, fecha: "2026-02-10", forma_pago: "card" }))
      const read = (id: string) => provide(readDonation(organizationId, id))
      assert.deepInclude(yield* Effect.orDie(read(late)), { id: late, importe: 7, contacto_id })
      assert.deepStrictEqual(yield* Effect.flip(read(socio_id)), notFound("el donativo"))
      const request = { orden: "antiguo", limite: 10, after: null } as const
      const listed = (filters?: DonationFilters) =>
        Effect.map(Effect.orDie(provide(listDonations(organizationId, request, filters))), ({ datos }) => datos.map(({ id }) => id))
      assert.deepStrictEqual(yield* listed(), [old, late])
      for (const filters of [{ socio_id }, { forma_pago: "cash" as const }, { fecha_hasta: "2026-01-10" }]) {
        assert.deepStrictEqual(yield* listed(filters), [old])
      }
      for (const filters of [{ contacto_id }, { forma_pago: "card" as const }, { fecha_desde: "2026-02-10" }]) {
        assert.deepStrictEqual(yield* listed(filters), [late])
      }
    }))

  it("are filtered by nothing else", () => {
    const decode = inputDecoder(Schema.Struct(donationFilters))
    const query = { socio_id: "s1", contacto_id: "c1", forma_pago: "cash", fecha_desde: "2026-01-01", fecha_hasta: "2026-01-02" }
    assert.deepStrictEqual<unknown>(decode(query), Either.right(query))
    assert.isTrue(Either.isLeft(decode({ importe: "5" })))
  })

  it("name their donor by at most 64 characters", () => {
    const decode = inputDecoder(DonationInput)
    for (const donor of ["socio_id", "contacto_id"]) {
      assert.isTrue(Either.isRight(decode({ importe: 5, [donor]: "x".repeat(64) })))
      assert.isTrue(Either.isLeft(decode({ importe: 5, [donor]: "x".repeat(65) })))
    }
  })
})
