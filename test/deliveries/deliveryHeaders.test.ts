import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { deliveryHeaders, type SignedAttempt } from "../../core/deliveries/deliveryHeaders.ts"
import { verifyStandardWebhook } from "../../core/signing/standardWebhooks.ts"
import { makeWebhookSecret } from "../../core/signing/webhookSecret.ts"
import { verifyWebhookSignature } from "../../core/signing/webhookSignature.ts"

const secret = makeWebhookSecret(Uint8Array.from({ length: 32 }, (_, n) => n))
const old = makeWebhookSecret(Uint8Array.from({ length: 32 }, (_, n) => 255 - n))
const attempt: SignedAttempt = {
  envio: "0192f0c1d2e37a4b8c5d6e7f80910a2b",
  suceso: "invoice.issued",
  intento: 1,
  modo_aviso: "firma",
  body: "{\"a\":1}",
  secrets: [secret],
  at: instant(1_795_132_800_000),
}

describe("delivery headers", () => {
  it("are these", () => {
    assert.deepStrictEqual(deliveryHeaders(attempt), {
      "content-type": "application/json",
      "x-svc-suceso": "invoice.issued",
      "x-svc-envio": "0192f0c1d2e37a4b8c5d6e7f80910a2b",
      "x-svc-intento": "1",
      "x-svc-firma": "t=1795132800,v1=d01e79ecfc76f5412f0357de2aefc3a134f63bea4b1ee0a180ce9a93bf4e27bc",
      "webhook-id": "0192f0c1d2e37a4b8c5d6e7f80910a2b",
      "webhook-timestamp": "1795132800",
      "webhook-signature": "v1,ILJtC+hyosVtNlm6jkbEZUSAJlSVqKnHkIvrdNb/A70=",
    })
  })

  it("carry the newest secret itself in mode token, along with the signature", () => {
    const rotating: SignedAttempt = { ...attempt, modo_aviso: "token", secrets: [secret, old] }
    const { "x-svc-token": token, ...others } = deliveryHeaders(rotating)
    assert.strictEqual(token, secret)
    assert.deepStrictEqual(others, deliveryHeaders({ ...rotating, modo_aviso: "firma" }))
  })

  it("are accepted by both verifiers, on every attempt, with either secret during a rotation", () => {
    for (const [intento, hours] of [[1, 0], [2, 1], [7, 40]] as const) {
      const at = instant(attempt.at + hours * 3_600_000)
      const headers = deliveryHeaders({ ...attempt, intento, at, secrets: [secret, old] })
      assert.strictEqual(headers["x-svc-intento"], String(intento))
      assert.notProperty(headers, "x-svc-token")
      for (const known of [secret, old]) {
        const received = { body: attempt.body, secrets: [known], now: at }
        const header = headers["x-svc-firma"]
        assert.deepStrictEqual(verifyWebhookSignature({ ...received, header }), Either.right(at))
        assert.deepStrictEqual(verifyStandardWebhook({ ...received, headers }), Either.right(at))
      }
    }
  })
})
