import { Effect, Option } from "effect"
import { Storage } from "../../core/ports/Storage.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { recordingStorage } from "../support/recordingStorage.ts"
import { firstInvoice, type System } from "./firstInvoice.ts"

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
