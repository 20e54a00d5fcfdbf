import { defineConfig } from "vitest/config"
import { SlowFirst } from "./test/support/slowFirst.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts", "test/support/postgresServer.ts"],
    setupFiles: ["test/support/endWithRun.ts", "test/support/plainAssertions.ts"],
    // More than a small machine has processors: half of the time is spent waiting for processes and clocks.
    maxWorkers: 3,
    minWorkers: 3,
    // Files of one worker share what they import: loading Effect anew for each took two fifths of the time.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
