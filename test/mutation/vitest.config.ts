import { defineConfig } from "vitest/config"
import { LawsLast } from "./lawsLast.ts"

/** The tests of a room under mutation, which Stryker names: pure, so without build and PostgreSQL server. */
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    setupFiles: ["test/mutation/samePropertyRuns.ts"],
    runner: "test/mutation/loadingRunner.ts",
    sequence: { sequencer: LawsLast },
    testTimeout: 60_000,
  },
})
