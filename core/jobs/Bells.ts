import { Effect, Queue, type Scope } from "effect"

/** The bells of this process (port Queue), which all ring together. A bell remembers that it rang until somebody waits at it. */
export class Bells {
  private readonly hung = new Set<Queue.Queue<void>>()

  /** Hangs a new bell. The inner effect waits until it rings, or ends at once if it has rung since the last wait. */
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
