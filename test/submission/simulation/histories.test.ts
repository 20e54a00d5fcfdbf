import { describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Life } from "./Life.ts"
import { type Script, script } from "./script.ts"

/** A first message with an invoice and its annulment, which came twice and was answered the second time. */
const annulledTwiceOver: Script = {
  seed: 1,
  certified: false,
  without: ["foreign", "reject"],
  steps: [
    { act: "simplified", gap: 0, n: 0 },
    { act: "annul", gap: 0, n: 0 },
    { act: "duplicate", gap: 0, n: 0 },
    { act: "endCertificate", gap: 600_000, n: 662 },
    { act: "simplified", gap: 20_000, n: 0 },
    { act: "lose", gap: 0, n: 0 },
    { act: "tooLate", gap: 0, n: 0 },
    { act: "issue", gap: 0, n: 0 },
    { act: "poison", gap: 0, n: 0 },
  ],
}

describe("records on their way to the tax authority", () => {
  it("are all settled, in order, none sent twice without need, whatever happens to them", () => {
    fc.assert(
      fc.property(script, ({ steps, ...given }) => {
        const life = new Life(given)
        for (const step of steps) life.step(step)
        life.end()
      }),
      { numRuns: 30, examples: [[annulledTwiceOver]] },
    )
  }, 60_000)
})
