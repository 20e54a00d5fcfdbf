import { Clock, Effect, Layer } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { Storage } from "../../core/ports/Storage.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"

/** Half past midnight in Madrid, in the night in which the clocks go back. */
const night = Date.parse("2026-10-24T22:30:00.000Z")

/** Huellas hold the time: with a clock that stands still they are the same in every runtime. */
const stoppedClock: Clock.Clock = {
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  currentTimeMillis: Effect.succeed(night),
  currentTimeNanos: Effect.succeed(BigInt(night) * 1_000_000n),
  unsafeCurrentTimeMillis: () => night,
  unsafeCurrentTimeNanos: () => BigInt(night) * 1_000_000n,
  sleep: (duration) => Clock.make().sleep(duration),
}

/** The storage in memory; every registry record that it is given goes to `records` too. */
const keepingRecords = (records: Array<RegistryRecord>): Layer.Layer<Storage> =>
  Layer.effect(
    Storage,
    Effect.map(Storage, (storage) =>
      Storage.of({
        ...storage,
        transact: (opening, body) =>
          storage.transact(opening, (rows, load) =>
            Effect.tap(body(rows, load), ({ changes }) => {
              records.push(...changes.registryRecord.flatMap(({ after }) => (after === undefined ? [] : [after])))
            })),
      })),
  ).pipe(Layer.provide(StorageMemory.layer))

/** Gives an effect the engine in memory, with true chance; what enters the chain goes to `records` too. */
export const onStoppedEngine = (records: Array<RegistryRecord>) => {
  const engine = GroupCommit.layer.pipe(
    Layer.provideMerge(keepingRecords(records)),
    Layer.provideMerge(EntropyWebCrypto.layer),
  )
  type Engine = Layer.Layer.Success<typeof engine>
  return <A, E>(effect: Effect.Effect<A, E, Engine>): Effect.Effect<A, E> =>
    effect.pipe(Effect.provide(engine), Effect.withClock(stoppedClock))
}
