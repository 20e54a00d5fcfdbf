import { Effect, Layer, Option } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { Storage } from "../../core/ports/Storage.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { firstInvoice, type System } from "./firstInvoice.ts"

/** Storage in memory that notes the registry records that are written. */
const recordingStorage = (records: Array<RegistryRecord>) =>
  Layer.effect(Storage, Effect.map(Storage, (storage): Storage["Type"] => ({
    ...storage,
    transact: (opening, body) =>
      storage.transact(opening, (rows, load) => Effect.map(body(rows, load), ({ changes, value }) => ({
        changes,
        value: { value, written: changes.registryRecord.flatMap(({ after }) => (after === undefined ? [] : [after])) },
      }))).pipe(Effect.map(({ value, written }) => {
        records.push(...written)
        return value
      })),
  }))).pipe(Layer.provide(StorageMemory.layer))

firstInvoice("in memory", Effect.gen(function*() {
  const records: Array<RegistryRecord> = []
  const rateLimit = { limit: 10_000, windowSeconds: 60 }
  const harness = yield* makeHarness({ storage: recordingStorage(records), rateLimit })
  const company = yield* harness.openCompany()
  const { organizationId: id } = company
  const head = Effect.orDie(Effect.flatMap(Storage, ({ find }) => find("chainHead", id, id)))
  const chain = Effect.map(harness.provide(head), (found) => ({ records, head: Option.getOrNull(found) }))
  const system: System = { ...company, request: harness.request, chain }
  return system
}))
