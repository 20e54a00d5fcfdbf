import { describe, it } from "@effect/vitest"
import { Effect, Option, Schema, TestClock } from "effect"
import { Storage } from "../../core/ports/Storage.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { firstInvoice, type System } from "../e2e/firstInvoice.ts"
import { anythingGoes, generousLimit } from "../fuzz/fuzz.ts"
import { now } from "../http/scene.ts"
import { fetchRequest } from "./fetchRequest.ts"

/** A harness whose requests go through `fetchHandler`. */
const mounted = Effect.map(makeHarness({ rateLimit: generousLimit }), (harness) => ({ ...harness, request: fetchRequest(harness) }))

const readRecords = Schema.decodeUnknownSync(Schema.Struct({
  datos: Schema.Array(Schema.Struct({
    orden: Schema.Number,
    cadena: Schema.String,
    huella: Schema.String,
    huella_anterior: Schema.NullOr(Schema.String),
  })),
}))

firstInvoice("through fetch, in memory", Effect.gen(function*() {
  const harness = yield* mounted
  const company = yield* harness.openCompany()
  const { live: key, organizationId: id } = company
  const chain = Effect.gen(function*() {
    const { json } = yield* harness.request("GET", "/registro?orden=antiguo&limite=200", { key })
    const { find } = yield* Storage
    const head = yield* Effect.orDie(find("chainHead", id, id))
    return { records: readRecords(json).datos, head: Option.getOrNull(head) }
  })
  const system: System = { ...company, request: harness.request, chain: harness.provide(chain) }
  return system
}))

describe("any request through fetch", () => {
  it.scoped("is answered as openapi.json says, even when mounted elsewhere", () =>
    anythingGoes(Effect.zipRight(TestClock.setTime(now), mounted), 150), 120_000)
})
