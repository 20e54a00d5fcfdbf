import { Duration, Effect } from "effect"

/** Loads something at its first use, and keeps it. A failure is not kept: the next use tries again. */
export const loadedOnce = <A>(load: Effect.Effect<A>): Effect.Effect<Effect.Effect<A>> =>
  Effect.map(
    Effect.cachedInvalidateWithTTL(Effect.uninterruptible(load), Duration.infinity),
    ([loaded, forget]) => Effect.onError(loaded, () => forget),
  )
