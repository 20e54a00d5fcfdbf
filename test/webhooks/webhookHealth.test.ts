import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { countAttempt, reactivate, type WebhookHealth } from "../../core/webhooks/webhookHealth.ts"

const fresh: WebhookHealth = { activo: true, fallos_seguidos: 0 }

const fail = (webhook: WebhookHealth, times: number): WebhookHealth => {
  let now = webhook
  for (let n = 0; n < times; n++) now = countAttempt(now, false).webhook
  return now
}

describe("the health of a webhook", () => {
  it("is switched off by fifteen failures in a row, once", () => {
    const nearly = fail(fresh, 14)
    assert.deepStrictEqual(nearly, { activo: true, fallos_seguidos: 14 })
    const off = { activo: false, fallos_seguidos: 15 }
    assert.deepStrictEqual(countAttempt(nearly, false), { webhook: off, deactivated: true })
    for (const succeeded of [true, false]) {
      assert.deepStrictEqual(countAttempt(off, succeeded), { webhook: off, deactivated: false })
    }
  })

  it("starts over after a success and after a reactivation", () => {
    assert.deepStrictEqual(countAttempt(fail(fresh, 14), true), { webhook: fresh, deactivated: false })
    assert.deepStrictEqual(reactivate(fail(fresh, 20)), fresh)
    assert.deepStrictEqual(reactivate(fail(fresh, 3)), fresh)
  })

  it("is the same object if nothing changes", () => {
    const off = fail(fresh, 15)
    assert.strictEqual(countAttempt(off, false).webhook, off)
    assert.strictEqual(countAttempt(fresh, true).webhook, fresh)
  })

  it("keeps the webhook's other properties", () => {
    const webhook = { ...fresh, url: "https://example.com" }
    const counted = countAttempt(webhook, false).webhook
    assert.deepStrictEqual(counted, { ...webhook, fallos_seguidos: 1 })
    assert.deepStrictEqual(reactivate({ ...webhook, activo: false }), webhook)
  })

  it("is off exactly if there were fifteen failures in a row since it was last switched on", () => {
    // Failures are frequent enough for runs of fifteen and more.
    const step = fc.oneof(
      { weight: 40, arbitrary: fc.constant("failure") },
      { weight: 2, arbitrary: fc.constant("success") },
      { weight: 1, arbitrary: fc.constant("reactivation") },
    )
    fc.assert(fc.property(fc.array(step, { maxLength: 120, size: "max" }), (steps) => {
      let webhook = fresh
      let switchedOff = 0
      for (const [n, step] of steps.entries()) {
        if (step === "reactivation") {
          webhook = reactivate(webhook)
        } else {
          const counted = countAttempt(webhook, step === "success")
          webhook = counted.webhook
          if (counted.deactivated) switchedOff++
        }
        const history = steps.slice(0, n + 1)
        const round = history.slice(history.lastIndexOf("reactivation") + 1).join(" ")
        assert.strictEqual(webhook.activo, !/(failure ?){15}/.test(round))
        assert.isTrue(webhook.fallos_seguidos >= 0 && webhook.fallos_seguidos <= 15)
      }
      const rounds = steps.join(" ").split("reactivation")
      assert.strictEqual(switchedOff, rounds.filter((round) => /(failure ?){15}/.test(round)).length)
    }), { numRuns: 2000 })
  })
})
