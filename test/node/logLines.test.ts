import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { logLines } from "../../runtimes/node/logLines.ts"

/** The lines printed, without timestamp and fiber. */
const printed = (logged: Effect.Effect<void>) =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    const logger = Logger.map(logLines, (line) => void lines.push(line))
    yield* Effect.provide(logged, Logger.replace(Logger.defaultLogger, logger))
    return lines.map((line) => line.replace(/^timestamp=\S+ /, "").replace(/fiber=\S+ /, ""))
  })

describe("log lines of the Node runtime", () => {
  it.effect("have each fact under its own name", () =>
    Effect.gen(function*() {
      const told = Effect.logError("request failed", { referencia: "a1b2c3d4", endpoint: "POST /facturas" })
      assert.deepStrictEqual(yield* printed(told), [
        'level=ERROR message="request failed" referencia=a1b2c3d4 endpoint="POST /facturas"',
      ])
    }))

  it.effect("join the parts of a message", () =>
    Effect.gen(function*() {
      const told = Effect.annotateLogs(Effect.logWarning("storage failure", "StorageConflict", 40001), "organizationId", "o1")
      assert.deepStrictEqual(yield* printed(told), [
        'level=WARN message="storage failure StorageConflict 40001" organizationId=o1',
      ])
    }))

  it.effect("leave out nothing that has no name", () =>
    Effect.gen(function*() {
      const told = Effect.logInfo("odd", new TypeError("no such thing"), ["a", 1], null, true)
      assert.deepStrictEqual(yield* printed(told), ['level=INFO message="odd TypeError: no such thing [\\"a\\",1] null true"'])
    }))

  it.effect("stay one line and cannot be forged, whatever a fact contains", () =>
    Effect.gen(function*() {
      const [line = "", ...more] = yield* printed(Effect.logWarning("refused", { reason: 'no\nlevel=FATAL message="forged"' }))
      assert.deepStrictEqual(more, [])
      assert.notInclude(line, "\n")
      assert.match(line, /^level=WARN message=refused reason="no\\nlevel=FATAL message=\\"forged\\""$/)
    }))

  it.effect("contain no character that controls a terminal or may pass for a line end", () =>
    Effect.gen(function*() {
      for (const reason of ["\u001b[2J", "two words\u001b[2J", "\u009b31m", "a\u007f", "a\u0085b", "a\u2028b c", "\u2029", "\u0000"]) {
        const [line = ""] = yield* printed(Effect.logWarning("refused", { reason, [`name${reason}`]: 1 }))
        assert.notMatch(line, /[\p{Cc}\u2028\u2029]/u, JSON.stringify(line))
        assert.match(line, /^level=WARN message=refused .*reason=/)
      }
      const [line] = yield* printed(Effect.logWarning("refused", { reason: "a\u001b[2J" }))
      assert.strictEqual(line, "level=WARN message=refused reason=a\\u001b[2J")
    }))

  it.effect("need no message besides a cause", () =>
    Effect.gen(function*() {
      const [line = ""] = yield* printed(Effect.sandbox(Effect.fail("lost")).pipe(Effect.catchAll((cause) => Effect.logError(cause))))
      assert.notInclude(line, "message=")
      assert.match(line, /cause=.*lost/)
    }))
})
