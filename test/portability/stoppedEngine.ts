import { Clock, Effect, Layer } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { recordingStorage } from "../support/recordingStorage.ts"

/** Half past midnight in Madrid, on the night the clocks go back. */
const night = Date.parse("2026-10-24T22:30:00.000Z")

/** Huellas depend on the time: with this clock they are the same in every runtime. */
const stoppedClock: Clock.Clock = {
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  currentTimeMillis: Effect.succeed(night),
  currentTimeNanos: Effect.succeed(BigInt(night) * 1_000_000n),
  unsafeCurrentTimeMillis: () => night,
  unsafeCurrentTimeNanos: () => BigInt(night) * 1_000_000n,
  sleep: (duration) => Clock.make().sleep(duration),
}

/** Provides the engine in memory, with real randomness. Every record of the chain is also added to `records`. */
export const onStoppedEngine = (records: Array<RegistryRecord>) => {
  const engine = GroupCommit.layer.pipe(
    Layer.provideMerge(recordingStorage(records)),
    Layer.provideMerge(EntropyWebCrypto.layer),
  )
  type Engine = Layer.Layer.Success<typeof engine>
  return <A, E>(effect: Effect.Effect<A, E, Engine>): Effect.Effect<A, E> =>
    effect.pipe(Effect.provide(engine), Effect.withClock(stoppedClock))
}
