import { describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { generousLimit } from "../fuzz/fuzz.ts"
import { now } from "../http/scene.ts"
import { companiesAreApart } from "./isolation.ts"

describe("companies", () => {
  it.scoped("can neither see nor change each other's data through any operation", () =>
    companiesAreApart(Effect.zipRight(TestClock.setTime(now), makeHarness({ rateLimit: generousLimit, seed: 1 }))), 60_000)
})
