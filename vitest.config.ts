import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts", "test/support/postgresServer.ts"],
    setupFiles: ["test/support/endWithRun.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
