import { type Clock, Effect, Fiber } from "effect"
import { silence } from "../../support/simulated.ts"
import { type Condition, faulty, luckOf } from "./faults.ts"
import { working, type World } from "./World.ts"

/** A process with workers of its own, which may be stopped or killed. */
export class Process {
  /** When it was killed. */
  died: number | null = null
  private readonly fiber: Fiber.RuntimeFiber<void>

  constructor(private readonly world: World, readonly n: number, seed: number, condition: () => Condition) {
    const isDead = () => this.died !== null
    const stores = faulty(world.stores, { luck: luckOf(seed + n), condition, isDead })
    const { clock } = world.time
    /** Who is dead does not wake. */
    const sleep: Clock.Clock["sleep"] = (duration) =>
      Effect.flatMap(clock.sleep(duration), () => (isDead() ? silence : Effect.void))
    this.fiber = world.time.fork(
      working.pipe(Effect.provide(world.engineOn(stores, n, isDead)), Effect.withClock({ ...clock, sleep })),
    )
  }

  /** Ends what it has begun, and nothing more; `hasEnded` tells when. */
  stop(): void {
    this.world.time.fork(Fiber.interruptFork(this.fiber))
  }

  get hasEnded(): boolean {
    return this.fiber.unsafePoll() !== null
  }

  /** As when somebody pulls the plug. */
  kill(): void {
    this.died ??= this.world.time.now
  }
}
