import { Duration, Effect } from "effect"

/**
 * Loads something at its first use, and keeps it. A failure is not kept: the next use tries again. Whoever is interrupted
 * meanwhile waits until it is there, since it would be lost with them, and what it has opened would stay open beside the next.
 */
export const loadedOnce = <A>(load: Effect.Effect<A>): Effect.Effect<Effect.Effect<A>> =>
  Effect.map(
    Effect.cachedInvalidateWithTTL(load, Duration.infinity),
    ([loaded, forget]) => Effect.uninterruptible(Effect.onError(loaded, () => forget)),
  )
