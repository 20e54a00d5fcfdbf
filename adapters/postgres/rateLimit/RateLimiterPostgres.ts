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

    const meet = (counts: boolean) => (name: string, now: Instant) =>
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

    return { rule, take: meet(true), peek: meet(false) }
  })

const windowOf = ({ limit }: RateLimit, { allowed, resetMillis, used }: WindowUse): RateWindow => {
  const resetSeconds = Math.ceil(resetMillis / 1000)
  const retryAfterSeconds = used < limit ? 0 : resetSeconds
  return { allowed, limit, remaining: limit - used, resetSeconds, retryAfterSeconds }
}

/** The key of a caller's row: of one length whatever the name, and hashed, so that the table holds no client's address. */
const rowOf = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 32)

/** How many callers are remembered at most; beyond that all are forgotten. */
const fullMax = 10_000

/**
 * Remembers callers whose windows were seen full, each until its first slot gets free, which only time can bring about. A
 * caller is forgotten when the clock has gone back since.
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
 * Windows in the database, shared by all processes that use it. What they count adds up exactly; a slot gets free too early
 * or too late by no more than their clocks differ (see rateLimitStatements.ts). A look takes one round trip, which requests
 * share under load; a caller that has used up its limit is refused from memory until a slot gets free. A row holds the
 * instants of all requests in one caller's window, so a look costs in proportion to the limit. Idle rows are removed in passing.
 *
 * When the database fails or takes longer than two seconds, requests go through uncounted, which is logged once a minute at
 * most: an outage refuses nobody here.
 */
export const layer = (rule: RateLimit): Layer.Layer<RateLimiter, never, PostgresPool> =>
  Layer.effect(RateLimiter, make(rule))
