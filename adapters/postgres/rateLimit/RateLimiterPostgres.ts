import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import type { Instant } from "../../../core/calendar/instant.ts"
import { type RateLimit, RateLimiter, type RateWindow, uncountedWindow } from "../../../core/ports/RateLimiter.ts"
import { sparseWarning } from "../../../core/telemetry/sparseWarning.ts"
import { thrownText } from "../../../core/text/thrownText.ts"
import { PostgresPool } from "../connections/PostgresPool.ts"
import { makeLooks, type WindowUse } from "./rateLimitLooks.ts"

const make = (rule: RateLimit) =>
  Effect.map(PostgresPool, (pool): RateLimiter["Type"] => {
    const look = makeLooks(pool, rule)
    const full = fullCallers(rule.limit)
    const warn = sparseWarning("rate limit: requests go through uncounted")

    const see = (counts: boolean) => (name: string, now: Instant) =>
      Effect.suspend(() => {
        const caller = rowOf(name)
        const refused = full.useOf(caller, now)
        if (refused !== undefined) return Effect.succeed(windowOf(rule, refused))
        return look(caller, now, counts).pipe(
          Effect.map((use) => {
            full.note(caller, now, use)
            return windowOf(rule, use)
          }),
          Effect.catchAll((error) => Effect.as(warn({ reason: thrownText(error) }), uncountedWindow(rule))),
        )
      })

    return { rule, take: see(true), peek: see(false) }
  })

const windowOf = ({ limit }: RateLimit, { allowed, resetMillis, used }: WindowUse): RateWindow => {
  const resetSeconds = Math.ceil(resetMillis / 1000)
  const retryAfterSeconds = used < limit ? 0 : resetSeconds
  return { allowed, limit, remaining: limit - used, resetSeconds, retryAfterSeconds }
}

/** Of one length whatever the name; and the table holds no client's address. */
const rowOf = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 32)

/** Full callers remembered at most. */
const fullMax = 10_000

/**
 * Callers whose windows were seen full, each until its first slot frees: nothing but time frees one. It is
 * forgotten when the clock has gone back since.
 */
const fullCallers = (limit: number) => {
  const known = new Map<string, { since: Instant; readonly until: number }>()
  return {
    useOf: (caller: string, now: Instant): WindowUse | undefined => {
      const full = known.get(caller)
      if (full === undefined) return undefined
      if (now < full.since || now >= full.until) {
        known.delete(caller)
        return undefined
      }
      full.since = now
      return { allowed: false, used: limit, resetMillis: full.until - now }
    },
    note: (caller: string, now: Instant, { resetMillis, used }: WindowUse): void => {
      if (used < limit) return
      if (known.size >= fullMax) known.clear()
      known.set(caller, { since: now, until: now + resetMillis })
    },
  }
}

/**
 * Windows in the database, shared by all processes that use it. What they count adds up exactly; a slot frees early
 * or late by what their clocks differ at most (see rateLimitStatements.ts). A look is one round trip, shared with
 * others under load; a caller that has used up its limit is refused from memory until a slot frees. A row holds
 * the instants of one caller's window, so a look costs in proportion to the limit; idle rows go in passing.
 *
 * When the database fails, or takes longer than two seconds, requests go through uncounted, and the log says so
 * once a minute at most: an outage refuses nobody here.
 */
export const layer = (rule: RateLimit): Layer.Layer<RateLimiter, never, PostgresPool> =>
  Layer.effect(RateLimiter, make(rule))
