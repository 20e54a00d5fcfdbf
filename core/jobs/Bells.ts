import { Effect, Queue, type Scope } from "effect"

/** Bells of this process that ring together (port Queue). Each remembers that it rang until somebody has heard it. */
export class Bells {
  private readonly hung = new Set<Queue.Queue<void>>()

  /** A bell of one's own: the inner effect ends when it has rung since it last ended. */
  readonly hang: Effect.Effect<Effect.Effect<void>, never, Scope.Scope> = Effect.map(
    Effect.acquireRelease(
      Effect.tap(Queue.sliding<void>(1), (bell) => Effect.sync(() => this.hung.add(bell))),
      (bell) => Effect.sync(() => this.hung.delete(bell)),
    ),
    (bell) => Queue.take(bell),
  )

  ring(): void {
    for (const bell of this.hung) bell.unsafeOffer(undefined)
  }
}
