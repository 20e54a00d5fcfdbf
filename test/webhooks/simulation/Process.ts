import { type Clock, Effect, Fiber } from "effect"
import { silence } from "../../support/simulated.ts"
import { type Condition, faulty, luckOf } from "./faults.ts"
import { working, type World } from "./World.ts"

/** A process with its own workers, which can be stopped or killed. */
export class Process {
  /** When it was killed. */
  died: number | null = null
  private readonly fiber: Fiber.RuntimeFiber<void>

  constructor(private readonly world: World, readonly n: number, seed: number, condition: () => Condition) {
    const isDead = () => this.died !== null
    const stores = faulty(world.stores, { luck: luckOf(seed + n), condition, isDead })
    const { clock } = world.time
    /** A dead process does not wake up. */
    const sleep: Clock.Clock["sleep"] = (duration) =>
      Effect.flatMap(clock.sleep(duration), () => (isDead() ? silence : Effect.void))
    this.fiber = world.time.fork(
      working.pipe(Effect.provide(world.engineOn(stores, n, isDead)), Effect.withClock({ ...clock, sleep })),
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
