import { Effect, Fiber } from "effect"
import { type Condition, faulty, luckOf, mortalClock } from "./faults.ts"
import { working, type World } from "./World.ts"

/** A process with its own workers, which can be stopped or killed. */
export class Process {
  /** When it was killed. */
  died: number | null = null
  private readonly fiber: Fiber.RuntimeFiber<void>

  constructor(private readonly world: World, readonly n: number, seed: number, condition: () => Condition) {
    const isDead = () => this.died !== null
    const stores = faulty(world.stores, { luck: luckOf(seed + n), condition, isDead })
    this.fiber = world.time.fork(
      working.pipe(Effect.provide(world.engineOn(stores, n, isDead)), Effect.withClock(mortalClock(world.time.clock, isDead))),
    )
  }

  /** Finishes what it has begun, and nothing more. `hasEnded` tells when it has. */
  stop(): void {
    this.world.time.fork(Fiber.interruptFork(this.fiber))
  }

  get hasEnded(): boolean {
    return this.fiber.unsafePoll() !== null
  }

  /** Dies as if somebody had pulled the plug. */
  kill(): void {
    this.died ??= this.world.time.now
  }
}
