import { Effect, Layer } from "effect"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { type RateLimit, RateLimiter, type RateWindow } from "../../core/ports/RateLimiter.ts"

/** The requests of one caller that still weigh on its window, oldest first, from `first` on. */
interface Slots {
  times: Array<Instant>
  first: number
}

/** Callers remembered at most: the one whose last request lies furthest back is forgotten for a new one. */
const callersMax = 100_000

const make = (rule: RateLimit): RateLimiter["Type"] => {
  const { limit, windowSeconds } = rule
  const windowMillis = windowSeconds * 1000
  /** In the order of their last request. */
  const callers = new Map<string, Slots>()

  const windowOf = (slots: Slots | undefined, now: Instant, allowed: boolean): RateWindow => {
    const oldest = slots?.times[slots.first]
    const remaining = limit - inUse(slots)
    const resetSeconds = oldest === undefined ? 0 : Math.ceil((oldest + windowMillis - now) / 1000)
    return { allowed, limit, remaining, resetSeconds, retryAfterSeconds: remaining > 0 ? 0 : resetSeconds }
  }

  /** The caller's slots without those that have freed; undefined for an unknown caller. */
  const present = (caller: string, now: Instant): Slots | undefined => {
    const slots = callers.get(caller)
    if (slots === undefined) return undefined
    if ((slots.times.at(-1) ?? now) > now) putBack(slots, now)
    while ((slots.times[slots.first] ?? now) <= now - windowMillis) slots.first++
    if (slots.first > 32 && slots.first * 2 > slots.times.length) {
      slots.times = slots.times.slice(slots.first)
      slots.first = 0
    }
    return slots
  }

  /** Forgets callers that have been idle for a window, and the idlest when there are too many. */
  const forget = (now: Instant): void => {
    for (const [caller, { times }] of callers) {
      if (callers.size <= callersMax && (times.at(-1) ?? now) > now - windowMillis) return
      callers.delete(caller)
    }
  }

  return {
    rule,
    peek: (caller, now) =>
      Effect.sync(() => {
        const slots = present(caller, now)
        return windowOf(slots, now, inUse(slots) < limit)
      }),
    take: (caller, now) =>
      Effect.sync(() => {
        const slots = present(caller, now) ?? { times: [], first: 0 }
        if (inUse(slots) >= limit) return windowOf(slots, now, false)
        slots.times.push(now)
        callers.delete(caller)
        callers.set(caller, slots)
        forget(now)
        return windowOf(slots, now, true)
      }),
  }
}

const inUse = (slots: Slots | undefined): number =>
  slots === undefined ? 0 : slots.times.length - slots.first

/** The clock went back: what seems to come from later comes from now. */
const putBack = (slots: Slots, now: Instant): void => {
  slots.times = slots.times.map((time) => instant(Math.min(time, now)))
}

/**
 * Windows in the memory of one process: each process counts for itself. A request costs the same however many
 * came before; memory holds what was let through within a window, for 100 000 callers at most.
 */
export const layer = (rule: RateLimit): Layer.Layer<RateLimiter> => Layer.sync(RateLimiter, () => make(rule))
