import { dayMillis, type Instant, instant } from "../calendar/instant.ts"
import type { Webhook } from "./Webhook.ts"

/** The sealed secrets of a webhook: the present one, and the one before it while that still signs. */
type WebhookSecrets = Pick<Webhook, "sealedSecret" | "previousSecret">

/** A replaced secret goes on signing for 24 hours (decisions, section 2, "Webhooks"). */
const rotationMillis = dayMillis

/** The secrets of a new webhook. */
export const firstSecrets = (sealedSecret: string): WebhookSecrets => ({ sealedSecret, previousSecret: null })

/** Replaces the secret by a fresh one. The replaced one signs for another 24 hours; one older than that stops at once. */
export const rotateSecret = (
  { sealedSecret }: WebhookSecrets,
  fresh: string,
  now: Instant,
): WebhookSecrets => ({
  sealedSecret: fresh,
  previousSecret: { sealed: sealedSecret, until: instant(now + rotationMillis) },
})

/** The secrets that sign at this instant, still sealed, newest first. */
export const signingSecrets = (
  { previousSecret, sealedSecret }: WebhookSecrets,
  now: Instant,
): readonly [string, ...Array<string>] =>
  previousSecret !== null && now < previousSecret.until ? [sealedSecret, previousSecret.sealed] : [sealedSecret]
