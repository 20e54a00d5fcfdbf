import { describe, it } from "@effect/vitest"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { generousLimit } from "../fuzz/fuzz.ts"
import { testStoragePostgres } from "../support/testStorage.ts"
import { companiesAreApart } from "./isolation.ts"

describe("companies on PostgreSQL", () => {
  it.scopedLive("can neither see nor change each other's data through any operation", () =>
    companiesAreApart(makeHarness({ storage: testStoragePostgres, rateLimit: generousLimit, seed: 2 })), 120_000)
})
