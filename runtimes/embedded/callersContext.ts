import { Effect, FiberRef } from "effect"

/** Runs a function with the AsyncLocalStorage of the moment at which this was taken. */
export type InContext = <A>(run: () => A) => A

const anyContext: InContext = (run) => run()

/** Where Node's modules cannot be had without importing them (browsers, Node before 20.16), functions run as they come. */
const Resource = typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:async_hooks")?.AsyncResource

/** The context of whoever asks now: where hosts keep what belongs to a request, such as its span, tenant or log fields. */
export const presentContext: () => InContext = Resource === undefined ? () => anyContext : () => {
  // On Node 20 `AsyncLocalStorage.snapshot` takes 12 us, and this next to nothing.
  const resource = new Resource("TALONARIO_CALL")
  return (run) => resource.runInAsyncScope(run)
}

/**
 * In which context a fiber calls functions of the host's. It must be told: a fiber goes on wherever what it waited for came
 * to an end, which for the database is the context of the call that opened the connection, perhaps of another tenant.
 */
export const callersContext: FiberRef.FiberRef<InContext> = FiberRef.unsafeMake(anyContext)

/** For the beginning of a fiber: whatever functions of the host's it calls are called in the context of this moment. */
export const inPresentContext = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.zipRight(FiberRef.set(callersContext, presentContext()), effect)

/** Asks a function of the host's in the context of the call that needs it; fails with what it rejects with. */
export const askHost = <A>(ask: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, unknown> =>
  Effect.flatMap(FiberRef.get(callersContext), (inContext) =>
    Effect.tryPromise({
      // Async, so that what the host throws before it gives a promise is a rejection too.
      try: (signal) => inContext(async () => ask(signal)),
      catch: (rejected) => rejected,
    }))
