import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, type Scope } from "effect"
import type { WebhookRequest, WebhookSender } from "../../core/ports/WebhookSender.ts"

/** What the receiver does next: answer with a status, break off, or stay silent for ever. */
export type Behaviour = number | "breaks" | "hangs"

/** A receiver, the sender that reaches it, and what has arrived. */
export interface SenderAndReceiver {
  readonly sender: WebhookSender["Type"]
  readonly url: string
  readonly received: ReadonlyArray<WebhookRequest>
  readonly behave: (behaviour: Behaviour) => void
}

/** What every WebhookSender promises (core/ports/WebhookSender.ts), whichever adapter sends. */
export const webhookSenderContract = (
  name: string,
  made: Effect.Effect<SenderAndReceiver, never, Scope.Scope>,
): void => {
  const headers = { "content-type": "application/json", "x-svc-envio": "0193", "x-svc-firma": "t=1,v1=ab" }
  const request = (url: string, body = "{}"): WebhookRequest => ({ url, headers, body })

  describe(`WebhookSender: ${name}`, () => {
    it.scopedLive("reports the status of the answer, whatever it is", () =>
      Effect.gen(function*() {
        const { behave, received, sender, url } = yield* made
        const statuses = [200, 201, 204, 301, 307, 400, 404, 410, 429, 500, 503]
        for (const codigo of statuses) {
          behave(codigo)
          assert.deepStrictEqual(yield* sender.send(request(url)), { codigo })
        }
        assert.lengthOf(received, statuses.length)
      }))

    it.scopedLive("delivers every header and every character of the body", () =>
      Effect.gen(function*() {
        const { received, sender, url } = yield* made
        const bodies = ["", "{}", "{\"nombre\":\"Ñandú, S.L. — 1.210,00 €\",\"signo\":\"😀\"}", "á".repeat(700_000)]
        for (const body of bodies) yield* sender.send(request(url, body))
        assert.deepStrictEqual(received.map(({ body }) => body), bodies)
        for (const one of received) {
          assert.strictEqual(one.url, url)
          assert.include(one.headers, headers)
        }
      }))

    it.scopedLive("says in Spanish when no answer came, and goes on working", () =>
      Effect.gen(function*() {
        const { behave, sender, url } = yield* made
        behave("breaks")
        const { _tag, reason } = yield* Effect.flip(sender.send(request(url)))
        assert.strictEqual(_tag, "NoAnswer")
        assert.strictEqual(reason, "el servidor cortó la conexión")
        behave(200)
        assert.deepStrictEqual(yield* sender.send(request(url)), { codigo: 200 })
      }))

    it.scopedLive("ends at once when it is interrupted", () =>
      Effect.gen(function*() {
        const { behave, received, sender, url } = yield* made
        behave("hangs")
        const sending = yield* Effect.fork(sender.send(request(url)))
        yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => received.length === 1 })
        const [took] = yield* Effect.timed(Fiber.interrupt(sending))
        assert.isBelow(Duration.toMillis(took), 3_000)
        behave(200)
        assert.deepStrictEqual(yield* sender.send(request(url)), { codigo: 200 })
        assert.lengthOf(received, 2)
      }))

    it.scopedLive("sends many at a time", () =>
      Effect.gen(function*() {
        const { received, sender, url } = yield* made
        const bodies = Array.from({ length: 200 }, (_, index) => `{"n":${index}}`)
        yield* Effect.forEach(bodies, (body) => sender.send(request(url, body)), { concurrency: 20 })
        assert.deepStrictEqual(received.map(({ body }) => body).toSorted(), bodies.toSorted())
      }))
  })
}
