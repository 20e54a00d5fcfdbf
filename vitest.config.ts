import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts", "test/support/postgresServer.ts"],
    setupFiles: ["test/support/endWithRun.ts"],
    // More than a small machine has processors: half of the time is spent waiting for processes and clocks.
    maxWorkers: 3,
    minWorkers: 3,
    // Each file by itself: shared modules took less time, but the clock of one file's tests stayed behind for the next one's.
    isolate: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
