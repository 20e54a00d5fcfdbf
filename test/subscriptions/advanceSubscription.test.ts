import { assert, describe, it } from "@effect/vitest"
import { advanceSubscription } from "../../core/subscriptions/advanceSubscription.ts"
import { carriedOut, decideOn } from "../support/decideOn.ts"
import { customer, id } from "../support/issuing.ts"
import { day, liveTerms, sampleOrganization, sampleSubscription } from "../support/samples.ts"

const subscription = sampleSubscription(id, 1, { contacto_id: customer.id, inicio: day("2026-03-01"), periodos: 0 })

const advanced = (given: Partial<typeof subscription>) => {
  const row = { ...subscription, ...given }
  const rows = { organization: [sampleOrganization(id)], contact: [customer], subscription: [row] }
  return carriedOut(decideOn(advanceSubscription(id, row.id, liveTerms), rows))
}

describe("a step of a subscription", () => {
  it("without news of an invoice leaves a log entry and the subscription, and no event", () => {
    const paused = advanced({ contacto_id: "nadie" })
    const deleted = advanced({ por_emitir: "borrada" })
    for (const { events, rows } of [paused, deleted]) {
      assert.deepStrictEqual(events, [])
      assert.deepStrictEqual(rows.map(({ table }) => table), ["activityEntry", "subscription"])
    }
    assert.isNull(paused.result)
  })

  it("does nothing if the subscription is deleted, is over, or has no period yet", () => {
    const rows = { organization: [sampleOrganization(id)] }
    const nothing = { rows: [], events: [] }
    assert.deepStrictEqual(carriedOut(decideOn(advanceSubscription(id, "nada", liveTerms), rows)), { ...nothing, result: null })
    assert.deepStrictEqual(advanced({ estado: "cancelled" }), { ...nothing, result: null })
    const later = advanced({ inicio: day("2026-03-03") })
    assert.deepStrictEqual<unknown>(later, { ...nothing, result: Date.parse("2026-03-02T23:00:00Z") })
  })
})
