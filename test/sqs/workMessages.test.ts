import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Logger } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { bodyOf } from "../../adapters/sqs/jobNameMessage.ts"
import { workMessages } from "../../adapters/sqs/workMessages.ts"
import { instant } from "../../core/calendar/instant.ts"
import { done, type Work } from "../../core/jobs/HeldJob.ts"
import { type JobKind, mailJob } from "../../core/jobs/Job.ts"
import { NamedJobs } from "../../core/ports/NamedJobs.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { StorageUnavailable } from "../../core/ports/Storage.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"

const company = sampleOrganizationId()

const of = (kind: JobKind): Work<never, never> => ({ kind, atOnce: 4, handle: () => Effect.succeed(done) })
const works = {
  fanOut: of("fanOut"),
  webhook: of("webhook"),
  mail: of("mail"),
  registry: of("registry"),
  subscription: of("subscription"),
}

/** Handles an event with these messages, whose ids are their places. Returns the ids of those to be sent again. */
const failures = (bodies: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const bounds = { deadline: instant((yield* Clock.currentTimeMillis) + 10_000), atOnce: 10 }
    const Records = bodies.map((body, place) => ({ messageId: String(place), body }))
    const { batchItemFailures } = yield* workMessages(works, { Records }, bounds)
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
  })

const test = (title: string, run: () => Effect.Effect<void, unknown, Queue | NamedJobs>) =>
  it.effect(title, () => run().pipe(Effect.provide(Layer.merge(StorageMemory.layer, Logger.remove(Logger.defaultLogger)))))

const put = Effect.gen(function*() {
  const job = mailJob(company, sampleId(), instant(yield* Clock.currentTimeMillis))
  yield* Effect.flatMap(Queue, (queue) => queue.put([job]))
  return job
})

describe("an event of messages that name jobs", () => {
  test("is finished with its jobs, including those that come twice or too late", () =>
    Effect.gen(function*() {
      const bodies = [yield* put, yield* put].map(bodyOf)
      assert.deepStrictEqual(yield* failures([...bodies, ...bodies]), [])
      assert.strictEqual((yield* Effect.flatMap(Queue, ({ depth }) => depth("mail"))).due, 0)
      assert.deepStrictEqual(yield* failures(bodies), [])
      assert.deepStrictEqual(yield* failures([]), [])
    }))

  test("leaves messages that name no job to the queue, and does the rest", () =>
    Effect.gen(function*() {
      const body = bodyOf(yield* put)
      const foreign = ["", "no", "[]", body.replace("mail", "party"), body.replace(/"id":"[^"]+"/, '"id":"x"')]
      assert.deepStrictEqual(yield* failures([...foreign, body]), ["0", "1", "2", "3", "4"])
      assert.strictEqual((yield* Effect.flatMap(Queue, ({ depth }) => depth("mail"))).due, 0)
    }))

  test("leaves every message when the storage does not answer, even two for one job", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* put, yield* put].map(bodyOf)
      assert.deepStrictEqual(yield* failures([String(one), String(other), String(one)]), ["0", "1", "2"])
    }).pipe(Effect.updateService(NamedJobs, (named) => ({ ...named, take: () => new StorageUnavailable() }))))
})
