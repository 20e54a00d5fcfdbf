import { Effect, Scope } from "effect"
import { withinMillis } from "./withinMillis.ts"

/** How long the end of a scope waits for what was gathered. */
const endMillis = 3_000

/** Items that wait to be handed on at most: while SQS does not answer they would fill the memory. */
const gatheredMax = 10_000

/**
 * Gathers the items of a pause and hands them on together, in the background, one list after the other. What is left
 * when the scope ends is handed on too. While too many items wait, further ones are dropped: only for items that come
 * again.
 */
export const gathering = <A>(
  pauseMillis: number,
  handOn: (items: ReadonlyArray<A>) => Effect.Effect<void>,
): Effect.Effect<(items: Iterable<A>) => void, never, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const some = yield* Effect.makeLatch(false)
    const ended = yield* Effect.makeLatch(false)
    let items: Array<A> = []
    let isEnding = false

    const round = Effect.gen(function*() {
      yield* some.await
      if (!isEnding) yield* Effect.sleep(pauseMillis)
      const gathered = items
      items = []
      some.unsafeClose()
      if (gathered.length > 0) {
        yield* Effect.catchAllCause(handOn(gathered), (cause) => Effect.logError("what was gathered is lost", cause))
      }
      if (isEnding && items.length === 0) yield* ended.open
    })
    yield* Effect.forkIn(Effect.interruptible(Effect.forever(round)), scope)
    yield* Scope.addFinalizer(
      scope,
      Effect.suspend(() => {
        isEnding = true
        some.unsafeOpen()
        return withinMillis(ended.await, endMillis)
      }),
    )
    return (more) => {
      for (const item of more) {
        if (items.length === gatheredMax) break
        items.push(item)
      }
      if (items.length > 0) some.unsafeOpen()
    }
  })
