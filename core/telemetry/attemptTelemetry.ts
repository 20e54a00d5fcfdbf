import { Effect, Exit } from "effect"
import { urlOf } from "../text/urlOf.ts"
import { counter, histogram, secondsBetween, secondsBounds, type Update } from "./instruments.ts"
import { tracedWith } from "./tracing.ts"

/** Counters of attempts, by outcome. */
const attempts = (name: string, description: string): { readonly delivered: Update; readonly failed: Update } => ({
  delivered: counter(name, description, { outcome: "delivered" }),
  failed: counter(name, description, { outcome: "failed" }),
})

const webhookAttempts = attempts("talonario_webhook_attempts_total", "Attempts to deliver a notice.")
const webhookSeconds = histogram(
  "talonario_webhook_attempt_seconds",
  "Time of an attempt to deliver a notice, its connection included.",
  secondsBounds,
)
const deactivated = counter(
  "talonario_webhooks_deactivated_total",
  "Subscriptions switched off because their deliveries kept failing.",
)
const mailAttempts = attempts("talonario_mail_attempts_total", "Attempts to print a letter and hand it to the mail server.")

/**
 * Counts, times and traces an attempt to deliver a notice to the address, of which the span names the host only. An attempt
 * that fails or is interrupted counts as failed.
 */
export const observedWebhookAttempt = <A, E, R>(
  url: string,
  isDelivered: (result: A) => boolean,
  attempt: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  tracedWith("webhook attempt", { kind: "client", attributes: { "server.address": hostOf(url) } }, (tell) =>
    Effect.clockWith((clock) => {
      const began = clock.unsafeCurrentTimeNanos()
      return Effect.onExit(attempt, (exit) =>
        Effect.sync(() => {
          const outcome = outcomeOf(exit, isDelivered)
          webhookAttempts[outcome](1)
          webhookSeconds(secondsBetween(began, clock.unsafeCurrentTimeNanos()))
          tell({ "talonario.outcome": outcome })
        }))
    }))

/** Counts and traces an attempt to send a letter. An attempt that fails or is interrupted counts as failed. */
export const observedMailAttempt = <A, E, R>(
  isSent: (result: A) => boolean,
  attempt: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  tracedWith("mail attempt", { kind: "client" }, (tell) =>
    Effect.onExit(attempt, (exit) =>
      Effect.sync(() => {
        const outcome = outcomeOf(exit, isSent)
        mailAttempts[outcome](1)
        tell({ "talonario.outcome": outcome })
      })))

/** Counts a webhook that was switched off. To be run once that commit is durable. */
export const webhookDeactivated: Effect.Effect<void> = Effect.sync(() => deactivated(1))

const outcomeOf = <A>(exit: Exit.Exit<A, unknown>, isDelivered: (result: A) => boolean): "delivered" | "failed" =>
  Exit.isSuccess(exit) && isDelivered(exit.value) ? "delivered" : "failed"

const hostOf = (url: string): string => urlOf(url)?.hostname ?? "unknown"
