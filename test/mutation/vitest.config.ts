import { defineConfig } from "vitest/config"
import { LawsLast } from "./lawsLast.ts"

/** For the tests of a mutated room, but for those that need a build or a PostgreSQL server. Stryker sets the folder. */
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/hostZone.test.ts", "**/verifyDatabase.test.ts"],
    setupFiles: ["test/mutation/samePropertyRuns.ts"],
    runner: "test/mutation/loadingRunner.ts",
    sequence: { sequencer: LawsLast },
    testTimeout: 60_000,
  },
})
