import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Fiber, TestClock } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { again, done, type HeldJob, type Next } from "../../core/jobs/HeldJob.ts"
import { type Job, mailJob, textOfName, webhookJob } from "../../core/jobs/Job.ts"
import { workNamed } from "../../core/jobs/workNamed.ts"
import { NamedJobs } from "../../core/ports/NamedJobs.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { StorageUnavailable } from "../../core/ports/Storage.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { jobTest, sameWorks } from "./jobsInMemory.ts"

const company = sampleOrganizationId()
const now = Effect.map(Clock.currentTimeMillis, instant)

/** Puts letters that are due. */
const putLetters = (count: number) =>
  Effect.gen(function*() {
    const at = yield* now
    const jobs = Array.from({ length: count }, () => mailJob(company, sampleId(), at))
    yield* Effect.flatMap(Queue, ({ put }) => put(jobs))
    return jobs
  })

/** A round of work with that much time. */
const round = (
  jobs: ReadonlyArray<Job>,
  handle: (job: HeldJob) => Effect.Effect<Next, string>,
  { atOnce = 10, millis = 60_000 } = {},
) => Effect.flatMap(now, (at) => workNamed(sameWorks(handle), jobs, { atOnce, deadline: instant(at + millis) }))

const waiting = Effect.flatMap(Queue, ({ depth }) => Effect.map(depth("mail"), ({ due }) => due))

describe("a round of work on named jobs", () => {
  jobTest("handles what is due and free, whatever else is named, and leaves nothing", () =>
    Effect.gen(function*() {
      const { put, take } = yield* Queue
      const [held = assert.fail("no job")] = yield* putLetters(1)
      yield* take("mail", 1, 30_000)
      const letters = yield* putLetters(2)
      const at = yield* now
      const other = webhookJob(company, sampleId(), at)
      const later = mailJob(company, sampleId(), instant(at + 60_000))
      yield* put([other, later])
      const gone = mailJob(company, sampleId(), at)
      const handled: Array<string> = []
      const left = yield* round([...letters, ...letters, held, later, gone, other], (job) =>
        Effect.as(Effect.sync(() => handled.push(textOfName(job))), done))
      assert.deepStrictEqual(left, [])
      assert.sameMembers(handled, [...letters, other].map(textOfName))
      assert.strictEqual(yield* waiting, 0)
    }))

  jobTest("holds no more jobs at once than it may", () =>
    Effect.gen(function*() {
      let inHand = 0
      let most = 0
      const jobs = yield* putLetters(7)
      const working = yield* Effect.fork(round(jobs, () =>
        Effect.gen(function*() {
          most = Math.max(most, ++inHand)
          yield* Effect.sleep("1 second")
          inHand--
          return done
        }), { atOnce: 3 }))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* Fiber.join(working), [])
      assert.strictEqual(most, 3)
    }))

  jobTest("puts back jobs that are due again or that threw, and is finished with both", () =>
    Effect.gen(function*() {
      const jobs = yield* putLetters(2)
      const left = yield* round(jobs, ({ id }) =>
        id === jobs[0]?.id ? Effect.fail("a bug") : Effect.map(now, (at) => again(instant(at + 5_000))))
      assert.deepStrictEqual(left, [])
      assert.strictEqual(yield* waiting, 0)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* waiting, 2)
    }))

  jobTest("waits for a job that is due in a moment, but not for long", () =>
    Effect.gen(function*() {
      const { put } = yield* Queue
      const at = yield* now
      const soon = mailJob(company, sampleId(), instant(at + 1_000))
      const notSoSoon = mailJob(company, sampleId(), instant(at + 3_000))
      yield* put([soon, notSoSoon])
      const handled: Array<string> = []
      const working = yield* Effect.fork(round([soon, notSoSoon], ({ id }) => Effect.as(Effect.sync(() => handled.push(id)), done)))
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* Fiber.join(working), [])
      assert.deepStrictEqual(handled, [soon.id])
    }))

  jobTest("leaves a job that somebody keeps writing to for the next time", () =>
    Effect.gen(function*() {
      const [job = assert.fail("no job")] = yield* putLetters(1)
      const writing = Effect.updateService(NamedJobs, (named) => ({
        ...named,
        take: () => Effect.succeed({ taken: [], free: [job] }),
      }))
      const working = yield* Effect.fork(writing(round([job], () => Effect.succeed(done))))
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(yield* Fiber.join(working), [job])
    }))

  jobTest("leaves what the storage did not give, or did not take back", () =>
    Effect.gen(function*() {
      const jobs = yield* putLetters(2)
      const silent = Effect.updateService(NamedJobs, (named) => ({ ...named, take: () => new StorageUnavailable() }))
      assert.sameDeepMembers([...(yield* silent(round(jobs, () => Effect.succeed(done))))], jobs)
      const keeping = Effect.updateService(Queue, (queue) => ({
        ...queue,
        done: (job) => (job.id === jobs[0]?.id ? new StorageUnavailable() : queue.done(job)),
        extend: () => new StorageUnavailable(),
      }))
      const working = yield* Effect.fork(keeping(round(jobs, () => Effect.succeed(done))))
      yield* TestClock.adjust("31 seconds")
      assert.deepStrictEqual((yield* Fiber.join(working)).map(textOfName), [textOfName(jobs[0] ?? assert.fail("no job"))])
    }))

  jobTest("ends at its deadline and leaves unfinished jobs, which come again", () =>
    Effect.gen(function*() {
      const jobs = yield* putLetters(2)
      let wentOn = false
      const working = yield* Effect.fork(round(jobs, ({ id }) =>
        id === jobs[0]?.id
          ? Effect.as(Effect.zipRight(Effect.sleep("20 seconds"), Effect.sync(() => (wentOn = true))), done)
          : Effect.succeed(done), { millis: 10_000 }))
      yield* TestClock.adjust("9900 millis")
      assert.isNull(working.unsafePoll())
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual((yield* Fiber.join(working)).map(({ id }) => id), [jobs[0]?.id])
      yield* TestClock.adjust("1 minute")
      assert.isFalse(wentOn, "what is not ended is interrupted")
      assert.strictEqual(yield* waiting, 1)
    }))

  jobTest("begins nothing that might not end in time, and takes nothing shortly before its deadline", () =>
    Effect.gen(function*() {
      const answers: Array<boolean> = []
      const ask = ({ mayBegin }: HeldJob) =>
        Effect.gen(function*() {
          answers.push(yield* mayBegin(4_000), yield* mayBegin(6_000))
          return again(yield* now)
        })
      assert.deepStrictEqual(yield* round(yield* putLetters(1), ask, { millis: 5_000 }), [])
      assert.deepStrictEqual(answers, [true, false])
      const late = yield* putLetters(1)
      assert.deepStrictEqual(yield* round(late, () => Effect.die("begun"), { millis: 2_000 }), late)
      assert.deepStrictEqual(yield* round(late, () => Effect.die("begun"), { millis: -1 }), late)
    }))

  jobTest("takes nothing of a kind that needs more time than there is in all: put back, it would be named again at once", () =>
    Effect.gen(function*() {
      const letters = yield* putLetters(2)
      const works = sameWorks(() => Effect.succeed(done), 15_000)
      const roundOf = (millis: number) =>
        Effect.flatMap(now, (at) => workNamed(works, letters, { atOnce: 10, deadline: instant(at + millis) }))
      assert.deepStrictEqual(yield* roundOf(14_999), letters)
      assert.strictEqual(yield* waiting, 2)
      assert.deepStrictEqual(yield* roundOf(15_000), [])
    }))
})
