import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import { Stripe } from "stripe"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { deliveryHeaders } from "../../core/deliveries/deliveryHeaders.ts"
import { deliveryEnvelope } from "../../core/deliveries/deliveryOf.ts"
import { makeWebhookSecret, type SigningSecrets, type WebhookSecret } from "../../core/signing/webhookSecret.ts"
import { firstSecrets, rotateSecret, signingSecrets } from "../../core/webhooks/secretRotation.ts"
import type { NoticeMode } from "../../core/webhooks/Webhook.ts"

const secretOf = (seed: number) =>
  makeWebhookSecret(Uint8Array.from({ length: 32 }, (_, n) => (n * 7 + seed) % 256))

const first = secretOf(1)
const second = secretOf(2)
const third = secretOf(3)

const at = instant(Date.parse("2026-11-20T10:00:00.900Z"))
const seconds = (n: number): Instant => instant(at + n * 1000)

const envio = "0192f0c1d2e37a4b8c5d6e7f80910a2b"
const datos = { contacto: { nombre: "Peña & Hijos, «S.L.» — 100 €", notas: "a\nb\u2028c" } }
const body = JSON.stringify(deliveryEnvelope(envio, { suceso: "contact.created", creado: at, datos }))

/** What a receiver gets of an attempt made at `at`. */
const received = (secrets: SigningSecrets, modo_aviso: NoticeMode = "firma", intento = 1) =>
  deliveryHeaders({ envio, suceso: "contact.created", intento, modo_aviso, body, secrets, at })

type Headers = Readonly<Record<string, string>>

/** Whether the verifier accepts. Asserts that what it read is what was sent. */
const accepts = (read: () => unknown): boolean => {
  try {
    assert.deepStrictEqual(read(), JSON.parse(body))
    return true
  } catch (error) {
    if (error instanceof Error && /signature|timestamp|tolerance/i.test(error.message)) return false
    throw error
  }
}

type Verifies = (text: string | Buffer, headers: Headers, secret: WebhookSecret) => boolean

/** Stripe's verifier gets the text of the secret as it is, and the tolerance of the contract (section 6.3). */
const verifiers: Readonly<Record<string, Verifies>> = {
  "stripe": (text, headers, secret) =>
    accepts(() => Stripe.webhooks.constructEvent(text, headers["x-svc-firma"] ?? "", secret, 300)),
  "stripe, of the header alone": (text, headers, secret) =>
    accepts(() => {
      assert.isTrue(Stripe.webhooks.signature?.verifyHeader(text, headers["x-svc-firma"] ?? "", secret, 300))
      return JSON.parse(body)
    }),
  "standardwebhooks": (text, headers, secret) => accepts(() => new Webhook(secret).verify(text, { ...headers })),
}

for (const [name, verifies] of Object.entries(verifiers)) {
  describe(`the verifier of ${name}`, () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["Date"], now: at })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it("accepts what we send, on every attempt, as text and as bytes, in both modes", () => {
      for (const modo of ["firma", "token"] as const) {
        for (const intento of [1, 2, 7]) {
          const headers = received([first], modo, intento)
          assert.isTrue(verifies(body, headers, first))
          assert.isTrue(verifies(Buffer.from(body), headers, first))
          assert.strictEqual(headers["x-svc-token"], modo === "token" ? first : undefined)
        }
      }
    })

    it("refuses another body, another secret, and the signature of another notice", () => {
      const headers = received([first])
      assert.isFalse(verifies(body.replace("Peña", "Pena"), headers, first))
      assert.isFalse(verifies(`${body} `, headers, first))
      assert.isFalse(verifies(JSON.stringify(JSON.parse(body), null, 1), headers, first))
      assert.isFalse(verifies(body, headers, second))
      assert.isFalse(verifies(body, received([second]), first))
    })

    it("refuses what was signed more than 300 seconds ago", () => {
      const headers = received([first])
      for (const [late, accepted] of [[0, true], [299, true], [300, true], [301, false], [86_400, false]] as const) {
        vi.setSystemTime(seconds(late))
        assert.strictEqual(verifies(body, headers, first), accepted, `${late} s`)
      }
    })

    it("accepts either secret of a rotation for 24 hours, and then only the new one", () => {
      const secrets: Readonly<Record<string, WebhookSecret>> = { first, second, third }
      const open = (sealed: string) => secrets[sealed] ?? assert.fail(sealed)
      const signing = (hours: number, ...rotations: ReadonlyArray<readonly [string, number]>) => {
        const stored = rotations.reduce((before, [fresh, hour]) =>
          rotateSecret(before, fresh, seconds(hour * 3600)), firstSecrets("first"))
        const now = seconds(hours * 3600)
        const [newest, ...others] = signingSecrets(stored, now)
        vi.setSystemTime(now)
        const all: SigningSecrets = [open(newest), ...others.map(open)]
        const headers = deliveryHeaders({
          envio, suceso: "contact.created", intento: 1, modo_aviso: "token", body, secrets: all, at: now,
        })
        assert.strictEqual(headers["x-svc-token"], all[0])
        return [first, second, third].map((secret) => verifies(body, headers, secret))
      }
      assert.deepStrictEqual(signing(0), [true, false, false])
      assert.deepStrictEqual(signing(0, ["second", 0]), [true, true, false])
      assert.deepStrictEqual(signing(23.99, ["second", 0]), [true, true, false])
      assert.deepStrictEqual(signing(24, ["second", 0]), [false, true, false])
      assert.deepStrictEqual(signing(2, ["second", 0], ["third", 1]), [false, true, true])
      assert.deepStrictEqual(signing(25, ["second", 0], ["third", 1]), [false, false, true])
    })
  })
}
