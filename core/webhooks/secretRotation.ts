import { type Instant, instant } from "../calendar/instant.ts"
import type { SigningSecrets, WebhookSecret } from "../signing/webhookSecret.ts"

/** The secrets of a subscription: the one it has, and the one before it while that still signs. */
export interface SubscriptionSecrets {
  readonly current: WebhookSecret
  readonly previous: {
    readonly secret: WebhookSecret
    /** The first instant at which it no longer signs. */
    readonly until: Instant
  } | null
}

/** A replaced secret goes on signing for 24 hours (decisions, section 2, "Webhooks"). */
export const rotationMillis = 24 * 60 * 60 * 1000

/** The secrets of a new subscription. */
export const firstSecrets = (current: WebhookSecret): SubscriptionSecrets => ({ current, previous: null })

/** A fresh secret takes over; the one it replaces signs for 24 hours more, an older one no longer. */
export const rotateSecret = (
  { current }: SubscriptionSecrets,
  fresh: WebhookSecret,
  now: Instant,
): SubscriptionSecrets => ({
  current: fresh,
  previous: { secret: current, until: instant(now + rotationMillis) },
})

/** The secrets that sign at this instant, newest first. */
export const signingSecrets = ({ current, previous }: SubscriptionSecrets, now: Instant): SigningSecrets =>
  previous !== null && now < previous.until ? [current, previous.secret] : [current]
