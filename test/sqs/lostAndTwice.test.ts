import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Duration, Effect, Layer, Logger, LogLevel, type Scope } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { JobMessages } from "../../adapters/sqs/JobMessages.ts"
import { bodyOf } from "../../adapters/sqs/jobNameMessage.ts"
import * as QueueSqs from "../../adapters/sqs/QueueSqs.ts"
import type { SqsSettings } from "../../adapters/sqs/SqsSettings.ts"
import { instant } from "../../core/calendar/instant.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key } from "../../core/commit/tables.ts"
import { again, done, type HeldJob, type Next } from "../../core/jobs/HeldJob.ts"
import { fanOutJob, type Job, type JobKind, mailJob, webhookJob } from "../../core/jobs/Job.ts"
import { work } from "../../core/jobs/work.ts"
import type { NamedJobs } from "../../core/ports/NamedJobs.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { openAnswering, urlOf } from "../support/answeringServer.ts"
import { eventually } from "../support/eventually.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { later } from "../support/shiftedClock.ts"
import { openQueue, openQueueApart, skipped, type StandInQueue } from "./sqsStandIn.ts"

const company = sampleOrganizationId()
const now = Effect.map(Clock.currentTimeMillis, instant)
const minute = 60_000

type Stored = Context.Context<Storage | Queue | NamedJobs>

/** A process that works from the queue, sharing the storage with the others. */
const processOn = (stored: Stored, { client, queueUrl }: StandInQueue, settings: Partial<SqsSettings> = {}) =>
  Layer.build(Layer.provide(QueueSqs.layer({ queueUrl, client, ...settings }), Layer.succeedContext(stored)))

/** A letter that is due after so many milliseconds. */
const letter = (millis = 0) => Effect.map(now, (at) => mailJob(company, sampleId(), instant(at + millis)))

/** Commits jobs. */
const commit = (process: Context.Context<Storage>, jobs: ReadonlyArray<Job>) =>
  Context.get(process, Storage).transact({ organizationIds: [company], keys: [key("head", company, company)] }, () => {
    const snapshot = new Snapshot()
    for (const job of jobs) snapshot.putJob(job)
    return Effect.succeed({ changes: snapshot.changes(), jobs: snapshot.jobsPut(), value: undefined })
  })

/** Works until the end of the test, noting the ids of the jobs it gets. */
const working = (
  process: Context.Context<Queue>,
  noted: Array<string>,
  handle: (job: HeldJob) => Effect.Effect<Next> = () => Effect.succeed(done),
  kind: JobKind = "mail",
  atOnce = 4,
) =>
  work({ kind, atOnce, handle: (job) => Effect.zipRight(Effect.sync(() => noted.push(job.id)), handle(job)) }).pipe(
    Effect.provide(process),
    Effect.forkScoped,
  )

/** Long enough for gathered names to be sent. */
const sent = Effect.sleep(100)

const test = (title: string, run: () => Effect.Effect<void, unknown, Scope.Scope>) =>
  it.scopedLive.skipIf(skipped !== undefined)(title, () => Logger.withMinimumLogLevel(run(), LogLevel.None))

describe(`names of jobs in SQS${skipped === undefined ? "" : `: ${skipped}`}`, () => {
  test("may arrive twice, at several processes: each job is done once, and nothing is left", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueue
      const stored = yield* Layer.build(StorageMemory.layer)
      const [one, other] = [yield* processOn(stored, sqs), yield* processOn(stored, sqs)]
      const jobs = yield* Effect.replicateEffect(letter(), 20)
      yield* commit(one, jobs)
      for (const job of jobs) yield* sqs.send(bodyOf(job))
      const noted: Array<string> = []
      const slowly = () => Effect.as(Effect.sleep(30), done)
      yield* working(one, noted, slowly)
      yield* working(other, noted, slowly)
      yield* eventually("all done", () => noted.length >= jobs.length && sqs.count() === 0)
      for (const job of jobs) yield* sqs.send(bodyOf(job))
      yield* eventually("what comes later is in vain", () => sqs.count() === 0)
      assert.sameMembers(noted, jobs.map(({ id }) => id))
    }))

  test("may be lost: the next tick finds their jobs, once", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueue
      const stored = yield* Layer.build(StorageMemory.layer)
      const process = yield* processOn(stored, sqs)
      const { resend } = Context.get(process, JobMessages)
      const jobs = [yield* letter(-2 * minute), yield* letter(-minute / 2), yield* letter(-3 * minute)]
      // As if the process had died before sending them.
      yield* commit(stored, jobs)
      assert.strictEqual(yield* resend, 2, "one is fresh still")
      assert.strictEqual(yield* resend, 0, "they are on their way")
      assert.strictEqual(sqs.count(), 2)
      assert.strictEqual(yield* later(minute)(resend), 1)
      const noted: Array<string> = []
      yield* working(process, noted)
      yield* eventually("all done", () => sqs.count() === 0)
      assert.sameMembers(noted, jobs.map(({ id }) => id))
    }))

  test("arrive again if whoever took the job has died", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueue
      const stored = yield* Layer.build(StorageMemory.layer)
      const dying = yield* processOn(stored, sqs)
      const job = yield* letter()
      yield* commit(dying, [job])
      const { take } = Context.get(dying, Queue)
      yield* eventually("sent", () => sqs.ready().length === 1)
      let lost = yield* take("mail", 1, 1_000)
      while (lost.length === 0) lost = yield* Effect.zipRight(Effect.sleep(5), take("mail", 1, 1_000))
      const noted: Array<string> = []
      yield* working(yield* processOn(stored, sqs), noted)
      yield* Effect.sleep(500)
      assert.deepStrictEqual(noted, [])
      yield* eventually("done by another", () => noted.length === 1 && sqs.count() === 0)
    }))

  test("wait in the queue for 15 minutes at most, and in the storage for the rest", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueue
      const stored = yield* Layer.build(StorageMemory.layer)
      const process = yield* processOn(stored, sqs)
      const { resend } = Context.get(process, JobMessages)
      const far = yield* letter(20 * minute)
      yield* commit(process, [far])
      yield* sent
      assert.strictEqual(yield* resend, 0)
      assert.strictEqual(sqs.count(), 0)
      assert.strictEqual(yield* later(19 * minute)(resend), 1)
      assert.deepStrictEqual(sqs.delayed(), [bodyOf(far)])
      const near = webhookJob(company, sampleId(), instant((yield* now) + 14 * minute))
      yield* commit(process, [near])
      yield* eventually("sent with a delay", () => sqs.delayed().includes(bodyOf(near)))
    }))

  test("are sent again for jobs due again soon, and not before those are due", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueue
      const stored = yield* Layer.build(StorageMemory.layer)
      const process = yield* processOn(stored, sqs)
      const job = yield* letter()
      yield* commit(process, [job])
      const at: Array<number> = []
      const noted: Array<string> = []
      yield* working(process, noted, () =>
        Effect.map(now, (is) => (at.push(is) === 1 ? again(instant(is + 1_200)) : again(instant(is + 20 * minute)))))
      yield* eventually("done again", () => at.length === 2)
      assert.isAtLeast(Number(at[1]) - Number(at[0]), 1_200)
      yield* eventually("nothing is sent for what is due much later", () => sqs.count() === 0)
      assert.strictEqual((yield* Context.get(process, Queue).depth("mail")).due, 0)
    }))

  test("of one kind do not delay those of another whose workers are free", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueue
      const stored = yield* Layer.build(StorageMemory.layer)
      const process = yield* processOn(stored, sqs)
      const letters = yield* Effect.replicateEffect(letter(), 130)
      yield* commit(process, letters)
      yield* eventually("sent", () => sqs.ready().length === 130)
      const company2 = sampleOrganizationId()
      const noted: Array<string> = []
      const latch = yield* Effect.makeLatch(false)
      yield* working(process, [], () => Effect.as(latch.await, done), "mail", 1)
      yield* Effect.addFinalizer(() => latch.open)
      yield* working(process, noted, () => Effect.succeed(done), "fanOut")
      yield* commit(process, [fanOutJob(company2, yield* now)])
      yield* eventually("done while letters wait", () => noted.length === 1)
    }))

  test("that nobody here understands stay where they are", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueue
      const stored = yield* Layer.build(StorageMemory.layer)
      const process = yield* processOn(stored, sqs)
      const job = yield* letter()
      for (const body of ["hello", "{}", bodyOf(job).replace("mail", "party"), bodyOf({ ...job, id: "1' OR 1=1" })]) yield* sqs.send(body)
      yield* commit(process, [job])
      const noted: Array<string> = []
      yield* working(process, noted)
      yield* eventually("done besides", () => noted.length === 1 && sqs.count() === 4)
    }))

  test("are sent at the end, and those received for nobody go back", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueue
      const stored = yield* Layer.build(StorageMemory.layer)
      const jobs = yield* Effect.replicateEffect(letter(), 5)
      yield* Effect.scoped(Effect.gen(function*() {
        const process = yield* processOn(stored, sqs)
        yield* commit(process, jobs)
      }))
      assert.lengthOf(sqs.ready(), 5)
      yield* Effect.scoped(Effect.gen(function*() {
        const process = yield* processOn(stored, sqs)
        const { bell, take } = Context.get(process, Queue)
        const rung = yield* bell
        yield* take("mail", 3, 30_000)
        yield* rung
        assert.isBelow(sqs.ready().length, 5)
      }))
      assert.lengthOf(sqs.ready(), 5)
    }))
})

describe(`an outage of SQS${skipped === undefined ? "" : `: ${skipped}`}`, () => {
  test("fails no commit, and the jobs are done after it", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueueApart
      const stored = yield* Layer.build(StorageMemory.layer)
      const process = yield* processOn(stored, sqs)
      const { resend } = Context.get(process, JobMessages)
      const noted: Array<string> = []
      yield* working(process, noted)
      const jobs = yield* Effect.replicateEffect(letter(), 3)
      yield* commit(process, jobs.slice(0, 1))
      yield* eventually("done before", () => noted.length === 1)
      yield* sqs.stop
      yield* commit(process, jobs.slice(1))
      assert.strictEqual((yield* Effect.flip(later(2 * minute)(resend)))._tag, "SqsFailed")
      yield* sqs.restart
      assert.strictEqual(yield* later(2 * minute)(resend), 2)
      yield* eventually("done after", () => noted.length === 3)
      assert.sameMembers(noted, jobs.map(({ id }) => id))
    }))

  test("delays commits for as long as the settings allow, and no longer", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueue
      const silent = { ...sqs.client, endpoint: urlOf(yield* openAnswering(() => {})) }
      const stored = yield* Layer.build(StorageMemory.layer)
      const logged: Array<unknown> = []
      const noting = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => void logged.push(message)))
      const timeOf = (settings: Partial<SqsSettings>) =>
        Effect.gen(function*() {
          const process = yield* processOn(stored, sqs, settings)
          const [took] = yield* Effect.timed(commit(process, [yield* letter()]))
          return Duration.toMillis(took)
        })
      assert.isBelow(yield* timeOf({ client: silent }), 200)
      const waited = yield* timeOf({ client: silent, waitMillis: 400 }).pipe(
        Effect.provide(noting),
        Logger.withMinimumLogLevel(LogLevel.Warning),
      )
      assert.match(JSON.stringify(logged), /names of jobs were not sent.*no answer within 0\.4 seconds/)
      assert.isAtLeast(waited, 390)
      assert.isBelow(waited, 1_500)
      yield* timeOf({ waitMillis: 5_000 })
      assert.lengthOf(sqs.ready(), 1, "sent before the commit has answered")
    }))
})
