import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber, Layer, TestClock } from "effect"
import * as WebhookSenderMemory from "../../adapters/memory/WebhookSenderMemory.ts"
import { instant } from "../../core/calendar/instant.ts"
import { attemptDelivery } from "../../core/deliveries/attemptDelivery.ts"
import { SealBroken, SecretBox } from "../../core/ports/SecretBox.ts"
import { NoAnswer, type WebhookRequest } from "../../core/ports/WebhookSender.ts"
import { makeWebhookSecret } from "../../core/signing/webhookSecret.ts"
import { verifyWebhookSignature } from "../../core/signing/webhookSignature.ts"
import { openedSigningSecrets } from "../../core/webhooks/openedSecrets.ts"
import { noon } from "../support/decideOn.ts"
import { sampleDelivery, sampleOrganizationId, sampleWebhook } from "../support/samples.ts"

const organizationId = sampleOrganizationId()
const secretOf = (byte: number) => makeWebhookSecret(new Uint8Array(32).fill(byte))
const [newest, older] = [secretOf(1), secretOf(2)]
const hour = 3_600_000

/** A box whose seals are the texts themselves, after "v1."; it opens no others. */
const box = Layer.succeed(SecretBox, SecretBox.of({
  seal: (text) => Effect.succeed(`v1.${text}`),
  open: (sealed) => (sealed.startsWith("v1.") ? Effect.succeed(sealed.slice(3)) : new SealBroken()),
}))

describe("the secrets that sign a delivery", () => {
  const opened = (sealedSecret: string, previous: string, after = 0) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon + after)
      const previousSecret = { sealed: previous, until: instant(noon + 24 * hour) }
      return yield* openedSigningSecrets(sampleWebhook(organizationId, 1, { sealedSecret, previousSecret }))
    }).pipe(Effect.provide(box), Effect.either)

  it.effect("are the newest and, for the day of a rotation, the one before if that can be read", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* opened(`v1.${newest}`, `v1.${older}`), Either.right([newest, older]))
      assert.deepStrictEqual(yield* opened(`v1.${newest}`, `v1.${older}`, 24 * hour), Either.right([newest]))
      assert.deepStrictEqual(yield* opened(`v1.${newest}`, "v0.lost"), Either.right([newest]))
      assert.isTrue(Either.isLeft(yield* opened("v0.lost", `v1.${older}`)))
    }))

  it.effect("are never a text that is no secret, with which anybody could sign", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(opened("v1.whsec_", `v1.${older}`))
      assert.strictEqual(exit._tag, "Failure")
    }))
})

describe("an attempt", () => {
  const delivery = sampleDelivery(organizationId, 2, { intentos: 2, cuerpo: "{\"a\":1}" })
  const webhook = sampleWebhook(organizationId, 1, { modo_aviso: "token" })
  const attempted = (receive: WebhookSenderMemory.Receive) =>
    Effect.provide(attemptDelivery(webhook, [newest, older], delivery), WebhookSenderMemory.layer(receive))

  it.effect("posts the body as it is stored, signed for this moment with both secrets, and tells the answer", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      const sent: Array<WebhookRequest> = []
      const outcome = yield* attempted((request) => {
        sent.push(request)
        return Effect.succeed({ codigo: 302 })
      })
      assert.deepStrictEqual(outcome, { _tag: "Answered", intento: 3, codigo: 302 })
      const [{ body, headers, url } = assert.fail()] = sent
      assert.deepStrictEqual([url, body], [webhook.url, delivery.cuerpo])
      assert.deepInclude(headers, { "x-svc-suceso": "contact.created", "x-svc-envio": delivery.id, "x-svc-intento": "3" })
      assert.strictEqual(headers["x-svc-token"], newest)
      for (const secret of [newest, older]) {
        const header = headers["x-svc-firma"]
        assert.deepStrictEqual(verifyWebhookSignature({ header, body, secrets: [secret], now: noon }), Either.right(noon))
      }
    }))

  it.effect("that gets no answer tells why, also after ten seconds and where the sender itself breaks", () =>
    Effect.gen(function*() {
      const without = (error: string) => ({ _tag: "NoAnswer" as const, intento: 3, error })
      assert.deepStrictEqual(yield* attempted(() => new NoAnswer({ reason: "no existe" })), without("no existe"))
      assert.deepStrictEqual(yield* attempted(() => Effect.die("broken")), without("error interno al enviar"))
      const answers = Effect.succeed({ codigo: 200 })
      const slow = yield* Effect.fork(attempted(() => Effect.delay(answers, "10001 millis")))
      const justInTime = yield* Effect.fork(attempted(() => Effect.delay(answers, "9999 millis")))
      yield* TestClock.adjust("9999 millis")
      assert.deepInclude(yield* Fiber.join(justInTime), { _tag: "Answered", codigo: 200 })
      assert.isNull(slow.unsafePoll())
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(slow), without("no respondió en 10 segundos"))
    }))
})
