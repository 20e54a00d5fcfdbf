import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Effect, Fiber, Layer, Logger, TestClock } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { again, done, type HeldJob, type Next } from "../../core/jobs/HeldJob.ts"
import { mailJob } from "../../core/jobs/Job.ts"
import { work } from "../../core/jobs/work.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { StorageUnavailable } from "../../core/ports/Storage.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { aheadBy } from "../support/shiftedClock.ts"
import { jobTest } from "./jobsInMemory.ts"

const company = sampleOrganizationId()
const now = Clock.currentTimeMillis

/** Puts a letter that is due, and returns its id. */
const putOne = Effect.gen(function*() {
  const { put } = yield* Queue
  const id = sampleId()
  yield* put([mailJob(company, id, instant(yield* now))])
  return id
})

const working = (handle: (job: HeldJob) => Effect.Effect<Next>, atOnce = 4) =>
  Effect.fork(work({ kind: "mail", atOnce, handle }))

/** Replaces part of the queue. */
const altered = (change: (queue: Queue["Type"]) => Partial<Queue["Type"]>) =>
  Effect.updateService(Queue, (queue) => ({ ...queue, ...change(queue) }))

it.effect("a queue that throws every time, such as without its table, is logged at once and then once a minute by all workers together", () => {
  const logged: Array<unknown> = []
  const logger = Logger.make(({ cause, logLevel, message }) =>
    void logged.push([logLevel.label, message, Cause.pretty(cause).split("\n")[0]]))
  return Effect.gen(function*() {
    for (const kind of ["mail", "webhook"] as const) yield* Effect.fork(work({ kind, atOnce: 4, handle: () => Effect.succeed(done) }))
    yield* TestClock.adjust("61 seconds")
    assert.deepStrictEqual(logged, [
      ["ERROR", ["the queue broke", { times: 1, kind: "mail" }], "Error: no table"],
      ["ERROR", ["the queue broke", { times: 120, kind: "mail" }], "Error: no table"],
    ])
  }).pipe(
    altered(() => ({ take: () => Effect.die(new Error("no table")) })),
    Effect.provide(Layer.merge(StorageMemory.layer, Logger.replace(Logger.defaultLogger, logger))),
  )
})

it.effect("a job that breaks each time is logged once a minute, and each job by itself", () => {
  const logged: Array<unknown> = []
  const logger = Logger.make(({ message }) => void logged.push(message))
  return Effect.gen(function*() {
    let isBroken = true
    yield* working(() => (isBroken ? Effect.die(new Error("no table")) : Effect.succeed(done)))
    const [one, other] = [yield* putOne, yield* putOne]
    yield* TestClock.adjust("64 seconds")
    const told = (times: number, id: string) => ["a job broke", { times, kind: "mail", organizationId: company, id }]
    assert.sameDeepMembers(logged, [told(1, one), told(1, other), told(12, one), told(12, other)])
    isBroken = false
    yield* TestClock.adjust("10 seconds")
    isBroken = true
    const third = yield* putOne
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(logged.slice(4), [told(1, third)])
  }).pipe(Effect.provide(Layer.merge(StorageMemory.layer, Logger.replace(Logger.defaultLogger, logger))))
})

describe("a worker", () => {
  jobTest("handles what is put, and handles it again when its handler says so", () =>
    Effect.gen(function*() {
      const at: Array<number> = []
      yield* working(() => Effect.map(now, (is) => (at.push(is) === 1 ? again(instant(is + 7_000)) : done)))
      yield* putOne
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(at, [0, 7_000])
    }))

  jobTest("holds no more jobs than it may at once, and takes the next when one is done", () =>
    Effect.gen(function*() {
      const latch = yield* Effect.makeLatch()
      let begun = 0
      yield* Effect.replicateEffect(putOne, 5)
      yield* working(() => Effect.as(Effect.zipRight(Effect.sync(() => begun++), latch.await), done), 2)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(begun, 2)
      yield* latch.open
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(begun, 5)
    }))

  jobTest("has companies take turns, however many letters one of them has queued before", () =>
    Effect.gen(function*() {
      const { put } = yield* Queue
      const [crowd, other, third] = [company, sampleOrganizationId(), sampleOrganizationId()]
      const names = new Map([[crowd, "crowd"], [other, "other"], [third, "third"]])
      const letters = (of: OrganizationId, count: number, due: number) =>
        put(Array.from({ length: count }, () => mailJob(of, sampleId(), instant(due))))
      const begun: Array<string | undefined> = []
      yield* letters(crowd, 40, 0)
      yield* working(({ organizationId }) =>
        Effect.as(Effect.delay(Effect.sync(() => void begun.push(names.get(organizationId))), "1 second"), done))
      yield* TestClock.adjust("1500 millis")
      yield* letters(other, 6, 1_000)
      yield* letters(third, 1, 1_200)
      yield* TestClock.adjust("1 minute")
      const placesOf = (name: string) => begun.flatMap((one, place) => (one === name ? [place] : []))
      assert.lengthOf(begun, 47)
      assert.isBelow(Math.max(...placesOf("third")), 16)
      assert.isBelow(Math.max(...placesOf("other")), 30)
    }))

  jobTest("waits when stopped for what it has begun, as long as its kind says, and then drops it", () =>
    Effect.gen(function*() {
      const ended: Array<string> = []
      const handle = (after: number) => () =>
        Effect.sleep(after).pipe(
          Effect.as(done),
          Effect.onExit(({ _tag }) => Effect.sync(() => void ended.push(_tag))),
        )
      for (const after of [10_000, 3_600_000]) {
        const worker = yield* Effect.fork(work({ kind: "mail", atOnce: 4, endMillis: 20_000, handle: handle(after) }))
        yield* putOne
        yield* TestClock.adjust("1 second")
        const stopping = yield* Effect.fork(Fiber.interrupt(worker))
        yield* TestClock.adjust("1 second")
        // It is interrupted repeatedly, as the fibers around a worker in a process do.
        yield* Fiber.interruptFork(worker)
        yield* TestClock.adjust("20 seconds")
        yield* Fiber.join(stopping)
      }
      assert.deepStrictEqual(ended, ["Success", "Failure"])
    }))

  jobTest("retries a job that threw after five seconds, and goes on with the others meanwhile", () =>
    Effect.gen(function*() {
      const at: Array<number> = []
      let others = 0
      const broken = yield* putOne
      yield* working(({ id }) =>
        id === broken
          ? Effect.flatMap(now, (is) => (at.push(is) < 3 ? Effect.die("a bug") : Effect.succeed(done)))
          : Effect.as(Effect.sync(() => others++), done))
      yield* TestClock.adjust("1 second")
      yield* putOne
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(at, [0, 5_000, 10_000])
      assert.strictEqual(others, 1)
    }))

  jobTest("keeps a job from others for as long as it takes", () =>
    Effect.gen(function*() {
      let begun = 0
      const slowly = () => Effect.sync(() => begun++).pipe(Effect.zipRight(Effect.sleep("40 seconds")), Effect.as(done))
      yield* working(slowly)
      yield* working(slowly)
      yield* putOne
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(begun, 1)
    }))

  jobTest("does not take up its own job a second time when the clock goes on by an hour, as on a machine that was suspended", () =>
    Effect.gen(function*() {
      let begun = 0
      let ahead = 0
      const slowly = () => Effect.sync(() => begun++).pipe(Effect.zipRight(Effect.sleep("10 seconds")), Effect.as(done))
      yield* working(slowly).pipe(aheadBy(() => ahead))
      yield* putOne
      yield* TestClock.adjust("6 seconds")
      ahead = 3_600_000
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(begun, 1)
    }))

  jobTest("takes nothing while it cannot tell whether its own leases still stand, as after an outage", () =>
    Effect.gen(function*() {
      const begun: Array<number> = []
      let isAway = false
      const slowly = () => Effect.flatMap(now, (at) => Effect.sync(() => begun.push(at))).pipe(
        Effect.zipRight(Effect.sleep("50 seconds")),
        Effect.as(done),
      )
      const away = altered((queue) => ({
        extend: (leases, millis) => Effect.suspend(() => (isAway ? new StorageUnavailable() : queue.extend(leases, millis))),
      }))
      yield* working(slowly).pipe(away)
      yield* putOne
      yield* TestClock.adjust("1 second")
      isAway = true
      yield* TestClock.adjust("38 seconds")
      yield* putOne
      yield* TestClock.adjust("1 second")
      isAway = false
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(begun, [0, 41_000])
    }))

  jobTest("begins nothing once its lease may have ended", () =>
    Effect.gen(function*() {
      const answers: Array<readonly [at: number, mayBegin: boolean]> = []
      const asking = ({ mayBegin }: HeldJob) =>
        Effect.gen(function*() {
          for (;;) {
            const answer = yield* mayBegin(15_000)
            answers.push([yield* now, answer])
            if (!answer) return done
            yield* Effect.sleep("1 second")
          }
        })
      yield* working(asking).pipe(altered(() => ({ extend: () => new StorageUnavailable() })))
      yield* putOne
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(answers.at(-1), [16_000, false])
    }))

  jobTest("finishes what it has begun when it is stopped, and leaves the rest to others", () =>
    Effect.gen(function*() {
      const { depth } = yield* Queue
      const answers: Array<boolean> = []
      const worker = yield* working(({ mayBegin, mayNote }) =>
        Effect.gen(function*() {
          answers.push(yield* mayNote)
          yield* Effect.sleep("10 seconds")
          answers.push(yield* mayBegin(0), yield* mayNote)
          return again(instant(yield* now))
        }), 1)
      yield* Effect.replicateEffect(putOne, 2)
      yield* TestClock.adjust("1 second")
      const ending = yield* Effect.fork(Fiber.interrupt(worker))
      yield* TestClock.adjust("8 seconds")
      assert.isNull(ending.unsafePoll(), "it waits for what it has begun")
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(ending)
      assert.deepStrictEqual(answers, [true, false, false])
      assert.strictEqual((yield* depth("mail")).due, 2)
    }))

  jobTest("looks by itself if the queue's bell is broken", () =>
    Effect.gen(function*() {
      let begun = 0
      yield* working(() => Effect.as(Effect.sync(() => begun++), done)).pipe(altered(() => ({ bell: Effect.die("a bug") })))
      yield* TestClock.adjust("1 second")
      yield* putOne
      yield* TestClock.adjust("1 second")
      assert.strictEqual(begun, 1)
    }))

  jobTest("has room again after a job that threw while logging throws too, and gets that job again when its lease ends", () =>
    Effect.gen(function*() {
      const at: Array<number> = []
      const breaking = Logger.add(Logger.make(() => {
        throw new Error("no log")
      }))
      const broken = yield* putOne
      yield* working(({ id }) =>
        Effect.flatMap(now, (is) => {
          if (id === broken) at.push(is)
          return id === broken ? Effect.die("a bug") : Effect.succeed(done)
        }), 1).pipe(Effect.provide(breaking))
      yield* TestClock.adjust("1 second")
      yield* putOne
      yield* TestClock.adjust("40 seconds")
      // It breaks once more without being logged, and comes again as a broken job does.
      assert.deepStrictEqual(at, [0, 30_000, 35_000, 40_000])
      const { depth } = yield* Queue
      assert.strictEqual((yield* depth("mail")).due, 0)
    }))

  jobTest("tries to finish a job in the queue until the queue answers", () =>
    Effect.gen(function*() {
      const { depth } = yield* Queue
      let tries = 0
      yield* working(() => Effect.succeed(done)).pipe(altered((queue) => ({
        done: (job) => Effect.suspend(() => (++tries < 20 ? new StorageUnavailable() : queue.done(job))),
      })))
      yield* putOne
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(tries, 20)
      assert.strictEqual((yield* depth("mail")).due, 0)
    }))
})
