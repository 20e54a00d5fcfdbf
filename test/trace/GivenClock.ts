import { Clock, Effect } from "effect"

const real = Clock.make()

/** A clock that only moves when told to. Sleeping takes real time. */
export class GivenClock {
  readonly clock: Clock.Clock

  constructor(private now: number) {
    this.clock = {
      [Clock.ClockTypeId]: Clock.ClockTypeId,
      unsafeCurrentTimeMillis: () => this.now,
      unsafeCurrentTimeNanos: () => BigInt(this.now) * 1_000_000n,
      currentTimeMillis: Effect.sync(() => this.now),
      currentTimeNanos: Effect.sync(() => BigInt(this.now) * 1_000_000n),
      sleep: (duration) => real.sleep(duration),
    }
  }

  get millis(): number {
    return this.now
  }

  pass(millis: number): void {
    this.now += millis
  }
}
