import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Fiber, Option, TestClock } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { again, done, type HeldJob, type Next } from "../../core/jobs/HeldJob.ts"
import { fanOutJob, mailJob, webhookJob } from "../../core/jobs/Job.ts"
import { workDue } from "../../core/jobs/workDue.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { StorageUnavailable } from "../../core/ports/Storage.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { jobTest, sameWorks } from "./jobsInMemory.ts"

const company = sampleOrganizationId()
const now = Effect.map(Clock.currentTimeMillis, instant)

type Handle = (job: HeldJob) => Effect.Effect<Next, StorageUnavailable, Queue>

/** A round of work with that much time. */
const round = (handle: Handle, millis = 60_000) =>
  Effect.flatMap(now, (at) => workDue(sameWorks(handle), { atOnce: 10, deadline: instant(at + millis) }))

describe("a round of work on what is due", () => {
  jobTest("handles jobs of every kind, and jobs that these cause", () => Effect.gen(function*() {
    const { put } = yield* Queue
    const at = yield* now
    yield* put([fanOutJob(company, at), mailJob(company, sampleId(), at), mailJob(company, sampleId(), instant(at + 1))])
    const handled: Array<string> = []
    const isDone = yield* round(({ kind }) =>
      Effect.gen(function*() {
        handled.push(kind)
        if (kind === "fanOut") yield* put([webhookJob(company, sampleId(), at)])
        return done
      }))
    assert.isTrue(isDone)
    assert.sameMembers(handled, ["fanOut", "mail", "webhook"])
  }))

  jobTest("leaves a job that is due again for later", () => Effect.gen(function*() {
    const { depth, put } = yield* Queue
    const at = yield* now
    yield* put([mailJob(company, sampleId(), at)])
    assert.isTrue(yield* round(() => Effect.succeed(again(instant(at + 1_000)))))
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* depth("mail")).due, 1)
  }))

  jobTest("takes nothing it has no time for, and interrupts what takes too long, which others can take soon", () => Effect.gen(function*() {
    const { depth, put, take } = yield* Queue
    yield* put([mailJob(company, sampleId(), yield* now)])
    assert.isFalse(yield* round(() => Effect.succeed(done), 2_000))
    assert.strictEqual((yield* depth("mail")).due, 1)

    const working = yield* Effect.fork(round(() => Effect.never, 10_000))
    yield* TestClock.adjust("9 seconds")
    assert.isTrue(Option.isNone(yield* Fiber.poll(working)))
    yield* TestClock.adjust("1 second")
    assert.isFalse(yield* Fiber.join(working))
    yield* TestClock.adjust("30 seconds")
    assert.lengthOf(yield* take("mail", 1, 1_000), 1)
  }))

  jobTest("reports that something is left when the storage does not answer", () => Effect.gen(function*() {
    const queue = yield* Queue
    const silent = Queue.of({ ...queue, take: () => new StorageUnavailable() })
    assert.isFalse(yield* Effect.provideService(round(() => Effect.succeed(done)), Queue, silent))
  }))

  jobTest("takes nothing that its handler would no longer begin", () => Effect.gen(function*() {
    const { depth, put } = yield* Queue
    const at = yield* now
    yield* put([mailJob(company, sampleId(), at)])
    const works = sameWorks(() => Effect.die("asked"), 15_000)
    assert.isFalse(yield* workDue(works, { atOnce: 10, deadline: instant(at + 14_000) }))
    assert.strictEqual((yield* depth("mail")).due, 1)
  }))
})
