import { describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Life } from "../webhooks/simulation/Life.ts"
import { script } from "../webhooks/simulation/script.ts"
describe("x", () => { it("y", () => {
  for (const seed of [4, 18, 36, 47, ...Array.from({ length: 40 }, (_, i) => 100 + i)]) {
    const r = fc.check(fc.property(script, ({ steps, ...world }) => { const life = new Life(world); for (const step of steps) life.step(step); life.end() }), { numRuns: 20, endOnFailure: true, seed })
    if (r.failed) { console.log("FAILED seed", seed, r.counterexamplePath, String(r.errorInstance).slice(0, 200)) }
  }
}, 500_000) })
