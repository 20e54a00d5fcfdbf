import { Clock, Duration, Effect, Exit, Fiber, FiberId, FiberRef, HashSet, Logger, Random, Scheduler } from "effect"
import assert from "node:assert"
import { type Instant, instant } from "../../../core/calendar/instant.ts"

/** Somebody who sleeps until a time. */
interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

/**
 * Time that passes only on request, and a scheduler that runs until nothing is left to run. Fibers that wait only for
 * sleeps go through years in no time, always in the same order.
 */
export class VirtualTime {
  private sleepers: Array<Sleeper> = []
  private readonly tasks = new Scheduler.PriorityBuckets()
  private readonly scheduler = Scheduler.make((task, priority) => this.tasks.scheduleTask(task, priority))
  private readonly random = Random.make("the same each time")
  /** How far the clock differs from the time that sleeps are measured by. */
  private offset = 0
  private elapsed: number
  /** Is passed what is logged. */
  onLog: (message: unknown) => void = () => {}
  private readonly loggers = HashSet.make(Logger.make(({ message }) => this.onLog(message)))
  /** The fibers outside this time. */
  private readonly others = new Set(Effect.runSync(Fiber.roots))

  readonly clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => this.now,
    unsafeCurrentTimeNanos: () => BigInt(this.now) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => this.now),
    currentTimeNanos: Effect.sync(() => BigInt(this.now) * 1_000_000n),
    sleep: (duration) =>
      Effect.async((resume) => {
        const sleeper = { until: this.elapsed + Math.ceil(Duration.toMillis(duration)), wake: () => resume(Effect.void) }
        this.sleepers.push(sleeper)
        return Effect.sync(() => {
          this.sleepers = this.sleepers.filter((one) => one !== sleeper)
        })
      }),
  }

  constructor(start: number) {
    this.elapsed = start
  }

  /** The time that clocks show. */
  get now(): Instant {
    return instant(this.elapsed + this.offset)
  }

  /** Sets clocks forward or back, without letting time pass. */
  shiftClock(millis: number): void {
    this.offset += millis
  }

  /** Starts the effect and runs everything that can run now. */
  fork<A, E>(effect: Effect.Effect<A, E>): Fiber.RuntimeFiber<A, E> {
    const fiber = effect.pipe(
      Effect.withClock(this.clock),
      Effect.withRandom(this.random),
      Effect.locally(FiberRef.currentLoggers, this.loggers),
      (told) => Effect.runFork(told, { scheduler: this.scheduler }),
    )
    this.settle()
    return fiber
  }

  /** Runs an effect that takes no time, and returns its result. */
  run<A, E>(effect: Effect.Effect<A, E>): A {
    const exit = this.fork(effect).unsafePoll()
    return Exit.getOrElse(exit ?? assert.fail("it waits for time to pass"), (cause) => {
      throw new Error(`unexpected: ${cause.toString()}`)
    })
  }

  /** Runs the effect to its end, however much time passes meanwhile. */
  runThrough<A, E>(effect: Effect.Effect<A, E>): A {
    const fiber = this.fork(effect)
    while (fiber.unsafePoll() === null) this.pass((this.nextWaking ?? assert.fail("it waits for ever")) - this.now)
    return this.run(Effect.flatten(fiber.await))
  }

  /** When the first sleeper wakes, by the present clock. */
  get nextWaking(): Instant | undefined {
    const first = this.sleepers.reduce((least, { until }) => Math.min(least, until), Number.POSITIVE_INFINITY)
    return first === Number.POSITIVE_INFINITY ? undefined : instant(first + this.offset)
  }

  /** Lets that much time pass. Everybody wakes at exactly the millisecond they sleep until. */
  pass(millis: number): void {
    const target = this.elapsed + millis
    for (;;) {
      this.settle()
      const due = this.sleepers.filter(({ until }) => until <= target)
      if (due.length === 0) break
      const until = due.reduce((least, sleeper) => Math.min(least, sleeper.until), target)
      this.elapsed = Math.max(this.elapsed, until)
      const woken = due.filter((sleeper) => sleeper.until === until)
      this.sleepers = this.sleepers.filter((sleeper) => !woken.includes(sleeper))
      for (const { wake } of woken) wake()
    }
    this.elapsed = target
    this.settle()
  }

  /** Interrupts everything that still waits: Effect keeps it, and with it a whole simulated world, in memory until it ends. */
  end(): void {
    for (const fiber of Effect.runSync(Fiber.roots)) {
      if (!this.others.has(fiber)) fiber.unsafeInterruptAsFork(FiberId.none)
    }
    this.settle()
  }

  /** Runs everything that can run now. */
  private settle(): void {
    for (let rounds = 0; this.tasks.buckets.length > 0; rounds++) {
      assert.ok(rounds < 100_000, "something goes round and round while time stands still")
      const tasks = this.tasks.buckets
      this.tasks.buckets = []
      for (const [, bucket] of tasks) for (const task of bucket) task()
    }
  }
}
