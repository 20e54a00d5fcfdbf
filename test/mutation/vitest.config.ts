import { defineConfig } from "vitest/config"
import { LawsLast } from "./lawsLast.ts"

/** For the tests of a mutated room, which are pure: no build, no PostgreSQL server. Stryker sets the folder. */
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    setupFiles: ["test/mutation/samePropertyRuns.ts"],
    runner: "test/mutation/loadingRunner.ts",
    sequence: { sequencer: LawsLast },
    testTimeout: 60_000,
  },
})
