import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeWebhookSecret, parseWebhookSecret, secretKey } from "../../core/signing/webhookSecret.ts"
import { anyCharacter } from "../support/anyCharacter.ts"

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const textOf = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString("base64")}`

describe("webhook secret", () => {
  it("consists of whsec_ and the base64 of its bytes", () => {
    fc.assert(fc.property(bytes32, (bytes) => {
      const secret = makeWebhookSecret(bytes)
      assert.strictEqual(secret, textOf(bytes))
      assert.strictEqual(parseWebhookSecret(secret), secret)
      assert.deepStrictEqual(secretKey(secret), bytes)
    }), { numRuns: 2000 })
  })

  it("has 32 bytes", () => {
    for (const length of [0, 24, 31, 33, 64]) {
      assert.throws(() => makeWebhookSecret(new Uint8Array(length)), RangeError)
      assert.isUndefined(parseWebhookSecret(textOf(new Uint8Array(length))))
    }
  })

  it("is read in one spelling only", () => {
    const secret = makeWebhookSecret(Uint8Array.from({ length: 32 }, (_, n) => n * 8))
    const body = secret.slice("whsec_".length)
    const others = ["", "whsec_", body, secret.slice(0, -1), `${secret}=`, `${secret}\n`, ` ${secret}`,
      secret.toUpperCase(), `whpub_${body}`, `whsec_${body.slice(0, 20)}\r\n${body.slice(20)}`, `whsec_${secret}`,
      // The same bytes: the last digit's low bits mean nothing, and base64url uses other characters.
      secret.replace(/.=$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}=`),
      makeWebhookSecret(new Uint8Array(32).fill(255)).replaceAll("/", "_"),
      `whsec_${"=".repeat(44)}`, `whsec_${"ñ".repeat(44)}`, `svc_live_${"0".repeat(43)}`]
    for (const text of others) assert.isUndefined(parseWebhookSecret(text), text)
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => {
      assert.isUndefined(parseWebhookSecret(text))
      assert.isUndefined(parseWebhookSecret(`whsec_${text}`))
    }), { numRuns: 2000 })
  })

  it("is also the key of Standard Webhooks, with the 24 to 64 bytes that its specification asks for", () => {
    for (let length = 0; length <= 80; length++) {
      const key = new Uint8Array(length).fill(7)
      assert.deepStrictEqual(secretKey(textOf(key)), length >= 24 && length <= 64 ? key : undefined)
    }
  })
})
