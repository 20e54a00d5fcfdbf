import { Context, type Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"

/** So many requests within any stretch of so many seconds (contract, section 8). */
export interface RateLimit {
  readonly limit: number
  readonly windowSeconds: number
}

/** 120 requests a minute (contract, section 8). */
export const defaultRateLimit: RateLimit = { limit: 120, windowSeconds: 60 }

/**
 * Whether processes of one database count together unless told: a look at a window there costs in proportion to the limit,
 * so higher ones are counted there only when told to.
 */
export const isCountedTogether = ({ limit }: RateLimit): boolean => limit <= 1_000

/** How a caller's window stands. */
export interface RateWindow {
  /** `take`: the request may proceed. `peek`: one more would. */
  readonly allowed: boolean
  readonly limit: number
  /** Requests that may still be made now. */
  readonly remaining: number
  /** Whole seconds until the first slot in use frees; 0 when none is in use. */
  readonly resetSeconds: number
  /** Whole seconds until a request would be let through; 0 when one would be now. */
  readonly retryAfterSeconds: number
}

/** Stands for a window that cannot be looked at: nobody is refused because of that. */
export const uncountedWindow = ({ limit }: RateLimit): RateWindow =>
  ({ allowed: true, limit, remaining: limit, resetSeconds: 0, retryAfterSeconds: 0 })

/**
 * Counts requests by caller in an exact sliding window: a request weighs on the window from its instant until
 * `windowSeconds` later, then no more. One that is refused weighs nothing. When the clock goes back, what was
 * counted later than now counts as of now, so nobody is held up for longer than a window.
 */
export class RateLimiter extends Context.Tag("talonario/RateLimiter")<
  RateLimiter,
  {
    readonly rule: RateLimit
    /** Counts one request of the caller, if it is let through. */
    readonly take: (caller: string, now: Instant) => Effect.Effect<RateWindow>
    /** Looks without counting. */
    readonly peek: (caller: string, now: Instant) => Effect.Effect<RateWindow>
  }
>() {}
