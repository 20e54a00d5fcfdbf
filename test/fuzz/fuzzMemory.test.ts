import { describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { now } from "../http/scene.ts"
import { anythingGoes, everyFieldIsNamed, generousLimit } from "./fuzz.ts"

const harness = Effect.zipRight(TestClock.setTime(now), makeHarness({ rateLimit: generousLimit, seed: 1 }))

describe("the interface, whatever it is asked,", () => {
  it.scoped("answers as openapi.json says, and writes nothing when it refuses", () =>
    anythingGoes(harness, 1_500), 240_000)

  it.scoped("names every failing field of a body at once", () =>
    everyFieldIsNamed(harness, 500), 240_000)
})
