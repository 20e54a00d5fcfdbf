import { describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { now } from "../http/scene.ts"
import { anythingGoes, everyFieldIsNamed } from "./fuzz.ts"

const rateLimit = { limit: 10_000_000, windowSeconds: 60 }

const harness = Effect.zipRight(TestClock.setTime(now), makeHarness({ rateLimit, seed: 1 }))

describe("whatever is asked of the interface", () => {
  it.scoped("it answers as openapi.json has it, and what it refuses leaves nothing behind", () =>
    anythingGoes(harness, 1_500), 240_000)

  it.scoped("it names every failing field of a body at once", () =>
    everyFieldIsNamed(harness, 500), 240_000)
})
