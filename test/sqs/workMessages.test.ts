import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Logger } from "effect"
import { bodyOf } from "../../adapters/sqs/jobNameMessage.ts"
import { workMessages } from "../../adapters/sqs/workMessages.ts"
import { instant } from "../../core/calendar/instant.ts"
import { done } from "../../core/jobs/HeldJob.ts"
import { mailJob } from "../../core/jobs/Job.ts"
import { NamedJobs } from "../../core/ports/NamedJobs.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { StorageUnavailable } from "../../core/ports/Storage.ts"
import { jobTest, sameWorks } from "../jobs/jobsInMemory.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"

const company = sampleOrganizationId()

const works = sameWorks(() => Effect.succeed(done))

/** Handles an event with these messages, whose ids are their places. Returns the ids of those to be sent again. */
const failures = (bodies: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const bounds = { deadline: instant((yield* Clock.currentTimeMillis) + 10_000), atOnce: 10 }
    const Records = bodies.map((body, place) => ({ messageId: String(place), body }))
    const { batchItemFailures } = yield* workMessages(works, { Records }, bounds)
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
  })

const put = Effect.gen(function*() {
  const job = mailJob(company, sampleId(), instant(yield* Clock.currentTimeMillis))
  yield* Effect.flatMap(Queue, (queue) => queue.put([job]))
  return job
})

describe("an event of messages that name jobs", () => {
  jobTest("is finished with its jobs, including those that come twice or too late", () =>
    Effect.gen(function*() {
      const bodies = [yield* put, yield* put].map(bodyOf)
      assert.deepStrictEqual(yield* failures([...bodies, ...bodies]), [])
      assert.strictEqual((yield* Effect.flatMap(Queue, ({ depth }) => depth("mail"))).due, 0)
      assert.deepStrictEqual(yield* failures(bodies), [])
      assert.deepStrictEqual(yield* failures([]), [])
    }))

  jobTest("leaves messages that name no job to the queue, tells which, and does the rest", () =>
    Effect.gen(function*() {
      const body = bodyOf(yield* put)
      const foreign = ["", "no", "[]", body.replace("mail", "party"), body.replace(/"id":"[^"]+"/, '"id":"x"')]
      const logged: Array<unknown> = []
      const noting = Logger.add(Logger.make(({ message }) => void logged.push(message)))
      const foreignIds = ["0", "1", "2", "3", "4"]
      assert.deepStrictEqual(yield* Effect.provide(failures([...foreign, body]), noting), foreignIds)
      assert.deepStrictEqual(logged, [["messages that name no job stay in the queue", { messageIds: foreignIds }]])
      assert.strictEqual((yield* Effect.flatMap(Queue, ({ depth }) => depth("mail"))).due, 0)
    }))

  jobTest("leaves every message when the storage does not answer, even two for one job", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* put, yield* put].map(bodyOf)
      assert.deepStrictEqual(yield* failures([String(one), String(other), String(one)]), ["0", "1", "2"])
    }).pipe(Effect.updateService(NamedJobs, (named) => ({ ...named, take: () => new StorageUnavailable() }))))
})
