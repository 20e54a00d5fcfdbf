import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, type Layer } from "effect"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { makeUuid7 } from "../../core/identifiers/uuid7.ts"
import { fanOutJob, mailJob, textOfName, webhookJob } from "../../core/jobs/Job.ts"
import { NamedJobs } from "../../core/ports/NamedJobs.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { later } from "../support/shiftedClock.ts"

const newId = makeUuid7((length) => crypto.getRandomValues(new Uint8Array(length)))
const anId = (): string => newId(instant(Date.now()))
const company = organizationId(anId())
const minute = 60_000

/** How a tick that comes every minute looks for jobs. */
const look = { aheadMillis: minute, graceMillis: minute, limit: 10 }

/** What NamedJobs promises beside the Queue (core/ports/NamedJobs.ts). */
export const namedJobsContract = (name: string, layer: Layer.Layer<Queue | NamedJobs>): void => {
  const test = (
    title: string,
    run: (named: NamedJobs["Type"], queue: Queue["Type"], now: Instant) => Effect.Effect<void, unknown>,
  ) =>
    it.scopedLive(title, () =>
      Effect.gen(function*() {
        yield* run(yield* NamedJobs, yield* Queue, instant(yield* Clock.currentTimeMillis))
      }).pipe(Effect.provide(layer)))

  describe(`NamedJobs: ${name}`, () => {
    test("takes those that are due and free, and reports the free ones that are not due yet", (named, queue, now) =>
      Effect.gen(function*() {
        const due = mailJob(company, anId(), instant(now - 5_000))
        const ahead = webhookJob(company, anId(), instant(now + minute))
        const held = fanOutJob(company, now)
        const gone = mailJob(company, anId(), now)
        yield* queue.put([due, ahead, held, mailJob(company, anId(), now)])
        yield* queue.take("fanOut", 1, minute)
        const { free, taken } = yield* named.take([due, ahead, held, gone, due], minute)
        assert.deepStrictEqual(taken.map(textOfName), [textOfName(due)])
        assert.deepInclude(taken[0], due)
        assert.deepStrictEqual(free, [ahead])
        assert.deepStrictEqual(yield* queue.extend(taken.map(({ lease }) => lease), minute), new Set(taken.map(({ lease }) => lease)))
        assert.deepStrictEqual(yield* named.take([due], minute), { taken: [], free: [] })
        assert.deepStrictEqual(yield* named.take([], minute), { taken: [], free: [] })
      }))

    test("takes a job again once its lease has ended", (named, queue, now) =>
      Effect.gen(function*() {
        const job = mailJob(company, anId(), now)
        yield* queue.put([job])
        const [lost = assert.fail("nothing taken")] = (yield* named.take([job], 20)).taken
        yield* Effect.sleep(40)
        const [found = assert.fail("not taken again")] = (yield* named.take([job], minute)).taken
        assert.isNull(yield* named.done(lost))
        assert.isNull(yield* named.putBack(lost, now))
        assert.notStrictEqual(found.lease, lost.lease)
      }))

    test("answers when a job is due next as it is finished or put back", (named, queue, now) =>
      Effect.gen(function*() {
        const job = mailJob(company, anId(), now)
        const take = Effect.map(named.take([job], minute), ({ taken: [one = assert.fail("nothing taken")] }) => one)
        yield* queue.put([job])
        const first = yield* take
        yield* queue.put([mailJob(company, job.id, instant(now + 7))])
        yield* queue.put([mailJob(company, job.id, instant(now + 8))])
        assert.strictEqual(yield* named.done(first), now + 7)
        yield* Effect.sleep(10)
        assert.strictEqual(yield* named.putBack(yield* take, instant(now + 9)), now + 9)
        yield* Effect.sleep(10)
        const third = yield* take
        yield* queue.put([mailJob(company, job.id, instant(now + 11))])
        assert.strictEqual(yield* named.putBack(third, instant(now + minute)), now + 11)
        yield* Effect.sleep(10)
        assert.isNull(yield* named.done(yield* take))
      }))

    test("lists what falls due soon and what was missed, but nothing that is held or has only just fallen due", (named, queue, now) =>
      Effect.gen(function*() {
        const missed = mailJob(company, anId(), instant(now - 2 * minute))
        const fresh = mailJob(company, anId(), now)
        const soon = webhookJob(company, anId(), instant(now + minute / 2))
        const far = mailJob(company, anId(), instant(now + 10 * minute))
        yield* queue.put([missed, fresh, soon, far, fanOutJob(company, instant(now - 5 * minute))])
        yield* queue.take("fanOut", 1, minute)
        assert.sameDeepMembers([...(yield* named.untold(look))], [missed, soon])
        assert.lengthOf(yield* named.untold({ ...look, limit: 1 }), 2, "one of each kind")
        assert.deepStrictEqual(yield* named.untold({ ...look, aheadMillis: 0, limit: 0 }), [])
      }))

    test("lists a job that was announced again once it has waited twice as long", (named, queue, now) =>
      Effect.gen(function*() {
        const job = mailJob(company, anId(), instant(now - 3 * minute))
        yield* queue.put([job])
        yield* named.noteTold([job])
        // Putting it once more changes nothing.
        yield* queue.put([mailJob(company, job.id, now)])
        // It had waited three minutes when it was announced.
        assert.deepStrictEqual(yield* later(2.9 * minute)(named.untold(look)), [])
        assert.deepStrictEqual(yield* later(3.1 * minute)(named.untold(look)), [job])
        yield* later(3.1 * minute)(named.noteTold([job]))
        assert.deepStrictEqual(yield* later(9 * minute)(named.untold(look)), [])
        assert.deepStrictEqual(yield* later(9.3 * minute)(named.untold(look)), [job])
      }))

    test("lists a job that was announced at once again after the grace period, and others in the meantime", (named, queue, now) =>
      Effect.gen(function*() {
        const [first, second] = [3, 2].map((minutes) => mailJob(company, anId(), instant(now - minutes * minute)))
        if (first === undefined || second === undefined) return assert.fail("no jobs")
        yield* queue.put([first])
        yield* later(-2.5 * minute)(named.noteTold([first]))
        assert.deepStrictEqual(yield* later(-1.7 * minute)(named.untold(look)), [])
        assert.deepStrictEqual(yield* later(-1.4 * minute)(named.untold(look)), [first])
        yield* named.noteTold([first])
        yield* queue.put([second])
        assert.deepStrictEqual(yield* named.untold({ ...look, limit: 1 }), [second])
      }))

    test("counts from the due time for a job announced before it was due, and starts over when it is due again", (named, queue, now) =>
      Effect.gen(function*() {
        const job = mailJob(company, anId(), instant(now + minute / 2))
        yield* queue.put([job])
        assert.deepStrictEqual(yield* named.untold(look), [job])
        yield* named.noteTold([job])
        assert.deepStrictEqual(yield* named.untold(look), [])
        assert.deepStrictEqual(yield* later(minute)(named.untold(look)), [])
        assert.deepStrictEqual(yield* later(1.6 * minute)(named.untold(look)), [job])
        const again = instant(now + 2 * minute)
        const { taken: [held = assert.fail("nothing taken")] } = yield* later(minute)(named.take([job], minute))
        yield* named.putBack(held, again)
        assert.deepStrictEqual(yield* later(1.2 * minute)(named.untold(look)), [{ ...job, due: again }])
      }))

    test("lists a job in its time that was announced under a clock that was far ahead", (named, queue, now) =>
      Effect.gen(function*() {
        const job = mailJob(company, anId(), instant(now + 10 * minute))
        yield* queue.put([job])
        assert.deepStrictEqual(yield* later(24 * 60 * minute)(named.untold(look)), [job], "it seems to be missed")
        yield* later(24 * 60 * minute)(named.noteTold([job]))
        assert.deepStrictEqual(yield* later(9.5 * minute)(named.untold(look)), [job])
        yield* later(9.5 * minute)(named.noteTold([job]))
        assert.deepStrictEqual(yield* later(10.5 * minute)(named.untold(look)), [])
      }))

    test("lists a job again that was done and put back while it was announced for an earlier time", (named, queue, now) =>
      Effect.gen(function*() {
        const job = mailJob(company, anId(), instant(now + minute / 2))
        yield* queue.put([job])
        assert.deepStrictEqual(yield* named.untold(look), [job])
        yield* queue.put([mailJob(company, job.id, now)])
        const { taken: [held = assert.fail("nothing taken")] } = yield* named.take([job], minute)
        const again = instant(now + 20 * minute)
        yield* named.putBack(held, again)
        yield* named.noteTold([job])
        assert.deepStrictEqual(yield* later(19.5 * minute)(named.untold(look)), [{ ...job, due: again }])
      }))
  })
}
