import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import { instant } from "../../core/calendar/instant.ts"
import { standardHeaders, verifyStandardWebhook } from "../../core/signing/standardWebhooks.ts"
import { makeWebhookSecret } from "../../core/signing/webhookSecret.ts"
import { anyCharacter } from "../support/anyCharacter.ts"
import { changedByte, changedCharacter } from "./tampering.ts"

const key = Uint8Array.from({ length: 32 }, (_, n) => n)
const secret = makeWebhookSecret(key)
const old = makeWebhookSecret(Uint8Array.from({ length: 32 }, (_, n) => 255 - n))
/** 2026-11-20T00:00:00Z. */
const at = instant(1_795_132_800_000)
const id = "0192f0c1d2e37a4b8c5d6e7f80910a2b"
const body = "{\"a\":1}"
const headers = standardHeaders({ id, at, body, secrets: [secret] })

const verify = (changes: Partial<Parameters<typeof verifyStandardWebhook>[0]> = {}) =>
  verifyStandardWebhook({ headers, body, secrets: [secret], now: at, ...changes })

const accepted = Either.right(at)
const malformed = Either.left("malformed" as const)
const wrong = Either.left("wrong_signature" as const)

describe("Standard Webhooks headers", () => {
  it("contain HMAC-SHA256 of id, time and body, keyed with the decoded secret", () => {
    // Computed with node:crypto.
    const v1 = {
      "{\"a\":1}": "ILJtC+hyosVtNlm6jkbEZUSAJlSVqKnHkIvrdNb/A70=",
      "{\"nombre\":\"Peñíscola €\"}": "OjX97gDORLROtu0/WLjmpdHFZoSmF+V2pdl3A1Du61Q=",
      "": "Pwq1ACD3xDe9XRBr7eBUnA5AmSuEbfpQTEQwtWj21SM=",
    }
    for (const [body, base64] of Object.entries(v1)) {
      const made = standardHeaders({ id, at, body, secrets: [secret] })
      assert.deepStrictEqual(made, {
        "webhook-id": id,
        "webhook-timestamp": "1795132800",
        "webhook-signature": `v1,${base64}`,
      })
      assert.deepStrictEqual(standardHeaders({ id, at, body: Buffer.from(body), secrets: [secret] }), made)
    }
  })

  it("contain one v1 for each secret, newest first", () => {
    assert.strictEqual(
      standardHeaders({ id, at, body, secrets: [old, secret] })["webhook-signature"],
      "v1,zYhftX/6pRWUCeeg0/k79LxZ290WwwgPpPinaQwu9NU= v1,ILJtC+hyosVtNlm6jkbEZUSAJlSVqKnHkIvrdNb/A70=",
    )
  })

  it("agree with node:crypto", () => {
    const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const anyTime = fc.integer({ min: 0, max: 4_000_000_000_000 }).map(instant)
    const anyId = fc.stringMatching(/^[0-9a-zA-Z_-]{1,40}$/)
    fc.assert(fc.property(anyKey, fc.uint8Array({ maxLength: 200 }), anyTime, anyId, (key, body, at, id) => {
      const seconds = Math.floor(at / 1000)
      const mac = createHmac("sha256", key).update(`${id}.${seconds}.`).update(body).digest("base64")
      const secrets = [makeWebhookSecret(key)] as const
      const headers = standardHeaders({ id, at, body, secrets })
      assert.strictEqual(headers["webhook-signature"], `v1,${mac}`)
      const verified = verify({ headers, body, secrets, now: at })
      assert.deepStrictEqual(verified, Either.right(instant(seconds * 1000)))
    }), { numRuns: 2000 })
  })
})

describe("verification of Standard Webhooks", () => {
  it("accepts the message that the specification's libraries are tested with", () => {
    // libraries/javascript/src/webhook.test.ts of standard-webhooks/standard-webhooks.
    const published = {
      headers: {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      },
      body: "{\"test\": 2432232314}",
      secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
      now: instant(1_614_265_330_000),
    }
    assert.deepStrictEqual(verifyStandardWebhook(published), Either.right(published.now))
    assert.deepStrictEqual(verifyStandardWebhook({ ...published, body: "{\"test\":2432232314}" }), wrong)
  })

  it("refuses a body with any byte changed", () => {
    const bodies = fc.uint8Array({ minLength: 1, maxLength: 100 }).chain(changedByte)
    fc.assert(fc.property(bodies, ([body, other]) => {
      const headers = standardHeaders({ id, at, body, secrets: [secret] })
      assert.deepStrictEqual(verify({ headers, body }), accepted)
      assert.deepStrictEqual(verify({ headers, body: other }), wrong)
    }), { numRuns: 2000 })
  })

  it("refuses a header with any character changed", () => {
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const
    const changed = fc.constantFrom(...names).chain((name) =>
      changedCharacter(headers[name]).map((value) => ({ ...headers, [name]: value })))
    fc.assert(fc.property(changed, (headers) => {
      assert.isTrue(Either.isLeft(verify({ headers })), JSON.stringify(headers))
    }), { numRuns: 5000 })
    // The same bytes in another spelling of base64.
    const respelled = headers["webhook-signature"].replace("A70=", "A71=")
    assert.deepStrictEqual(verify({ headers: { ...headers, "webhook-signature": respelled } }), wrong)
  })

  it("refuses any other secret", () => {
    fc.assert(fc.property(changedByte(key), ([, other]) => {
      assert.deepStrictEqual(verify({ secrets: [makeWebhookSecret(other)] }), wrong)
    }), { numRuns: 2000 })
  })

  it("ignores invalid secrets, so that an empty setting lets nobody in", () => {
    const mac = createHmac("sha256", "").update(`${id}.1795132800.${body}`).digest("base64")
    const forged = { ...headers, "webhook-signature": `v1,${mac}` }
    for (const secrets of [[], [""], ["whsec_"], ["undefined"]]) {
      assert.deepStrictEqual(verify({ headers: forged, secrets }), wrong)
    }
  })

  it("continues to work while either side changes its secret", () => {
    const both = standardHeaders({ id, at, body, secrets: [secret, old] })
    for (const secrets of [[secret], [old], [old, secret], ["", secret]]) {
      assert.deepStrictEqual(verify({ headers: both, secrets }), accepted)
    }
    assert.deepStrictEqual(verify({ secrets: [old, secret] }), accepted)
  })

  it("accepts messages for 300 seconds, in both directions", () => {
    for (const n of [-300_000, 300_999]) assert.deepStrictEqual(verify({ now: instant(at + n) }), accepted)
    for (const n of [-300_001, 301_000, NaN]) {
      assert.deepStrictEqual(verify({ now: instant(at + n) }), Either.left("expired" as const))
    }
  })

  it("ignores other versions, and refuses headers of another form", () => {
    const signature = headers["webhook-signature"]
    const withSignature = (value: string | null) =>
      verify({ headers: { ...headers, "webhook-signature": value } })
    for (const value of [`v2,abc ${signature}`, `v1a,abc v1,abc ${signature} x`, ` ${signature}  `]) {
      assert.deepStrictEqual(withSignature(value), accepted, value)
    }
    for (const value of ["v1,", "v1,abc", signature.slice(0, -1)]) {
      assert.deepStrictEqual(withSignature(value), wrong, value)
    }
    for (const value of ["", "v1", "v2,abc", signature.slice(3), null]) {
      assert.deepStrictEqual(withSignature(value), malformed, String(value))
    }
    for (const time of ["", "-1", "1795132800.0", "179513280x", "9".repeat(13), null, undefined]) {
      const verified = verify({ headers: { ...headers, "webhook-timestamp": time } })
      assert.deepStrictEqual(verified, malformed, String(time))
    }
    for (const id of ["", null, undefined, "a.b"]) {
      assert.deepStrictEqual(verify({ headers: { ...headers, "webhook-id": id } }), malformed, String(id))
    }
    assert.deepStrictEqual(verify({ headers: {} }), malformed)
  })

  it("does not let a dot move between id, time and body", () => {
    // "a.1" at 2 and "a" at 1 with a body that begins with "2." would be the same text.
    const shifted = standardHeaders({ id: "a", at, body: `1795132800.${body}`, secrets: [secret] })
    assert.deepStrictEqual(verify({ headers: { ...shifted, "webhook-id": "a.1795132800" } }), malformed)
  })

  it("never throws, whatever the headers are", () => {
    const known = fc.constantFrom("v1,", " ", "1795132800", "=", "\ud800")
    const piece = fc.oneof(fc.string({ unit: anyCharacter }), known)
    const value = fc.option(fc.array(piece).map((pieces) => pieces.join("")))
    fc.assert(fc.property(value, value, value, (id, time, signature) => {
      const headers = { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature }
      assert.isTrue(Either.isLeft(verify({ headers })))
      const current = { "webhook-id": "a", "webhook-timestamp": "1795132800", "webhook-signature": signature }
      assert.isTrue(Either.isLeft(verify({ headers: current })))
    }), { numRuns: 3000 })
  })
})
