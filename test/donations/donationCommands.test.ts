import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either } from "effect"
import * as fc from "fast-check"
import { instant } from "../../core/calendar/instant.ts"
import type { Decision } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { createDonation } from "../../core/donations/createDonation.ts"
import { deleteDonation } from "../../core/donations/deleteDonation.ts"
import { type Donation, DonationInput, DonationPatch, donationResource } from "../../core/donations/Donation.ts"
import { updateDonation } from "../../core/donations/updateDonation.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { cents } from "../../core/money/cents.ts"
import { notFound, type Refusal } from "../../core/refusals/refusal.ts"
import { carriedOut, decideOn, noon } from "../support/decideOn.ts"
import { id, must, rowOf } from "../support/issuing.ts"
import { sampleContact, sampleDonation, sampleMember, sampleOrganization } from "../support/samples.ts"

const decodeInput = inputDecoder(DonationInput)
const decodePatch = inputDecoder(DonationPatch)

const organization = sampleOrganization(id)
const member = sampleMember(id, 1)
const contact = sampleContact(id, 2)
const rows: RowSet = { organization: [organization], member: [member], contact: [contact] }

const creating = (body: object, given = rows, now = noon) =>
  decideOn(createDonation(id, carriedOut(decodeInput({ importe: 50, ...body }))), given, now)

const patching = (donation: Donation, body: object, given = rows) =>
  decideOn(updateDonation(id, donation.id, carriedOut(decodePatch(body))), { ...given, donation: [donation] }, noon, 50)

const donationOf = (decision: Decision<unknown>): Donation => must(rowOf(decision, "donation"))

const motivosOf = (decided: Either.Either<unknown, Refusal>): ReadonlyArray<string> => {
  const refusal = Either.getOrThrow(Either.flip(decided))
  return refusal._tag === "InvalidInput" ? refusal.campos.map(({ campo, motivo }) => `${campo}: ${motivo}`) : [refusal._tag]
}

const both = "contacto_id: un donativo es de un socio o de un contacto, no de ambos"

const given = sampleDonation(id, 3, { socio_id: member.id })

describe("a new donation", () => {
  it("needs only an amount; the rest has defaults", () => {
    const decision = carriedOut(creating({}))
    assert.deepStrictEqual(decision.result, {
      id: donationOf(decision).id, importe: 50, fecha: "2026-03-02", forma_pago: null, socio_id: null, contacto_id: null,
      anonimo: false, creado: "2026-03-02T12:00:00.000Z",
    })
    assert.deepStrictEqual(decision.events, [{ suceso: "donation.received", datos: { donativo: decision.result } }])
  })

  it("is from a member or a contact, anonymous or not, and does not keep the contact from being deleted", () => {
    assert.deepInclude(carriedOut(creating({ socio_id: member.id, anonimo: true })).result,
      { socio_id: member.id, contacto_id: null, anonimo: true })
    const decision = carriedOut(creating({ contacto_id: contact.id, socio_id: "" }))
    assert.deepInclude(decision.result, { socio_id: null, contacto_id: contact.id })
    assert.deepStrictEqual(decision.rows.map(({ table }) => table), ["donation"])
  })

  it("is refused with two donors, or with one who does not exist", () => {
    assert.deepStrictEqual(motivosOf(decodeInput({ importe: 0, socio_id: member.id, contacto_id: contact.id })).toSorted(),
      [both, "importe: no puede ser menor que 0,01"])
    const asIs = createDonation(id, { importe: cents(1), socio_id: "nadie", contacto_id: contact.id })
    assert.deepStrictEqual(motivosOf(decideOn(asIs, rows)), [both, "socio_id: no existe ese socio"])
    const toNobody = createDonation(id, { importe: cents(1), socio_id: member.id, contacto_id: "nadie" })
    assert.deepStrictEqual(motivosOf(decideOn(toNobody, rows)), [both], "one reason for a field")
    const day = "fecha: debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601, entre los años 1900 y 2200"
    assert.deepStrictEqual(motivosOf(creating({ fecha: "2200-12-31T23:30:00Z" })), [day])
    assert.deepStrictEqual(motivosOf(creating({ socio_id: contact.id })), ["socio_id: no existe ese socio"])
    assert.deepStrictEqual(motivosOf(creating({ contacto_id: member.id })), ["contacto_id: no existe ese contacto"])
  })

  it("has the civil day of the organization's zone", () => {
    const lateEvening = instant(Date.parse("2026-03-01T23:30:00Z"))
    const days = (["peninsula", "canarias"] as const).map((region_fiscal) => {
      const here = { ...rows, organization: [{ ...organization, region_fiscal }] }
      return [carriedOut(creating({}, here, lateEvening)), carriedOut(creating({ fecha: "2025-12-31T23:30:00Z" }, here))]
        .map(({ result }) => result.fecha)
    })
    assert.deepStrictEqual(days, [["2026-03-02", "2026-01-01"], ["2026-03-01", "2025-12-31"]])
  })

  it("can be anything the schema lets through", () => {
    fc.assert(fc.property(Arbitrary.make(DonationInput), (input) => {
      const row = donationOf(carriedOut(decideOn(createDonation(id, { ...input, socio_id: null, contacto_id: null }), rows)))
      assert.strictEqual(row.importe, input.importe)
      assert.isAtLeast(row.importe, 1)
    }), { numRuns: 500 })
  })
})

describe("a patch of a donation", () => {
  it("changes what it names, and emits no event", () => {
    const decision = carriedOut(patching(given, { importe: 0.01, anonimo: true, forma_pago: "cash" }))
    const expected = { ...given, importe: cents(1), anonimo: true, forma_pago: "cash", modifiedSequence: 51 } as const
    assert.deepStrictEqual(donationOf(decision), expected)
    assert.deepStrictEqual(decision, { result: donationResource(expected), rows: decision.rows, events: [] })
  })

  it("writes nothing when it changes nothing, whoever was deleted", () => {
    const gone: RowSet = { organization: [organization] }
    for (const body of [{}, { socio_id: member.id, contacto_id: null, fecha: "2026-02-28", importe: 50.01 }]) {
      assert.deepStrictEqual(carriedOut(patching(given, body, gone)), { result: donationResource(given), rows: [], events: [] })
    }
    assert.strictEqual(carriedOut(patching(given, { anonimo: true }, gone)).result.socio_id, member.id)
  })

  it("resets with null, the day to that of creation; the amount has no default", () => {
    const nulls = { fecha: null, forma_pago: null, socio_id: null, contacto_id: null, anonimo: null }
    assert.deepInclude(carriedOut(patching({ ...given, anonimo: true }, nulls)).result, {
      fecha: "2025-11-20", forma_pago: null, socio_id: null, contacto_id: null, anonimo: false, importe: 50.01,
    })
    assert.deepStrictEqual(motivosOf(decodePatch({ importe: null })), ["importe: es obligatorio"])
  })

  it("moves from a member to a contact when it empties the member", () => {
    assert.deepStrictEqual(motivosOf(patching(given, { contacto_id: contact.id })), [both])
    assert.deepStrictEqual(motivosOf(decodePatch({ socio_id: member.id, contacto_id: contact.id })), [both])
    assert.deepInclude(carriedOut(patching(given, { socio_id: null, contacto_id: contact.id })).result,
      { socio_id: null, contacto_id: contact.id })
    assert.deepStrictEqual(motivosOf(patching(given, { socio_id: "nadie" })), ["socio_id: no existe ese socio"])
  })

  it("takes an undefined property as left out", () => {
    const patch = { socio_id: undefined, fecha: undefined, anonimo: undefined }
    assert.deepStrictEqual(carriedOut(decideOn(updateDonation(id, given.id, patch), { ...rows, donation: [given] })).rows, [])
  })
})

describe("the deletion of a donation", () => {
  it("removes it, and emits no event", () => {
    assert.deepStrictEqual(carriedOut(decideOn(deleteDonation(id, given.id), { donation: [given] })),
      { result: undefined, rows: [], removed: [key("donation", id, given.id)], events: [] })
  })

  it("is refused for a donation that does not exist", () => {
    const missing = Either.left(notFound("el donativo"))
    assert.deepStrictEqual(decideOn(deleteDonation(id, "nada"), rows), missing)
    assert.deepStrictEqual(decideOn(updateDonation(id, "nada", { socio_id: member.id }), rows), missing)
  })
})
