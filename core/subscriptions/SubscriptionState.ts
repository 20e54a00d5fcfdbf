import { Schema } from "effect"

/** `estado` of a subscription (decisions, section 2): paused no period is due, cancelled it is over for good. */
export const SubscriptionState = Schema.Literal("active", "paused", "cancelled")
export type SubscriptionState = typeof SubscriptionState.Type
