import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"

/**
 * Ends when the commits that are under way have. Some of them are waited for by nobody, such as the one that notes the use
 * of a key; a process that stands still with one keeps its company locked until the database gives it up.
 */
export class Settling extends Context.Reference<Settling>()("talonario/Settling", {
  defaultValue: (): Effect.Effect<void> => Effect.void,
}) {}

/** The same group commit, and what is under way of it. */
export const layer = Layer.effectContext(Effect.gen(function*() {
  const { run } = yield* GroupCommit
  const underWay = new Set<Deferred.Deferred<void>>()
  const begin = Effect.tap(Deferred.make<void>(), (ended) => Effect.sync(() => underWay.add(ended)))
  const end = (ended: Deferred.Deferred<void>) =>
    Effect.zipRight(Effect.sync(() => underWay.delete(ended)), Deferred.succeed(ended, undefined))
  // In a fiber of its own: whoever waits for it may be interrupted, and it is under way all the same.
  const noted = GroupCommit.of({
    run: (command) =>
      Effect.uninterruptibleMask((restore) =>
        begin.pipe(
          Effect.flatMap((ended) => Effect.forkDaemon(Effect.ensuring(Effect.interruptible(run(command)), end(ended)))),
          Effect.flatMap((fiber) => restore(Fiber.join(fiber))),
        )),
  })
  const ended = Effect.suspend(() => Effect.forEach([...underWay], Deferred.await, { discard: true }))
  // What has just been forked begins first.
  return Context.make(GroupCommit, noted).pipe(Context.add(Settling, Effect.zipRight(Effect.yieldNow(), ended)))
}))
