import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { observedMailAttempt, observedWebhookAttempt, webhookDeactivated } from "../../core/telemetry/attemptTelemetry.ts"
import { metricValue } from "./metricValue.ts"
import { spansOf } from "./recordingTracer.ts"

const counted = (kind: "mail" | "webhook") => ({
  delivered: metricValue(`talonario_${kind}_attempts_total`, { outcome: "delivered" }),
  failed: metricValue(`talonario_${kind}_attempts_total`, { outcome: "failed" }),
})

const url = "https://user:password@hooks.example:8443/T0/s3cret?token=s3cret"

const webhook = <E, R>(attempt: Effect.Effect<number, E, R>) =>
  observedWebhookAttempt(url, (status) => status === 200, attempt)

describe("an attempt at a webhook", () => {
  it.effect("is counted by its outcome", () =>
    Effect.gen(function*() {
      const before = counted("webhook")
      assert.strictEqual(yield* webhook(Effect.succeed(200)), 200)
      yield* webhook(Effect.succeed(500))
      yield* Effect.ignore(webhook(Effect.fail("no answer")))
      yield* Fiber.interrupt(yield* Effect.fork(webhook(Effect.never)).pipe(Effect.tap(() => Effect.yieldNow())))
      assert.deepStrictEqual(counted("webhook"), { delivered: before.delivered + 1, failed: before.failed + 3 })
    }))

  it.effect("is timed", () =>
    Effect.gen(function*() {
      const before = metricValue("talonario_webhook_attempt_seconds_sum")
      const fiber = yield* Effect.fork(webhook(Effect.delay(Effect.succeed(200), "2500 millis")))
      yield* TestClock.adjust("1 minute")
      yield* fiber
      assert.closeTo(metricValue("talonario_webhook_attempt_seconds_sum") - before, 2.5, 1e-9)
    }))

  it.effect("is a span that names the host and nothing else of the URL", () =>
    Effect.gen(function*() {
      const [span] = yield* spansOf(webhook(Effect.succeed(500)))
      assert.deepInclude(span, {
        kind: "client",
        attributes: { "server.address": "hooks.example", "talonario.outcome": "failed" },
        failed: false,
      })
      assert.notInclude(JSON.stringify(span), "s3cret")
    }))
})

describe("other work", () => {
  it.effect("letters are counted, and are spans", () =>
    Effect.gen(function*() {
      const before = counted("mail")
      const isSent = (error: string | null): boolean => error === null
      yield* observedMailAttempt(isSent, Effect.succeed(null))
      const [span] = yield* spansOf(observedMailAttempt(isSent, Effect.succeed("no such mailbox")))
      assert.deepStrictEqual(counted("mail"), { delivered: before.delivered + 1, failed: before.failed + 1 })
      assert.deepInclude(span, { name: "mail attempt", attributes: { "talonario.outcome": "failed" } })
    }))

  it.effect("deactivated subscriptions are counted", () =>
    Effect.gen(function*() {
      const before = metricValue("talonario_webhooks_deactivated_total")
      yield* webhookDeactivated
      assert.strictEqual(metricValue("talonario_webhooks_deactivated_total"), before + 1)
    }))
})
