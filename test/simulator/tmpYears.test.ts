import { describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Life } from "../webhooks/simulation/Life.ts"
import { script } from "../webhooks/simulation/script.ts"
describe("x", () => { it("y", () => {
  for (let seed = Number(process.env["FROM"] ?? 1); seed < Number(process.env["FROM"] ?? 1) + Number(process.env["COUNT"] ?? 30); seed++) {
    const r = fc.check(fc.property(script, ({ steps, ...world }) => { const life = new Life(world); for (const step of steps) life.step(step); life.end() }), { numRuns: 20, endOnFailure: true, seed })
    if (r.failed) { console.log("FAILED seed", seed, r.counterexamplePath, String(r.errorInstance).slice(0, 200)) }
  }
}, 500_000) })
