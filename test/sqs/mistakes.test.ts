import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Layer, Logger, LogLevel, TestClock } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import * as QueueSqs from "../../adapters/sqs/QueueSqs.ts"
import type { SqsCalls } from "../../adapters/sqs/sqsCalls.ts"
import { NamedJobs } from "../../core/ports/NamedJobs.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { StorageUnavailable } from "../../core/ports/Storage.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"

const emptyQueue: SqsCalls = {
  send: () => Effect.succeed(null),
  receive: (_url, _limit, { waitSeconds }) => Effect.delay(Effect.succeed([]), waitSeconds * 1_000),
  remove: () => Effect.succeed(null),
  hide: () => Effect.succeed(null),
}

type Altered = Partial<Pick<NamedJobs["Type"], "untold"> & Pick<SqsCalls, "receive"> & { readonly calls: Partial<SqsCalls> }>

/** What a worker's process logs of three minutes, from warnings on, where some calls are answered so. */
const loggedOf = ({ calls: alteredCalls = {}, receive = emptyQueue.receive, ...altered }: Altered) =>
  Effect.gen(function*() {
    const logged: Array<string> = []
    const noting = Logger.make(({ cause, logLevel, message }) => {
      if (LogLevel.greaterThanEqual(logLevel, LogLevel.Warning)) {
        logged.push(`${logLevel.label} ${JSON.stringify(message)} ${Cause.pretty(cause)}`)
      }
    })
    const named = Layer.effect(NamedJobs, Effect.map(NamedJobs, (stored) => ({ ...stored, ...altered })))
    const calls = Effect.succeed({ ...emptyQueue, receive, ...alteredCalls })
    const queue = QueueSqs.layer({ queueUrl: "https://sqs.test/queue", calls }).pipe(
      Layer.provide(Layer.provideMerge(named, StorageMemory.layer)),
    )
    yield* Effect.gen(function*() {
      const { take } = Context.get(yield* Layer.build(queue), Queue)
      for (let second = 0; second < 180; second++) {
        yield* take("mail", 1, 30_000)
        yield* TestClock.adjust("1 second")
      }
    }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, noting)))
    return logged
  })

describe("a worker's process beside SQS", () => {
  it.scoped("logs a mistake in looking for lost names, with its cause, once a minute at most", () =>
    Effect.gen(function*() {
      const logged = yield* loggedOf({ untold: () => Effect.die(new Error("a row that nobody can read")) })
      assert.isAtLeast(logged.length, 2)
      for (const line of logged) assert.match(line, /^ERROR.*lost names.*a row that nobody can read/s)
    }))

  it.scoped("logs no outage of the storage, which has done so", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* loggedOf({ untold: () => new StorageUnavailable() }), [])
    }))

  it.scoped("logs a mistake in receiving messages, and goes on", () =>
    Effect.gen(function*() {
      let asked = 0
      const logged = yield* loggedOf({
        receive: () => Effect.suspend(() => (asked++, Effect.die(new Error("an answer that nobody can read")))),
      })
      assert.isAtLeast(asked, 60)
      assert.isAtLeast(logged.length, 1)
      assert.isBelow(logged.length, 5)
      for (const line of logged) assert.match(line, /^ERROR.*messages.*an answer that nobody can read/s)
    }))

  it.scoped("names the messages that name no job", () =>
    Effect.gen(function*() {
      const receive: SqsCalls["receive"] = (url, _limit, { waitSeconds }) =>
        Effect.delay(
          Effect.succeed(["1", "2"].map((messageId) => ({ url, body: "none of ours", handle: `h${messageId}`, messageId }))),
          waitSeconds * 1_000,
        )
      const [first] = yield* loggedOf({ receive })
      assert.match(first ?? "", /^WARN.*messages that name no job stay in the queue.*"messageIds":\["1","2"\]/)
    }))

  it.scoped("logs that SQS does not remove or hide messages, such as for want of a permission, once a minute at most", () =>
    Effect.gen(function*() {
      const refused = <A>(items: ReadonlyArray<A>) => Effect.succeed({ items, reason: "AccessDenied: not authorized" })
      const name = JSON.stringify({ kind: "mail", organizationId: sampleOrganizationId(), id: sampleId() })
      const receive: SqsCalls["receive"] = (url, _limit, { waitSeconds }) =>
        Effect.delay(Effect.succeed([{ url, body: name, handle: "h", messageId: "m" }]), waitSeconds * 1_000)
      const logged = yield* loggedOf({ receive, calls: { remove: refused } })
      assert.isAtLeast(logged.length, 2)
      assert.isBelow(logged.length, 5)
      for (const line of logged) assert.match(line, /^WARN.*SQS does not remove or hide messages.*AccessDenied: not authorized/s)
      const hidden = yield* loggedOf({ receive, calls: { hide: refused } })
      assert.isTrue(hidden.every((line) => line.includes("SQS does not remove or hide messages")), hidden.join("\n"))
    }))
})
