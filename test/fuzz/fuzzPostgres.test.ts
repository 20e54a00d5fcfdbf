import { describe, it } from "@effect/vitest"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { testStoragePostgres } from "../support/testStorage.ts"
import { anythingGoes } from "./fuzz.ts"

const rateLimit = { limit: 10_000_000, windowSeconds: 60 }

const harness = makeHarness({ storage: testStoragePostgres, rateLimit, seed: 2 })

describe("whatever is asked of the interface on PostgreSQL", () => {
  it.scopedLive("it answers as openapi.json has it, and what it refuses leaves nothing behind", () =>
    anythingGoes(harness, 300), 240_000)
})
