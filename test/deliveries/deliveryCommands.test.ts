import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import type { Command, Decision } from "../../core/commit/Command.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import { abandonDeliveries } from "../../core/deliveries/abandonDeliveries.ts"
import type { AttemptOutcome } from "../../core/deliveries/afterAttempt.ts"
import { fanOut } from "../../core/deliveries/fanOut.ts"
import { noteAttempt } from "../../core/deliveries/noteAttempt.ts"
import { replayDelivery } from "../../core/deliveries/replayDelivery.ts"
import { replayDeliveries } from "../../core/deliveries/replayRange.ts"
import { testWebhook } from "../../core/deliveries/testWebhook.ts"
import { webhookJob } from "../../core/jobs/Job.ts"
import { carriedOut, decideOn, noon, refusalOf } from "../support/decideOn.ts"
import { must, rowOf } from "../support/issuing.ts"
import { sampleDelivery, sampleId, sampleOrganizationId, sampleWebhook } from "../support/samples.ts"

const id = sampleOrganizationId()
const day = 24 * 60 * 60 * 1000
const subscription = sampleWebhook(id, 1, { sucesos: ["invoice.paid"] })
const off = { ...subscription, activo: false, fallos_seguidos: 15, offSequence: 8 }
const job = webhookJob(id, subscription.id, noon)

const waiting = (given: object = {}) =>
  sampleDelivery(id, 9, { webhook_id: subscription.id, creado: noon, proximo_intento: noon, ...given })
const settled = (given: object = {}) =>
  waiting({ estado: "abandoned", intentos: 7, proximo_intento: null, settled: noon, ...given })

const decided = <A>(command: Command<A>, rows: RowSet): Decision<A> => carriedOut(decideOn(command, rows))
const tablesOf = ({ rows }: Decision<unknown>) => rows.map(({ table }) => table)

describe("a test delivery", () => {
  it("is due at once, with the body that is sent", () => {
    const decision = decided(testWebhook(id, subscription.id), { webhook: [subscription] })
    const row = must(rowOf(decision, "delivery"))
    assert.deepInclude(row, { webhook_id: subscription.id, suceso: "webhook.test", estado: "pending", proximo_intento: noon })
    const creado = "2026-03-02T12:00:00.000Z"
    assert.strictEqual(row.cuerpo, `{"id":"${row.id}","suceso":"webhook.test","creado":"${creado}","datos":{"prueba":true}}`)
    assert.deepStrictEqual([decision.events, decision.jobs], [[], [job]])
  })
})

describe("a replay", () => {
  it("makes a delivery due again with the same id and body", () => {
    const present = settled()
    const decision = decided(replayDelivery(id, subscription.id, present.id), { webhook: [subscription], delivery: [present] })
    const replayed = { estado: "pending", proximo_intento: noon, roundStart: 7, settled: null, modifiedSequence: 1 }
    assert.deepStrictEqual<object>(must(rowOf(decision, "delivery")), { ...present, ...replayed })
    assert.deepStrictEqual([decision.events, decision.jobs], [[], [job]])
  })

  it("of a range skips what ended more than thirty days ago", () => {
    const old = settled({ settled: instant(noon - 31 * day) })
    const fresh = [settled(), settled({ estado: "delivered" }), waiting()]
    const ids = [old, ...fresh].map((one) => one.id)
    const rows = { webhook: [subscription], delivery: [old, ...fresh] }
    const decision = decided(replayDeliveries(id, subscription.id, { ids, next: null }), rows)
    assert.deepStrictEqual(decision.result, { reenviados: 3, caducados: 1, continuar_tras: null })
    assert.deepStrictEqual(tablesOf(decision), ["delivery", "delivery", "delivery"])
    assert.deepStrictEqual([decision.events, decision.jobs], [[], [job]])
    const more = decided(replayDeliveries(id, subscription.id, { ids: [old.id], next: "17" }), rows)
    assert.deepStrictEqual(more.result, { reenviados: 0, caducados: 1, continuar_tras: "17" })
    assert.deepStrictEqual([more.rows, more.jobs], [[], []])
  })

  it("is refused for another subscription's delivery, and for one too old", () => {
    const foreign = settled({ webhook_id: sampleId() })
    const old = settled({ settled: instant(noon - 31 * day) })
    const refusal = (delivery: string) =>
      refusalOf(decideOn(replayDelivery(id, subscription.id, delivery), { webhook: [subscription], delivery: [foreign, old] }))
    for (const unknown of [foreign.id, sampleId()]) assert.deepStrictEqual(refusal(unknown), ["NotFound"])
    assert.deepStrictEqual(refusal(old.id), ["envio_caducado"])
  })
})

describe("sending to a subscription that does not exist or is off", () => {
  it("is refused", () => {
    const commands: ReadonlyArray<Command<unknown>> = [
      testWebhook(id, subscription.id),
      replayDelivery(id, subscription.id, settled().id),
      replayDeliveries(id, subscription.id, { ids: [], next: null }),
    ]
    for (const command of commands) {
      assert.deepStrictEqual(refusalOf(decideOn(command, {})), ["NotFound"])
      assert.deepStrictEqual(refusalOf(decideOn(command, { webhook: [off] })), ["suscripcion_desactivada"])
    }
  })
})

describe("the outcome of an attempt", () => {
  const failure: AttemptOutcome = { _tag: "Answered", intento: 1, codigo: 500 }
  const success: AttemptOutcome = { _tag: "Answered", intento: 1, codigo: 200 }
  const present = waiting()
  const noted = (outcome: AttemptOutcome, rows: RowSet) => decided(noteAttempt(present, outcome), rows)

  it("is written in the delivery and in its subscription's count of failures", () => {
    const failing = { ...subscription, fallos_seguidos: 13 }
    const failed = noted(failure, { webhook: [failing], delivery: [present] })
    const pending = { estado: "pending", intentos: 1, ultimo_codigo: 500, modifiedSequence: 1 } as const
    assert.deepInclude(must(rowOf(failed, "delivery")), pending)
    assert.deepStrictEqual(rowOf(failed, "webhook"), { ...failing, fallos_seguidos: 14 })
    const succeeded = noted(success, { webhook: [failing], delivery: [present] })
    assert.deepInclude(must(rowOf(succeeded, "delivery")), { estado: "delivered", settled: noon })
    assert.deepStrictEqual(rowOf(succeeded, "webhook"), { ...failing, fallos_seguidos: 0 })
    for (const { events, result } of [failed, succeeded]) {
      assert.deepStrictEqual([events, result], [[], { activo: true, deactivated: false }])
    }
    assert.deepStrictEqual(tablesOf(noted(success, { webhook: [subscription], delivery: [present] })), ["delivery"])
  })

  it("is not counted twice, nor where its delivery was removed", () => {
    for (const delivery of [[], [{ ...present, intentos: 1 }]]) {
      const decision = noted(failure, { webhook: [{ ...subscription, fallos_seguidos: 14 }], delivery })
      assert.deepStrictEqual([decision.rows, decision.events], [[], []])
      assert.deepStrictEqual(decision.result, { activo: true, deactivated: false })
    }
  })

  it("switches the subscription off if it is the fifteenth failure in a row, which the activity log tells", () => {
    const decision = noted(failure, { webhook: [{ ...subscription, fallos_seguidos: 14 }], delivery: [present] })
    assert.deepStrictEqual(tablesOf(decision), ["delivery", "webhook", "activityEntry"])
    assert.deepInclude(must(rowOf(decision, "webhook")), { activo: false, fallos_seguidos: 15, offSequence: 2 })
    assert.deepInclude(must(rowOf(decision, "activityEntry")), {
      tipo: "webhook_deactivated",
      mensaje: "Se ha desactivado la suscripción a https://avisos.ejemplo.es/talonario tras 15 envíos fallidos seguidos."
        + " Lo que esperaba se ha abandonado; al reactivarla se puede reenviar.",
      recurso: "webhook",
      recurso_id: subscription.id,
    })
    assert.deepStrictEqual([decision.events, decision.result], [[], { activo: false, deactivated: true }])
  })

  it("of a subscription that was switched off or removed meanwhile settles its delivery, and counts no more", () => {
    const onAgain = { ...subscription, offSequence: 10 }
    for (const [estado, outcome] of [["abandoned", failure], ["delivered", success]] as const) {
      for (const webhook of [[], [off], [{ ...off, offSequence: 10 }]]) {
        const decision = noted(outcome, { webhook, delivery: [present] })
        assert.deepStrictEqual(tablesOf(decision), ["delivery"])
        assert.deepInclude(must(rowOf(decision, "delivery")), { estado, intentos: 1, proximo_intento: null, settled: noon })
        assert.deepStrictEqual([decision.events, decision.result], [[], { activo: false, deactivated: false }])
      }
      const decision = noted(outcome, { webhook: [onAgain], delivery: [present] })
      assert.deepInclude(must(rowOf(decision, "delivery")), { estado, proximo_intento: null })
      assert.isTrue(decision.result.activo)
    }
  })
})

describe("abandoning what waits", () => {
  it("abandons what a subscription that is removed, off, or was off since can no longer get, and nothing that was settled", () => {
    const [before, after, done] = [waiting({ modifiedSequence: 9 }), waiting({ modifiedSequence: 10 }), settled()]
    const ids = [before, after, done].map((one) => one.id).concat(sampleId())
    const abandoned = (webhook: RowSet["webhook"] = []) => {
      const decision = decided(abandonDeliveries(id, subscription.id, ids), { webhook, delivery: [before, after, done] })
      assert.deepStrictEqual(decision.events, [])
      return decision.rows.map(({ row, table }) => (table === "delivery" ? row : assert.fail(table)))
    }
    const lost = { estado: "abandoned", proximo_intento: null, settled: noon } as const
    const error = { ultimo_error: "la suscripción se desactivó antes de enviarlo" }
    const both = [{ ...before, ...lost, ...error, modifiedSequence: 1 }, { ...after, ...lost, ...error, modifiedSequence: 2 }]
    assert.deepStrictEqual<object>(abandoned(), both)
    assert.deepStrictEqual<object>(abandoned([off]), both)
    assert.deepStrictEqual<object>(abandoned([{ ...subscription, offSequence: 10 }]), both.slice(0, 1))
    assert.deepStrictEqual(abandoned([{ ...subscription, offSequence: 9 }]), [])
  })
})

describe("the deliveries of an event", () => {
  const datos = { factura: { id: "f" } }
  const event = { organizationId: id, id: sampleId(), suceso: "invoice.paid", datos, sequence: 5, creado: noon }
  const made = (...webhook: NonNullable<RowSet["webhook"]>) =>
    decided(fanOut(id, [event, { id: sampleId() }], [...webhook, { id: sampleId() }]), { webhook, outboxEvent: [event] })
  const statesOf = (decision: Decision<unknown>) =>
    decision.rows.map(({ row, table }) => (table === "delivery" ? [row.webhook_id, row.estado] : assert.fail(table)))

  it("are one for each subscription that asked for it and was on when it happened, each of which then has work", () => {
    const [other, later] = [sampleWebhook(id, 4), sampleWebhook(id, 5)]
    const onAtIt = { ...sampleWebhook(id, 1), onSequence: 5 }
    const notAsked = sampleWebhook(id, 1, { sucesos: ["invoice.issued"] })
    const offBefore = { ...sampleWebhook(id, 1), activo: false, onSequence: 1, offSequence: 5 }
    const laterAndOff = { ...sampleWebhook(id, 5), activo: false, offSequence: 6 }
    const decision = made(subscription, other, later, laterAndOff, onAtIt, notAsked, offBefore)
    assert.deepStrictEqual(statesOf(decision), [[subscription.id, "pending"], [other.id, "pending"]])
    assert.deepStrictEqual(decision.jobs, [job, webhookJob(id, other.id, noon)])
    assert.deepStrictEqual(decision.removed?.map((one) => one.id), [event.id])
    assert.deepStrictEqual(decision.events, [])
    const { cuerpo, id: envio } = must(rowOf(decision, "delivery"))
    const creado = "2026-03-02T12:00:00.000Z"
    assert.deepStrictEqual(JSON.parse(cuerpo), { id: envio, suceso: "invoice.paid", creado, datos })
  })

  it("are abandoned, without work for anybody, where the subscription was switched off since", () => {
    const onAgain = { ...subscription, onSequence: 9, offSequence: 8 }
    const decision = made(onAgain, { ...off, id: sampleId() })
    assert.deepStrictEqual(statesOf(decision).map(([, estado]) => estado), ["abandoned", "abandoned"])
    assert.deepStrictEqual(decision.jobs, [])
  })
})
