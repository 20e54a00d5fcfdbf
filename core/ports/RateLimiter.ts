import { Context, type Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"

/** At most `limit` requests within any `windowSeconds` seconds (contract, section 8). */
export interface RateLimit {
  readonly limit: number
  readonly windowSeconds: number
}

/** 120 requests a minute (contract, section 8). */
export const defaultRateLimit: RateLimit = { limit: 120, windowSeconds: 60 }

/**
 * Whether, by default, the processes of one database count requests together, in the database. A look at a window costs in
 * proportion to its limit there, so higher limits are counted together only on request.
 */
export const isCountedTogether = ({ limit }: RateLimit): boolean => limit <= 1_000

/** The state of a caller's window. */
export interface RateWindow {
  /** Whether the request may proceed (`take`), or one more could (`peek`). */
  readonly allowed: boolean
  readonly limit: number
  /** How many more requests may be made now. */
  readonly remaining: number
  /** Whole seconds until the first request leaves the window; 0 if there is none in it. */
  readonly resetSeconds: number
  /** Whole seconds until a request may be made; 0 if one may be made now. */
  readonly retryAfterSeconds: number
}

/** The window of a caller whose requests cannot be counted now: nobody is refused because of that. */
export const uncountedWindow = ({ limit }: RateLimit): RateWindow =>
  ({ allowed: true, limit, remaining: limit, resetSeconds: 0, retryAfterSeconds: 0 })

/**
 * Counts the requests of each caller in an exact sliding window: a request counts from its instant on for `windowSeconds`. A
 * refused request does not count. If the clock goes back, requests from later than now count as made now, so nobody is held up
 * for longer than a window.
 */
export class RateLimiter extends Context.Tag("talonario/RateLimiter")<
  RateLimiter,
  {
    readonly rule: RateLimit
    /** Lets a request of the caller through and counts it, or refuses it. */
    readonly take: (caller: string, now: Instant) => Effect.Effect<RateWindow>
    /** Looks without counting. */
    readonly peek: (caller: string, now: Instant) => Effect.Effect<RateWindow>
  }
>() {}
