import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { commandLine } from "./commandLine.ts"

/** Nothing listens there, so the server ends immediately. */
const database = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", TALONARIO_SECRET: "0".repeat(32) }

describe("the mail server", () => {
  it.live("is warned about at the start if it is not set, unless the database is the embedded one", () =>
    Effect.gen(function*() {
      const warnings = [
        [database, ["serve"], true],
        [database, ["work"], true],
        [{ ...database, SMTP_URL: "smtp://facturas@example.org:x@127.0.0.1:1" }, ["serve"], false],
        [{ ...database, TALONARIO_SES_FROM: "facturas@example.org" }, ["work"], false],
        [database, ["serve", "--no-workers"], false],
        [{ TALONARIO_DATA: "/dev/null/talonario" }, ["serve"], false],
      ] as const
      for (const [variables, command, isWarned] of warnings) {
        const { code, stderr } = yield* commandLine(command, variables)
        assert.strictEqual(code, 1)
        assert.strictEqual(/level=WARN.*SMTP_URL/.test(stderr), isWarned, stderr)
      }
    }), 60_000)
})
