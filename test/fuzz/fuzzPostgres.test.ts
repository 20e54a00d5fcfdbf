import { describe, it } from "@effect/vitest"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { testStoragePostgres } from "../support/testStorage.ts"
import { anythingGoes, generousLimit } from "./fuzz.ts"

const harness = makeHarness({ storage: testStoragePostgres, rateLimit: generousLimit, seed: 2 })

describe("the interface on PostgreSQL, whatever it is asked,", () => {
  it.scopedLive("answers as openapi.json says, and writes nothing when it refuses", () =>
    anythingGoes(harness, 200), 240_000)
})
