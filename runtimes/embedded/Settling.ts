import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"

/**
 * Waits until the commits that are under way have ended. Nobody else waits for some of them, such as the one that notes
 * when a key was used. A process that is frozen in the middle of one, as a function of Lambda may be, keeps its company
 * locked until the database gives its connection up.
 */
export class Settling extends Context.Reference<Settling>()("talonario/Settling", {
  defaultValue: (): Effect.Effect<void> => Effect.void,
}) {}

/** Provides `Settling`, and wraps the group commit so that the commits under way are known. */
export const layer = Layer.effectContext(Effect.gen(function*() {
  const { run } = yield* GroupCommit
  const underWay = new Set<Deferred.Deferred<void>>()
  const begin = Effect.tap(Deferred.make<void>(), (ended) => Effect.sync(() => underWay.add(ended)))
  const end = (ended: Deferred.Deferred<void>) =>
    Effect.zipRight(Effect.sync(() => underWay.delete(ended)), Deferred.succeed(ended, undefined))
  // Each commit runs in a fiber of its own: when whoever waits for it is interrupted, it goes on, and is still under way.
  const noted = GroupCommit.of({
    run: (command) =>
      Effect.uninterruptibleMask((restore) =>
        begin.pipe(
          Effect.flatMap((ended) => Effect.forkDaemon(Effect.ensuring(Effect.interruptible(run(command)), end(ended)))),
          Effect.flatMap((fiber) => restore(Fiber.join(fiber))),
        )),
  })
  const ended = Effect.suspend(() => Effect.forEach([...underWay], Deferred.await, { discard: true }))
  // After a yield, so that commits that were just forked have begun and are counted.
  return Context.make(GroupCommit, noted).pipe(Context.add(Settling, Effect.zipRight(Effect.yieldNow(), ended)))
}))
