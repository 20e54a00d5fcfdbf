import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts", "test/support/postgresServer.ts"],
    setupFiles: ["test/support/endWithRun.ts"],
    // As many at once as there are processors, not one fewer: half of the time is spent waiting.
    maxWorkers: "100%",
    minWorkers: 1,
    // Files of one worker share what they import: loading Effect anew for each took two fifths of the time.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
