import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import type { Command, Decision } from "../../core/commit/Command.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import { noteAttempt } from "../../core/deliveries/noteAttempt.ts"
import { webhookJob } from "../../core/jobs/Job.ts"
import type { Refusal } from "../../core/refusals/refusal.ts"
import { sucesosAt } from "../../core/webhooks/changedAt.ts"
import { createWebhook } from "../../core/webhooks/createWebhook.ts"
import { deleteWebhook } from "../../core/webhooks/deleteWebhook.ts"
import { rotateWebhookSecret } from "../../core/webhooks/rotateWebhookSecret.ts"
import { reactivateWebhook, updateWebhook } from "../../core/webhooks/updateWebhook.ts"
import type { Webhook } from "../../core/webhooks/Webhook.ts"
import { carriedOut, decideOn, noon } from "../support/decideOn.ts"
import { must, rowOf } from "../support/issuing.ts"
import { sampleDelivery, sampleId, sampleOrganizationId, sampleWebhook } from "../support/samples.ts"

const id = sampleOrganizationId()
const subscription = sampleWebhook(id, 1, { sucesos: ["invoice.paid"], descripcion: "ERP", modo_aviso: "token" })
const off = { ...subscription, activo: false, fallos_seguidos: 15 }
const day = 24 * 60 * 60 * 1000
const job = webhookJob(id, subscription.id, noon)

const decided = <A>(command: Command<A>, rows: RowSet): Decision<A> => carriedOut(decideOn(command, rows))
const refused = (command: Command<unknown>, rows: RowSet): Refusal =>
  Either.match(decideOn(command, rows), { onLeft: (refusal) => refusal, onRight: () => assert.fail("carried out") })
const tablesOf = ({ rows }: Decision<unknown>) => rows.map(({ table }) => table)

const settled = (given: object = {}) =>
  sampleDelivery(id, 9, {
    webhook_id: subscription.id, estado: "abandoned", intentos: 7, proximo_intento: null, settled: noon, ...given,
  })

describe("a subscription", () => {
  it("is created active, for all events and with a signature unless told otherwise, and counted", () => {
    const decision = decided(createWebhook(id, { url: "https://ejemplo.es" }, "v1.sealed"), {})
    assert.deepInclude(must(rowOf(decision, "webhook")), {
      url: "https://ejemplo.es", sucesos: ["*"], descripcion: null, modo_aviso: "firma", activo: true,
      fallos_seguidos: 0, sealedSecret: "v1.sealed", previousSecret: null, creado: noon, formerSucesos: [],
    })
    assert.strictEqual(rowOf(decision, "webhookCount")?.count, 1)
    assert.deepStrictEqual(decision.events, [])
    assert.strictEqual(decision.result.sealedSecret, "v1.sealed")
    assert.strictEqual(decision.result.webhook.descripcion, "")
  })

  it("is one of twenty at most", () => {
    const create = createWebhook(id, { url: "https://ejemplo.es" }, "v1.sealed")
    const counted = (count: number): RowSet => ({ webhookCount: [{ organizationId: id, id, count }] })
    assert.strictEqual(rowOf(decided(create, counted(19)), "webhookCount")?.count, 20)
    const mensaje = "Una organización puede tener 20 suscripciones como máximo."
    assert.deepStrictEqual(refused(create, counted(20)), { _tag: "Conflict", motivo: "limite_de_suscripciones", mensaje })
    const removal = decided(deleteWebhook(id, subscription.id, []), { ...counted(20), webhook: [subscription] })
    assert.strictEqual(rowOf(removal, "webhookCount")?.count, 19)
    assert.deepStrictEqual(removal.removed, [{ table: "webhook", organizationId: id, id: subscription.id }])
    // Its worker abandons what is left.
    assert.deepStrictEqual([tablesOf(removal), removal.events, removal.jobs], [["webhookCount"], [], [job]])
  })

  it("keeps what a patch does not name, and resets what it sets to null", () => {
    const patch = (body: Parameters<typeof updateWebhook>[2]) => {
      const decision = decided(updateWebhook(id, subscription.id, body), { webhook: [subscription] })
      assert.deepStrictEqual([tablesOf(decision), decision.events, decision.jobs], [["webhook"], [], []])
      return rowOf(decision, "webhook")
    }
    assert.deepStrictEqual(patch({ modo_aviso: "firma" }), { ...subscription, modo_aviso: "firma", modifiedSequence: 1 })
    const nulls = { sucesos: null, descripcion: null, modo_aviso: null }
    assert.deepInclude(must(patch(nulls)), { sucesos: ["*"], descripcion: null, modo_aviso: "firma", url: subscription.url })
    const url = "https://otro.ejemplo.es"
    assert.deepStrictEqual(patch({ url, activo: null }), { ...subscription, url, modifiedSequence: 1 })
  })

  it("is not written by a patch that changes nothing", () => {
    const { descripcion, modo_aviso, url } = subscription
    for (const body of [{}, { url, sucesos: ["invoice.paid"], descripcion, modo_aviso, activo: true }, { activo: null }]) {
      const decision = decided(updateWebhook(id, subscription.id, body), { webhook: [subscription] })
      assert.deepStrictEqual(decision.rows, [])
    }
  })

  it("keeps what it asked for before, and until which place: its last twenty changes", () => {
    const patch = (sucesos: Webhook["sucesos"], present: Webhook) =>
      must(rowOf(decided(updateWebhook(id, present.id, { sucesos, descripcion: "otra" }), { webhook: [present] }), "webhook"))
    const former = [{ sucesos: ["invoice.paid"], until: 1 }]
    assert.deepStrictEqual(patch(["*"], subscription).formerSucesos, former)
    assert.deepStrictEqual(patch(["invoice.paid"], subscription).formerSucesos, [])
    const twice = { ...subscription, formerSucesos: [{ sucesos: ["a"], until: 5 }, { sucesos: ["b"], until: 9 }] }
    assert.deepStrictEqual([4, 5, 8, 9].map((place) => sucesosAt(twice, place)), [["a"], ["b"], ["b"], ["invoice.paid"]])
    const many = Array.from({ length: 20 }, (_, i) => ({ sucesos: ["*"], until: i - 30 }))
    assert.deepStrictEqual(patch(["*"], { ...subscription, formerSucesos: many }).formerSucesos, [...many.slice(1), ...former])
  })

  it("counts failures from 0 once it is reactivated, whether it was off or failing", () => {
    for (const present of [off, { ...subscription, fallos_seguidos: 3 }]) {
      for (const command of [reactivateWebhook(id, off.id), updateWebhook(id, off.id, { activo: true })]) {
        const { result } = decided(command, { webhook: [present] })
        assert.deepInclude(result, { activo: true, fallos_seguidos: 0 })
      }
    }
  })

  it("keeps the places where it was last switched on and off, and no others", () => {
    const placesAfter = (command: Command<unknown>, present: Webhook, rows: RowSet = {}) => {
      const { offSequence, onSequence } = must(rowOf(decided(command, { ...rows, webhook: [present] }), "webhook"))
      return { onSequence, offSequence }
    }
    const on = { ...subscription, onSequence: 7, offSequence: 5 }
    const patched = (body: Parameters<typeof updateWebhook>[2], present: Webhook) =>
      placesAfter(updateWebhook(id, present.id, body), present)
    assert.deepStrictEqual(patched({ activo: false }, on), { onSequence: 7, offSequence: 1 })
    const off = { ...on, activo: false, onSequence: 3 }
    assert.deepStrictEqual(patched({ activo: true }, off), { onSequence: 1, offSequence: 5 })
    // The previous version, which may serve the same database, switched it off without noting the place.
    const unnoted = { ...off, onSequence: 7, modifiedSequence: 9 }
    assert.deepStrictEqual(patched({ activo: true }, unnoted), { onSequence: 1, offSequence: 9 })
    for (const present of [on, off]) {
      const { offSequence, onSequence } = present
      assert.deepStrictEqual(patched({ descripcion: "otra" }, { ...present, fallos_seguidos: 3 }), { onSequence, offSequence })
    }
    assert.deepStrictEqual(patched({ activo: true }, { ...on, fallos_seguidos: 3 }), { onSequence: 7, offSequence: 5 })
    const delivery = sampleDelivery(id, 9, { webhook_id: on.id })
    const fails = noteAttempt(delivery, { _tag: "Answered", intento: 1, codigo: 500 })
    assert.deepStrictEqual(placesAfter(fails, { ...on, fallos_seguidos: 14 }, { delivery: [delivery] }), { onSequence: 7, offSequence: 2 })
    assert.deepStrictEqual(placesAfter(fails, { ...on, fallos_seguidos: 13 }, { delivery: [delivery] }), { onSequence: 7, offSequence: 5 })
  })

  it("abandons what waits when it is switched off, and nothing else", () => {
    const waiting = sampleDelivery(id, 2, { webhook_id: subscription.id })
    const delivered = settled({ estado: "delivered" })
    const ids = [waiting.id, delivered.id, sampleId()]
    const rows = { webhook: [subscription], delivery: [waiting, delivered] }
    const decision = decided(updateWebhook(id, subscription.id, { activo: false }, ids), rows)
    assert.deepStrictEqual([tablesOf(decision), decision.jobs], [["webhook", "delivery"], [job]])
    assert.deepInclude(must(rowOf(decision, "delivery")), { id: waiting.id, estado: "abandoned", settled: noon })
    assert.deepInclude(decision.result, { activo: false, fallos_seguidos: 0 })
    const again = decided(updateWebhook(id, off.id, { activo: false }, ids), { ...rows, webhook: [off] })
    assert.deepStrictEqual(again.rows, [])
  })

  it("abandons what waits when it is removed", () => {
    const waiting = sampleDelivery(id, 2, { webhook_id: subscription.id })
    const delivered = settled({ estado: "delivered" })
    const rows = { webhook: [subscription], webhookCount: [{ organizationId: id, id, count: 1 }], delivery: [waiting, delivered] }
    const decision = decided(deleteWebhook(id, subscription.id, [waiting.id, delivered.id, sampleId()]), rows)
    assert.deepStrictEqual(tablesOf(decision), ["webhookCount", "delivery"])
    assert.deepInclude(must(rowOf(decision, "delivery")), { id: waiting.id, estado: "abandoned", proximo_intento: null, settled: noon })
  })

  it("keeps its old secret for a day beside a new one", () => {
    const decision = decided(rotateWebhookSecret(id, subscription.id, "v1.fresh"), { webhook: [subscription] })
    assert.deepInclude(must(rowOf(decision, "webhook")), {
      sealedSecret: "v1.fresh",
      previousSecret: { sealed: subscription.sealedSecret, until: instant(noon + day) },
    })
    assert.strictEqual(decision.result.sealedSecret, "v1.fresh")
    assert.deepStrictEqual([decision.result.webhook.id, decision.events], [subscription.id, []])
  })
})

describe("a subscription that does not exist", () => {
  it("is refused", () => {
    const commands = [
      updateWebhook(id, subscription.id, {}),
      deleteWebhook(id, subscription.id, []),
      reactivateWebhook(id, subscription.id),
      rotateWebhookSecret(id, subscription.id, "v1.fresh"),
    ]
    for (const command of commands) {
      assert.deepStrictEqual(refused(command, {}), { _tag: "NotFound", what: "la suscripción" })
    }
  })
})
