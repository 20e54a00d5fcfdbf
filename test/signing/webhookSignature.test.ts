import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import { instant } from "../../core/calendar/instant.ts"
import { makeWebhookSecret } from "../../core/signing/webhookSecret.ts"
import { firma, verifyWebhookSignature, webhookSignature } from "../../core/signing/webhookSignature.ts"
import { anyCharacter } from "../support/anyCharacter.ts"
import { changedByte, changedCharacter } from "./tampering.ts"

const secret = makeWebhookSecret(Uint8Array.from({ length: 32 }, (_, n) => n))
const old = makeWebhookSecret(Uint8Array.from({ length: 32 }, (_, n) => 255 - n))
/** 2026-11-20T00:00:00Z. */
const at = instant(1_795_132_800_000)
const body = "{\"a\":1}"

const anySecret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(makeWebhookSecret)
const anyBody = fc.uint8Array({ maxLength: 200 })
const anyTime = fc.integer({ min: 0, max: 4_000_000_000_000 }).map(instant)

const verify = (changes: Partial<Parameters<typeof verifyWebhookSignature>[0]> = {}) =>
  verifyWebhookSignature({
    header: webhookSignature({ at, body, secrets: [secret] }),
    body,
    secrets: [secret],
    now: at,
    ...changes,
  })

const accepted = Either.right(at)
const malformed = Either.left("malformed" as const)
const expired = Either.left("expired" as const)
const wrong = Either.left("wrong_signature" as const)

describe("x-svc-firma", () => {
  it("contains HMAC-SHA256 of the time and the body, keyed with the text of the secret", () => {
    // Computed with node:crypto.
    const v1 = {
      "{\"a\":1}": "d01e79ecfc76f5412f0357de2aefc3a134f63bea4b1ee0a180ce9a93bf4e27bc",
      "{\"nombre\":\"Peñíscola €\"}": "0b5299c6684f1999ccf05aff82fd535b52a0e5b8ed919622808b366183b2447e",
      "": "134f793fa7649fde36c972534e8824c6ab47b2e63cb60dcf5888f3d5c0b15965",
    }
    for (const [body, hex] of Object.entries(v1)) {
      const header = webhookSignature({ at, body, secrets: [secret] })
      assert.strictEqual(header, `t=1795132800,v1=${hex}`)
      assert.strictEqual(webhookSignature({ at, body: Buffer.from(body), secrets: [secret] }), header)
    }
  })

  it("contains one v1 for each secret, newest first", () => {
    assert.strictEqual(
      webhookSignature({ at, body, secrets: [old, secret] }),
      "t=1795132800,v1=279ee7576c734a6c03e2446aeb15c46286d7f5f5dc10b7a58a8d468f318c58ea"
        + ",v1=d01e79ecfc76f5412f0357de2aefc3a134f63bea4b1ee0a180ce9a93bf4e27bc",
    )
  })

  it("agrees with node:crypto", () => {
    fc.assert(fc.property(anySecret, anyBody, anyTime, (secret, body, at) => {
      const t = Math.floor(at / 1000)
      const hex = createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex")
      const header = webhookSignature({ at, body, secrets: [secret] })
      assert.strictEqual(header, `t=${t},v1=${hex}`)
      const verified = verify({ header, body, secrets: [secret], now: at })
      assert.deepStrictEqual(verified, Either.right(instant(t * 1000)))
    }), { numRuns: 2000 })
  })

  it("goes into the header that a subscription names", () => {
    const { cabecera, formato, se_firma } = firma
    assert.deepStrictEqual([cabecera, formato, se_firma], ["x-svc-firma", "t=<unix>,v1=<hex>", "<t>.<cuerpo>"])
  })
})

describe("verification of x-svc-firma", () => {
  it("accepts what was signed, and says when", () => {
    assert.deepStrictEqual(verify(), accepted)
    assert.deepStrictEqual(verify({ body: new TextEncoder().encode(body) }), accepted)
  })

  it("refuses a body with any byte changed", () => {
    const bodies = fc.uint8Array({ minLength: 1, maxLength: 100 }).chain(changedByte)
    fc.assert(fc.property(bodies, ([body, other]) => {
      const header = webhookSignature({ at, body, secrets: [secret] })
      assert.deepStrictEqual(verify({ header, body }), accepted)
      assert.deepStrictEqual(verify({ header, body: other }), wrong)
    }), { numRuns: 2000 })
    for (const other of ["{\"a\": 1}", `${body}\n`, `\uFEFF${body}`, ""]) {
      assert.deepStrictEqual(verify({ body: other }), wrong)
    }
  })

  it("refuses a header with any character changed", () => {
    fc.assert(fc.property(changedCharacter(webhookSignature({ at, body, secrets: [secret] })), (header) => {
      assert.isTrue(Either.isLeft(verify({ header })), header)
    }), { numRuns: 5000 })
    const header = webhookSignature({ at, body, secrets: [secret] })
    const upperCase = header.toUpperCase().replace("T=", "t=").replace("V1=", "v1=")
    assert.deepStrictEqual(verify({ header: upperCase }), wrong)
    assert.deepStrictEqual(verify({ header: header.replace("t=", "t=0") }), wrong)
    assert.deepStrictEqual(verify({ header: header.slice(0, -1) }), wrong)
    assert.deepStrictEqual(verify({ header: `${header}0` }), wrong)
  })

  it("refuses any other secret", () => {
    fc.assert(fc.property(changedByte(new Uint8Array(32)), ([, other]) => {
      assert.deepStrictEqual(verify({ secrets: [makeWebhookSecret(other)] }), wrong)
    }), { numRuns: 2000 })
  })

  it("ignores invalid secrets, so that an empty setting lets nobody in", () => {
    assert.deepStrictEqual(verify({ secrets: [] }), wrong)
    for (const text of ["", "whsec_", "undefined", ` ${secret}`]) {
      const hex = createHmac("sha256", text).update(`1795132800.${body}`).digest("hex")
      assert.deepStrictEqual(verify({ header: `t=1795132800,v1=${hex}`, secrets: [text] }), wrong)
    }
  })

  it("continues to work while either side changes its secret", () => {
    const both = webhookSignature({ at, body, secrets: [secret, old] })
    for (const secrets of [[secret], [old], [old, secret], ["", secret]]) {
      assert.deepStrictEqual(verify({ header: both, secrets }), accepted)
    }
    assert.deepStrictEqual(verify({ secrets: [old, secret] }), accepted)
  })

  it("accepts notices for 300 seconds, in both directions", () => {
    const seconds = (n: number) => instant(at + n * 1000)
    for (const n of [-300, -1, 0, 1, 300]) assert.deepStrictEqual(verify({ now: seconds(n) }), accepted)
    for (const n of [-301, 301, 1e6, -1e6, NaN, Infinity]) {
      assert.deepStrictEqual(verify({ now: seconds(n) }), expired)
    }
    // Signatures contain whole seconds, so a fraction of the receiver's second does not count.
    assert.deepStrictEqual(verify({ now: instant(at + 300_999) }), accepted)
  })

  it("reads the header as Stripe's is read", () => {
    const [t = "", v1 = ""] = webhookSignature({ at, body, secrets: [secret] }).split(",")
    const zeros = `v1=${"0".repeat(64)}`
    const good = [`${v1},${t}`, ` ${t} , ${v1} `, `${t},v0=abc,${v1},v2=x,nonsense,=,`,
      `${t},${zeros},v1=,${v1}`, `${t},${v1},${v1}`, `${t},${`${zeros},`.repeat(500)}${v1}`]
    for (const header of good) assert.deepStrictEqual(verify({ header }), accepted, header)
    const unsigned = [`${t},${zeros}`, `${t},v1=`]
    for (const header of unsigned) assert.deepStrictEqual(verify({ header }), wrong, header)
    const bad = ["", ",", t, v1, `${t},v2${v1.slice(2)}`, `${t},${t},${v1}`, `${t},t=1,${v1}`, `t=,${v1}`,
      `t=-1,${v1}`, `t=1.5,${v1}`, `t=1e9,${v1}`, `t=0x1,${v1}`, `t= 1,${v1}`, `t=${"9".repeat(13)},${v1}`,
      `${t};${v1}`]
    for (const header of bad) assert.deepStrictEqual(verify({ header }), malformed, header)
    for (const header of [null, undefined]) assert.deepStrictEqual(verify({ header }), malformed)
  })

  it("never throws, whatever the header is", () => {
    const known = fc.constantFrom("t=", "v1=", ",", "1795132800", " ", "\ud800")
    const piece = fc.oneof(fc.string({ unit: anyCharacter }), known)
    fc.assert(fc.property(fc.array(piece).map((pieces) => pieces.join("")), (header) => {
      assert.isTrue(Either.isLeft(verify({ header })))
    }), { numRuns: 5000 })
  })
})
