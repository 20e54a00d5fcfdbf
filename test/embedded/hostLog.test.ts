import { assert, it } from "@effect/vitest"
import { Cause, Effect, Logger, LogLevel } from "effect"
import type { LogEntry } from "../../runtimes/embedded/Configuration.ts"
import { hostLog } from "../../runtimes/embedded/log/hostLog.ts"

it.effect("a host's log is told the level, the words, the facts by their names, and why", () =>
  Effect.gen(function*() {
    const told: Array<LogEntry> = []
    const broken = new Error("no line", { cause: new Error("no route") })
    yield* Effect.logInfo("worked", "off", { done: 3 }).pipe(
      Effect.zipRight(Effect.logDebug("looked")),
      Effect.zipRight(Effect.logWarning("the host's mailer failed", Cause.fail(broken))),
      Effect.zipRight(Effect.logError("broke", { attempt: 2 })),
      Effect.zipRight(Effect.logFatal("gone")),
      Effect.annotateLogs({ organizationId: "o1", attempt: 1 }),
      Logger.withMinimumLogLevel(LogLevel.All),
      Effect.provide(hostLog((entry) => void told.push(entry))),
    )
    const details = { organizationId: "o1", attempt: 1 }
    assert.deepStrictEqual(told.map((entry) => [entry.level, entry.message, entry.details]), [
      ["info", "worked off", { ...details, done: 3 }],
      ["debug", "looked", details],
      ["warning", "the host's mailer failed", details],
      ["error", "broke", { ...details, attempt: 2 }],
      ["error", "gone", details],
    ])
    const causes = told.map(({ cause }) => cause)
    assert.deepStrictEqual(causes.map((cause) => cause === null), [true, true, false, true, true])
    assert.match(causes[2] ?? "", /no line[^]*hostLog\.test[^]*no route/)
  }))
