import { Effect, type Layer } from "effect"
import type { Storage } from "../../core/ports/Storage.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { alteredStorage } from "./alteredStorage.ts"

/** Storage in memory that also adds every registry record it has written to `records`. */
export const recordingStorage = (records: Array<RegistryRecord>): Layer.Layer<Storage> =>
  alteredStorage((inner) => ({
    transact: (opening, body) =>
      inner.transact(opening, (rows, load) =>
        Effect.map(body(rows, load), ({ changes, value }) => ({
          changes,
          value: { value, written: changes.registryRecord.flatMap(({ after }) => (after === undefined ? [] : [after])) },
        }))).pipe(Effect.map(({ value, written }) => {
          records.push(...written)
          return value
        })),
  }))
