import { Duration, Effect } from "effect"

/**
 * Imports code. Where a file of it cannot be read, as while too many are open, Node keeps that and does not read it again: only
 * another process will. A package that is not installed is told as it is.
 */
export const loadedCode = <A>(load: () => Promise<A>): Effect.Effect<A> =>
  Effect.catchAllDefect(Effect.promise(load), (cause) =>
    Effect.die(isMissing(cause) ? cause : new Error("code could not be loaded; if it stays so, restart this process", { cause })))

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"

/**
 * Loads something at its first use, and keeps it. A failure is not kept: the next use tries again. Whoever is interrupted
 * meanwhile waits until it is there, since it would be lost with them, and what it has opened would stay open beside the next.
 */
export const loadedOnce = <A>(load: Effect.Effect<A>): Effect.Effect<Effect.Effect<A>> =>
  Effect.map(
    Effect.cachedInvalidateWithTTL(load, Duration.infinity),
    ([loaded, forget]) => Effect.uninterruptible(Effect.onError(loaded, () => forget)),
  )
