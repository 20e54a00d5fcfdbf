import { Context, Effect, Layer } from "effect"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"

/**
 * Ends when no commit is under way. Some of them are waited for by nobody, such as the one that notes the use of a key; a
 * container that stands still with one keeps its company locked until the database gives it up.
 */
export class Settling extends Context.Reference<Settling>()("talonario/Settling", {
  defaultValue: (): Effect.Effect<void> => Effect.void,
}) {}

/** The same group commit, and when nothing of it is under way. */
export const layer = Layer.effectContext(Effect.gen(function*() {
  const { run } = yield* GroupCommit
  const idle = yield* Effect.makeLatch(true)
  let underWay = 0
  const begun = Effect.sync(() => {
    underWay++
    idle.unsafeClose()
  })
  const ended = Effect.sync(() => {
    underWay--
    if (underWay === 0) idle.unsafeOpen()
  })
  const counting = GroupCommit.of({ run: (command) => Effect.acquireUseRelease(begun, () => run(command), () => ended) })
  // What has just been forked begins first.
  return Context.make(GroupCommit, counting).pipe(Context.add(Settling, Effect.zipRight(Effect.yieldNow(), idle.await)))
}))
