import { describe, it } from "@effect/vitest"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { testStoragePostgres } from "../support/testStorage.ts"
import { companiesAreApart } from "./isolation.ts"

const rateLimit = { limit: 10_000_000, windowSeconds: 60 }

describe("companies on PostgreSQL", () => {
  it.scopedLive("can neither see nor change each other's data through any operation", () =>
    companiesAreApart(makeHarness({ storage: testStoragePostgres, rateLimit, seed: 2 })), 120_000)
})
