import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { Storage } from "../../../core/ports/Storage.ts"
import { Awakening } from "./Awakening.ts"

/** What a function stands on: made once, with the first event or before, and used for every one until it ends. */
export interface Container<R> {
  /** Rejects when the layer could not be built; the next call tries it again. */
  readonly run: <A>(effect: Effect.Effect<A, never, R>) => Promise<A>
  /** Builds the layer beforehand and reaches for the storage; whatever goes wrong is met again by `run`. */
  readonly open: () => void
  /** Ends what was built. */
  readonly dispose: () => Promise<void>
}

/** Lines of JSON by the console's own levels, which Lambda's log keeps. */
const logging = Logger.replace(Logger.defaultLogger, Logger.withLeveledConsole(Logger.jsonLogger))

/** A container that is not built yet. */
export const makeContainer = <R, E>(layer: Layer.Layer<R | Storage, E>): Container<R | Storage> => {
  const make = () => ManagedRuntime.make(Layer.provideMerge(layer, logging))
  let runtime = make()
  const run = async <A>(effect: Effect.Effect<A, never, R | Storage>): Promise<A> => {
    const current = runtime
    try {
      await current.runtime()
    } catch (error) {
      if (current === runtime) runtime = make()
      throw error
    }
    return current.runPromise(Effect.zipRight(Effect.flatten(Awakening), effect))
  }
  const reach = Effect.ignore(Effect.flatMap(Storage, ({ ping }) => ping))
  return { run, open: () => void run(reach).catch(() => {}), dispose: () => runtime.dispose() }
}

/** Ends this process in order when Lambda says that it is about to end it. */
export const endOnSigterm = ({ dispose }: Pick<Container<never>, "dispose">): void => {
  process.once("SIGTERM", () => void dispose().finally(() => process.exit(0)))
}
