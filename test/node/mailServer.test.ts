import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { commandLine } from "./commandLine.ts"

/** Nothing listens there, so the server ends at once. */
const database = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", TALONARIO_SECRET: "0".repeat(32) }

describe("the mail server", () => {
  it.live("is asked for at the start where the database is not the embedded one", () =>
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
