import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { Storage } from "../../../core/ports/Storage.ts"
import { text } from "../../environment/readSetting.ts"
import { Abandoning } from "./Abandoning.ts"
import { Awakening } from "./Awakening.ts"
import type { Deadline } from "./remainingMillis.ts"
import { settled } from "./settled.ts"

/**
 * The services of a function: built once, with the first event or before, and used for every event until the function
 * ends.
 */
export interface Container<R> {
  /**
   * Waits at the end for commits that are under way, and abandons what does not end in time. Rejects when the layer could
   * not be built; the next call tries it again.
   */
  readonly run: <A>(effect: Effect.Effect<A, never, R>, context?: Deadline) => Promise<A>
  /** Builds the layer beforehand and reaches for the storage; whatever goes wrong is met again by `run`. */
  readonly open: () => void
  /** Ends what was built. */
  readonly dispose: () => Promise<void>
}

/**
 * Lines of JSON by the console's own levels, which Lambda's log keeps. Where Lambda writes JSON itself (the function's log
 * format), it is given the line's parts: it would put a line into its own as one text, and nobody could ask for a part.
 */
const logging = Layer.unwrapEffect(Effect.map(
  Effect.orElseSucceed(text("AWS_LAMBDA_LOG_FORMAT", ""), () => ""),
  (format) =>
    Logger.replace(
      Logger.defaultLogger,
      Logger.withLeveledConsole<unknown, unknown>(format === "JSON" ? Logger.structuredLogger : Logger.jsonLogger),
    ),
))

const awakening = Effect.flatten(Awakening)

/** A container that is not built yet. */
export const makeContainer = <R, E>(layer: Layer.Layer<R | Storage, E>): Container<R | Storage> => {
  const make = () => ManagedRuntime.make(Layer.provideMerge(layer, logging))
  let runtime = make()
  let events = 0

  /**
   * Cuts the connections; the next event builds everything anew. Not while another event is under way, for then the
   * container is not frozen.
   */
  const abandon = (current: typeof runtime) =>
    Effect.gen(function*() {
      if (events > 1 || current !== runtime) return
      yield* Effect.logWarning("time is up with a commit under way: the connections are cut")
      yield* Effect.flatten(Abandoning)
      runtime = make()
      void current.dispose().catch(() => {})
    })

  const built = async (): Promise<typeof runtime> => {
    const current = runtime
    await current.runtime().catch((error: unknown) => {
      if (current === runtime) runtime = make()
      throw error
    })
    return current
  }
  const run = async <A>(effect: Effect.Effect<A, never, R | Storage>, context?: Deadline): Promise<A> => {
    events++
    try {
      const current = await built()
      const leaving = Effect.flatMap(settled(context), (isSettled) => (isSettled ? Effect.void : abandon(current)))
      return await current.runPromise(Effect.zipRight(awakening, Effect.zipLeft(effect, leaving)))
    } finally {
      events--
    }
  }
  const reach = Effect.ignore(Effect.flatMap(Storage, ({ ping }) => ping))
  // It does not count as an event: while it waits for the storage, the container may be frozen all the same.
  const open = () => void built().then((current) => current.runPromise(Effect.zipRight(awakening, reach))).catch(() => {})
  return { run, open, dispose: () => runtime.dispose() }
}

/** Ends this process in order when Lambda says that it is about to end it. */
export const endOnSigterm = ({ dispose }: Pick<Container<never>, "dispose">): void => {
  process.once("SIGTERM", () => void dispose().finally(() => process.exit(0)))
}
