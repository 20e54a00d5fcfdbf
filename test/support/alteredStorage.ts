import { Effect, Layer } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { Storage } from "../../core/ports/Storage.ts"

/** Storage in memory, some of whose calls `alter` replaces; `inner` is the storage without the changes. */
export const alteredStorage = (alter: (inner: Storage["Type"]) => Partial<Storage["Type"]>): Layer.Layer<Storage> =>
  Layer.effect(Storage, Effect.map(Storage, (inner) => Storage.of({ ...inner, ...alter(inner) }))).pipe(
    Layer.provide(StorageMemory.layer),
  )
