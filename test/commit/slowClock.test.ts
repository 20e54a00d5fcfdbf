import { assert, it } from "@effect/vitest"
import { Effect, Logger, TestClock } from "effect"
import { dayMillis } from "../../core/calendar/instant.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"

it.scoped("a clock behind the company's last write is reported once a minute, however much is written", () =>
  Effect.gen(function*() {
    let told = 0
    const counting = Logger.make<unknown, void>(({ message }) => {
      if (String(message).includes("the clock is behind")) told++
    })
    yield* Effect.gen(function*() {
      const now = Date.parse("2031-03-02T12:00:00Z")
      yield* TestClock.setTime(now + dayMillis)
      const { openCompany, provide } = yield* makeHarness()
      const { organizationId } = yield* openCompany()
      const write = provide(Effect.flatMap(GroupCommit, ({ run }) => run(createContact(organizationId, { nombre: "Ana" }))))
      yield* TestClock.setTime(now)
      yield* Effect.repeatN(write, 99)
      yield* TestClock.setTime(now + 60_000)
      yield* Effect.repeatN(write, 99)
    }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, counting)))
    assert.strictEqual(told, 2)
  }))
