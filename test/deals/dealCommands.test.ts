import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either } from "effect"
import * as fc from "fast-check"
import type { Decision } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { createDeal } from "../../core/deals/createDeal.ts"
import { type Deal, DealInput, DealPatch, dealResource } from "../../core/deals/Deal.ts"
import { deleteDeal } from "../../core/deals/deleteDeal.ts"
import { updateDeal } from "../../core/deals/updateDeal.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { cents } from "../../core/money/cents.ts"
import { conflict, invalidField, notFound } from "../../core/refusals/refusal.ts"
import { carriedOut, decideOn, noon, whyNot } from "../support/decideOn.ts"
import { id, must, rowOf } from "../support/issuing.ts"
import { sampleContact, sampleDeal } from "../support/samples.ts"

const decodeInput = inputDecoder(DealInput)
const decodePatch = inputDecoder(DealPatch)

const buyer = sampleContact(id, 1)
const rows: RowSet = { contact: [buyer] }

const creating = (body: object) => decideOn(createDeal(id, carriedOut(decodeInput({ titulo: "Web", ...body }))), rows)

const patching = (deal: Deal, body: object) =>
  decideOn(updateDeal(id, deal.id, carriedOut(decodePatch(body))), { ...rows, deal: [deal] }, noon, 50)

const dealOf = (decision: Decision<unknown>): Deal => must(rowOf(decision, "deal"))

const eventsOf = ({ events }: Decision<unknown>) => events.map(({ suceso }) => suceso)

const open = sampleDeal(id, 1)
const won: Deal = { ...open, estado: "won" }
const lost: Deal = { ...open, estado: "lost", motivo: "Es caro" }

describe("a new deal", () => {
  it("needs only a title; it is open, at the first stage", () => {
    const decision = carriedOut(creating({}))
    assert.deepStrictEqual(decision.result, {
      id: dealOf(decision).id, titulo: "Web", contacto_id: null, importe: 0, etapa: "nueva", estado: "open", motivo: null,
      creado: "2026-03-02T12:00:00.000Z",
    })
    assert.deepStrictEqual(decision.events, [{ suceso: "deal.created", datos: { oportunidad: decision.result } }])
    assert.deepStrictEqual(decision.rows.map(({ table }) => table), ["deal"])
    const nulls = carriedOut(creating({ contacto_id: null, importe: null, etapa: null }))
    assert.deepStrictEqual(nulls.result, decision.result)
  })

  it("has the properties it is given, its amount in cents", () => {
    const decision = carriedOut(creating({ contacto_id: buyer.id, importe: 12.34, etapa: "visita" }))
    assert.deepInclude(dealOf(decision), { contacto_id: buyer.id, importe: cents(1_234), etapa: "visita" })
    assert.deepInclude(decision.result, { importe: 12.34 })
  })

  it("is refused for a contact that does not exist", () => {
    assert.deepStrictEqual(
      creating({ contacto_id: "nada" }),
      Either.left(invalidField("contacto_id", "no existe ese contacto")),
    )
  })

  it("can be created won or lost, with the event for that after the one for its creation", () => {
    for (const estado of ["won", "lost"] as const) {
      const decision = carriedOut(creating({ estado, etapa: "firma", contacto_id: buyer.id }))
      const oportunidad = decision.result
      assert.deepInclude(oportunidad, { estado, motivo: null, etapa: "firma", contacto_id: buyer.id })
      assert.deepStrictEqual(decision.events, [
        { suceso: "deal.created", datos: { oportunidad } },
        { suceso: `deal.${estado}`, datos: { oportunidad } },
      ])
      assert.deepStrictEqual(dealResource(dealOf(decision)), oportunidad)
    }
    assert.strictEqual(carriedOut(creating({ estado: "lost", motivo: "Es caro" })).result.motivo, "Es caro")
    assert.deepStrictEqual(eventsOf(carriedOut(creating({ estado: "open", motivo: null }))), ["deal.created"])
  })

  it("has a reason only if it is lost, as in a patch", () => {
    const without = "solo lo tiene una oportunidad perdida: va con estado lost"
    for (const body of [{}, { estado: "open" }, { estado: "won" }]) {
      assert.deepStrictEqual(creating({ ...body, motivo: "x" }), Either.left(invalidField("motivo", without)))
    }
    assert.deepStrictEqual(whyNot(creating({ motivo: "x", contacto_id: "nada" })), ["contacto_id", "motivo"])
  })

  it("accepts nothing beyond its limits", () => {
    const wrong = { titulo: " ", importe: -0.01, etapa: "", contacto_id: 1, estado: null, motivo: "x".repeat(501), id: "x" }
    assert.sameMembers([...whyNot(decodeInput(wrong))], Object.keys(wrong))
    assert.deepStrictEqual(whyNot(decodeInput({ titulo: "x".repeat(201), etapa: "x".repeat(61) })), ["titulo", "etapa"])
    assert.deepStrictEqual(whyNot(decodeInput({ importe: 1.234 })), ["titulo", "importe"])
    assert.deepStrictEqual(whyNot(decodeInput({ titulo: "x".repeat(200), etapa: "x".repeat(60) })), [])
  })

  it("can be anything the schema lets through", () => {
    fc.assert(fc.property(Arbitrary.make(DealInput), (given) => {
      const { estado = "open" } = given
      const reason = estado === "lost" ? {} : { motivo: null }
      const row = dealOf(carriedOut(decideOn(createDeal(id, { ...given, contacto_id: null, ...reason }), rows)))
      assert.deepInclude(row, { titulo: given.titulo, estado })
      assert.isAtLeast(row.importe, 0)
    }))
  })
})

describe("a patch of a deal", () => {
  it("changes what it names; the event for a new stage gives the old one too", () => {
    const decision = carriedOut(patching(open, { titulo: "Otra", contacto_id: buyer.id, importe: 1, etapa: "negociación" }))
    const expected = {
      ...open, titulo: "Otra", contacto_id: buyer.id, importe: cents(100), etapa: "negociación", modifiedSequence: 51,
    }
    assert.deepStrictEqual(dealOf(decision), expected)
    const oportunidad = dealResource(expected)
    assert.deepStrictEqual(decision.result, oportunidad)
    const datos = { oportunidad, etapa_anterior: "propuesta", etapa_nueva: "negociación" }
    assert.deepStrictEqual(decision.events, [{ suceso: "deal.stage_changed", datos }])
    assert.deepStrictEqual(eventsOf(carriedOut(patching(open, { titulo: "Otra", importe: 1 }))), [])
  })

  it("writes nothing when it changes nothing, also for a closed deal", () => {
    const same = { titulo: open.titulo, contacto_id: null, importe: 4800, etapa: "propuesta" }
    for (const deal of [open, won, lost]) {
      for (const body of [{}, same, { estado: deal.estado, motivo: deal.motivo }]) {
        assert.deepStrictEqual(carriedOut(patching(deal, body)), { result: dealResource(deal), rows: [], events: [] })
      }
    }
  })

  it("takes an undefined property as left out", () => {
    const left = { contacto_id: undefined, importe: undefined, etapa: undefined, motivo: undefined }
    assert.deepStrictEqual(carriedOut(decideOn(updateDeal(id, lost.id, left), { deal: [lost] })).rows, [])
  })

  it("resets with null, except title and state, which have no default", () => {
    const set = sampleDeal(id, 9, { contacto_id: buyer.id })
    const decision = carriedOut(patching(set, { contacto_id: null, importe: null, etapa: null }))
    assert.deepInclude(decision.result, { contacto_id: null, importe: 0, etapa: "nueva" })
    assert.deepStrictEqual(eventsOf(decision), ["deal.stage_changed"])
    assert.deepStrictEqual(whyNot(decodePatch({ titulo: null, estado: null })), ["titulo", "estado"])
  })

  it("names a contact that exists; one deleted since stays, even when it is named again", () => {
    const orphan = sampleDeal(id, 9, { contacto_id: "f".repeat(32) })
    assert.strictEqual(carriedOut(patching(orphan, { titulo: "Otra" })).result.contacto_id, "f".repeat(32))
    assert.deepStrictEqual(carriedOut(patching(orphan, { contacto_id: orphan.contacto_id })).rows, [])
    assert.deepStrictEqual(whyNot(patching(orphan, { contacto_id: "nada" })), ["contacto_id"])
  })

  it("closes the deal, with the event for its stage first, and the reason if it is lost", () => {
    const winning = carriedOut(patching(open, { estado: "won", etapa: "firma" }))
    assert.deepStrictEqual(eventsOf(winning), ["deal.stage_changed", "deal.won"])
    assert.deepStrictEqual(winning.events[1], { suceso: "deal.won", datos: { oportunidad: winning.result } })
    const losing = carriedOut(patching(open, { estado: "lost", motivo: "Es caro" }))
    assert.deepInclude(losing.result, { estado: "lost", motivo: "Es caro" })
    assert.deepStrictEqual(losing.events, [{ suceso: "deal.lost", datos: { oportunidad: losing.result } }])
    assert.deepInclude(carriedOut(patching(open, { estado: "lost" })).result, { estado: "lost", motivo: null })
  })

  it("reopens it without an event and without its reason, also with another stage and amount", () => {
    for (const deal of [won, lost]) {
      const decision = carriedOut(patching(deal, { estado: "open" }))
      assert.deepInclude(decision.result, { estado: "open", motivo: null })
      assert.deepStrictEqual(decision.events, [])
      const moved = carriedOut(patching(deal, { estado: "open", etapa: "visita", importe: 1 }))
      assert.deepInclude(moved.result, { estado: "open", motivo: null, etapa: "visita", importe: 1 })
      assert.deepStrictEqual(eventsOf(moved), ["deal.stage_changed"])
    }
  })

  it("has a reason only for a lost deal", () => {
    const without = "solo lo tiene una oportunidad perdida: va con estado lost"
    for (const [deal, body] of [[open, {}], [open, { estado: "won" }], [won, {}], [lost, { estado: "open" }]] as const) {
      assert.deepStrictEqual(patching(deal, { ...body, motivo: "x" }), Either.left(invalidField("motivo", without)))
      assert.strictEqual(carriedOut(patching(deal, { ...body, motivo: null })).result.motivo, null)
    }
    assert.deepStrictEqual(whyNot(patching(open, { motivo: "x", contacto_id: "nada" })), ["contacto_id", "motivo"])
    assert.deepStrictEqual(whyNot(decodePatch({ motivo: "x".repeat(501) })), ["motivo"])
  })

  it("changes title, contact and the reason of a loss of a closed deal", () => {
    assert.deepInclude(carriedOut(patching(won, { titulo: "Otra", contacto_id: buyer.id })).result, { titulo: "Otra" })
    const other = carriedOut(patching(lost, { motivo: "Plazo" }))
    assert.deepInclude(other.result, { motivo: "Plazo", estado: "lost" })
    assert.deepStrictEqual(other.events, [])
    assert.strictEqual(carriedOut(patching(lost, { motivo: null })).result.motivo, null)
    assert.strictEqual(carriedOut(patching(lost, { motivo: "" })).result.motivo, null)
  })

  it("refuses to change stage, amount or result of a closed deal, as a whole", () => {
    const closed = (mensaje: string) => Either.left(conflict("oportunidad_cerrada", mensaje))
    const kept = "La oportunidad está cerrada: para cambiar su etapa o su importe hay que reabrirla."
    for (const deal of [won, lost]) {
      assert.deepStrictEqual(patching(deal, { titulo: "Otra", etapa: "visita" }), closed(kept))
      assert.deepStrictEqual(patching(deal, { importe: 1 }), closed(kept))
      assert.deepStrictEqual(patching(deal, { importe: 1, estado: deal.estado }), closed(kept))
    }
    const crossed = "La oportunidad está cerrada: antes de cambiar su resultado hay que reabrirla."
    assert.deepStrictEqual(patching(won, { estado: "lost", motivo: "x" }), closed(crossed))
    assert.deepStrictEqual(patching(lost, { estado: "won" }), closed(crossed))
  })
})

describe("the deletion of a deal", () => {
  it("is always possible, and emits no event", () => {
    for (const deal of [open, won, lost]) {
      const decision = carriedOut(decideOn(deleteDeal(id, deal.id), { deal: [deal] }))
      assert.deepInclude(decision, { removed: [key("deal", id, deal.id)], rows: [], events: [] })
    }
  })

  it("is refused for a deal that does not exist, as is a patch", () => {
    const missing = Either.left(notFound("la oportunidad"))
    assert.deepStrictEqual(decideOn(deleteDeal(id, "nada"), rows), missing)
    assert.deepStrictEqual(decideOn(updateDeal(id, "nada", {}), rows), missing)
  })
})
