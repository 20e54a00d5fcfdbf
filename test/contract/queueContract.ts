import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, type Layer, type Scope } from "effect"
import * as fc from "fast-check"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key } from "../../core/commit/tables.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { makeUuid7 } from "../../core/identifiers/uuid7.ts"
import { fanOutJob, type Job, type JobKind, mailJob, registryJob, webhookJob } from "../../core/jobs/Job.ts"
import { type LeasedJob, Queue } from "../../core/ports/Queue.ts"
import { Storage, type StorageUnavailable } from "../../core/ports/Storage.ts"

const newId = makeUuid7((length) => crypto.getRandomValues(new Uint8Array(length)))
const anId = (): string => newId(instant(Date.now()))
const company = organizationId(anId())
const now = Effect.map(Clock.currentTimeMillis, instant)
const later = (at: Instant, millis: number): Instant => instant(at + millis)

/** How queues may differ from one another. */
export interface QueueTraits {
  /** Whether whatever is due can be taken at once, in the order in which it fell due. Otherwise it comes soon, in any order. */
  readonly prompt: boolean
  /** After this long a lease of 50 milliseconds or less has certainly ended and the job is handed out again. */
  readonly leaseEndsMillis: number
  /** How many random histories are compared with the model. */
  readonly histories: number
}

const promptQueue: QueueTraits = { prompt: true, leaseEndsMillis: 100, histories: 10 }

/** How long to wait for a queue that is not prompt, and how long to watch that it gives nothing. */
const patienceMillis = 10_000
const quietMillis = 250

/** The queue, with ways to take from it that suit its traits. */
interface ObservedQueue {
  readonly queue: Queue["Type"]
  /** Takes that many jobs, or as many as there are. */
  readonly take: (kind: JobKind, count: number, leaseMillis: number) => Effect.Effect<ReadonlyArray<LeasedJob>, StorageUnavailable>
  /** Takes whatever there is. */
  readonly takeMore: (kind: JobKind) => Effect.Effect<ReadonlyArray<LeasedJob>, StorageUnavailable>
}

const observed = (queue: Queue["Type"], { prompt }: QueueTraits): ObservedQueue => {
  const takeUntil = (kind: JobKind, count: number, leaseMillis: number, waitMillis: number) =>
    Effect.gen(function*() {
      const taken: Array<LeasedJob> = []
      for (const end = (yield* now) + waitMillis; taken.length < count;) {
        taken.push(...(yield* queue.take(kind, count - taken.length, leaseMillis)))
        if (prompt || (yield* now) > end) break
        yield* Effect.sleep(5)
      }
      return taken
    })
  return {
    queue,
    take: (kind, count, leaseMillis) => takeUntil(kind, count, leaseMillis, patienceMillis),
    takeMore: (kind) => takeUntil(kind, 100, 1_000, quietMillis),
  }
}

/** What a Queue and the Storage beside it promise (core/ports/Queue.ts), whichever adapter keeps the jobs. */
export const queueContract = (
  name: string,
  layer: Layer.Layer<Queue | Storage>,
  traits: QueueTraits = promptQueue,
): void => {
  const test = (title: string, run: (tested: ObservedQueue, storage: Storage["Type"]) => Effect.Effect<void, unknown, Scope.Scope>) =>
    it.scopedLive(title, () =>
      Effect.flatMap(Effect.all([Queue, Storage]), ([queue, storage]) => run(observed(queue, traits), storage)).pipe(
        Effect.provide(layer),
      ))
  const inAnyOrder = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => (traits.prompt ? values : values.toSorted())

  describe(`Queue: ${name}`, () => {
    test("hands out what is due, in the order in which it fell due, and nothing else", ({ queue, take, takeMore }) =>
      Effect.gen(function*() {
        const at = yield* now
        const jobs = [3, 1, 2].map((n) => mailJob(company, anId(), later(at, -n * 1_000)))
        yield* queue.put([...jobs, mailJob(company, anId(), later(at, 60_000)), webhookJob(company, anId(), at)])
        const taken = [...(yield* take("mail", 2, 30_000)), ...(yield* take("mail", 1, 30_000))]
        assert.deepStrictEqual(inAnyOrder(dues(taken)), [at - 3_000, at - 2_000, at - 1_000])
        assert.deepStrictEqual(yield* takeMore("mail"), [])
        assert.lengthOf(yield* take("webhook", 1, 1_000), 1)
      }))

    if (traits.prompt) test("hands out what is due of other companies, where some are passed over", ({ queue }) =>
      Effect.gen(function*() {
        const at = yield* now
        const [other, third] = [organizationId(anId()), organizationId(anId())]
        const jobs = [company, other, company, third].map((of, n) => mailJob(of, anId(), later(at, n - 10)))
        yield* queue.put(jobs)
        const others = yield* queue.take("mail", 9, 30_000, [company])
        assert.deepStrictEqual(others.map(({ organizationId }) => organizationId), [other, third])
      }))

    test("keeps one job of a kind and id, due at the earliest time it was ever put for", ({ queue, take, takeMore }) =>
      Effect.gen(function*() {
        const at = yield* now
        const id = anId()
        yield* queue.put([webhookJob(company, id, later(at, -10))])
        yield* queue.put([webhookJob(company, id, later(at, 60_000))])
        yield* queue.put([webhookJob(company, id, later(at, -20)), mailJob(company, id, at)])
        assert.deepStrictEqual(dues(yield* take("webhook", 1, 30_000)), [at - 20])
        assert.deepStrictEqual(yield* takeMore("webhook"), [])
        assert.lengthOf(yield* take("mail", 1, 1_000), 1)
      }))

    test("forgets what is done", ({ queue, take, takeMore }) =>
      Effect.gen(function*() {
        yield* queue.put([fanOutJob(company, yield* now)])
        const [job = assert.fail("nothing taken")] = yield* take("fanOut", 1, 20)
        assert.deepInclude(job, { kind: "fanOut", organizationId: company, id: company })
        yield* queue.done(job)
        yield* Effect.sleep(traits.leaseEndsMillis)
        assert.deepStrictEqual(yield* takeMore("fanOut"), [])
      }))

    test("does not lose a job that is put again while it is held", ({ queue, take, takeMore }) =>
      Effect.gen(function*() {
        const at = yield* now
        yield* queue.put([fanOutJob(company, at)])
        const [first = assert.fail("nothing taken")] = yield* take("fanOut", 1, 60_000)
        yield* queue.put([fanOutJob(company, later(at, 1))])
        assert.deepStrictEqual(yield* takeMore("fanOut"), [])
        yield* queue.done(first)
        yield* Effect.sleep(5)
        const [second = assert.fail("lost")] = yield* take("fanOut", 1, 60_000)
        assert.strictEqual(second.due, at + 1)
        yield* queue.done(first)
        yield* queue.done(second)
        yield* queue.put([fanOutJob(company, at)])
        assert.lengthOf(yield* take("fanOut", 1, 60_000), 1)
      }))

    test("has a job due again when it was put back for, or earlier if it was put again meanwhile", ({ queue, take, takeMore }) =>
      Effect.gen(function*() {
        const at = yield* now
        const [one, other] = [anId(), anId()]
        yield* queue.put([mailJob(company, one, at), mailJob(company, other, at)])
        for (const job of yield* take("mail", 2, 60_000)) {
          if (job.id === other) yield* queue.put([mailJob(company, other, at)])
          yield* queue.putBack(job, later(at, 60_000))
        }
        assert.deepStrictEqual((yield* take("mail", 1, 60_000)).map(({ id }) => id), [other])
        assert.deepStrictEqual(yield* takeMore("mail"), [])
      }))

    test("recalls what is due or leased far ahead, of other kinds only what is leased", ({ queue, take }) =>
      Effect.gen(function*() {
        if (queue.recall === undefined || !traits.prompt) return
        const at = yield* now
        const far = later(at, 2 * 86_400_000)
        const beyond = later(far, 60_000)
        yield* queue.put([mailJob(company, anId(), beyond), mailJob(company, anId(), later(far, -60_000))])
        yield* queue.put([webhookJob(company, anId(), beyond), registryJob(company, at), fanOutJob(company, at)])
        const [lost = assert.fail("nothing taken")] = yield* take("registry", 1, 3 * 86_400_000)
        const [held = assert.fail("nothing taken")] = yield* take("fanOut", 1, 60_000)
        yield* queue.recall(["mail", "fanOut"], far)
        const due = (kind: JobKind) => Effect.map(queue.depth(kind), (depth) => depth.due)
        assert.deepStrictEqual(yield* Effect.forEach(["mail", "webhook", "registry", "fanOut"] as const, due), [1, 0, 1, 0])
        assert.deepStrictEqual(yield* queue.extend([lost.lease, held.lease], 60_000), new Set([held.lease]))
      }))

    test("makes a job that is put again and again wait its turn", ({ queue, take }) =>
      Effect.gen(function*() {
        const at = yield* now
        const busy = anId()
        yield* queue.put([webhookJob(company, busy, later(at, -10_000))])
        const [job = assert.fail("nothing taken")] = yield* take("webhook", 1, 60_000)
        const other = anId()
        yield* queue.put([webhookJob(company, other, later(at, -1_000))])
        yield* queue.put([webhookJob(company, busy, at)])
        yield* queue.putBack(job, at)
        const taken = (yield* take("webhook", 2, 60_000)).map(({ id }) => id)
        if (traits.prompt) assert.deepStrictEqual(taken, [other, busy])
        else assert.sameMembers(taken, [other, busy])
      }))

    test("hands a job out again when its lease has ended, even if it was put for later meanwhile", ({ queue, take, takeMore }) =>
      Effect.gen(function*() {
        const at = yield* now
        yield* queue.put([fanOutJob(company, at)])
        assert.lengthOf(yield* take("fanOut", 1, 20), 1)
        yield* queue.put([fanOutJob(company, later(at, 60_000))])
        yield* Effect.sleep(traits.leaseEndsMillis)
        const [again = assert.fail("not handed out again")] = yield* take("fanOut", 1, 60_000)
        // This also settles the put from before the job was taken again.
        yield* queue.done(again)
        assert.deepStrictEqual(yield* takeMore("fanOut"), [])
      }))

    test("hands a job out again when its lease has ended, and ignores its former holder from then on", ({ queue, take, takeMore }) =>
      Effect.gen(function*() {
        yield* queue.put([fanOutJob(company, yield* now)])
        const [lost = assert.fail("nothing taken")] = yield* take("fanOut", 1, 20)
        yield* Effect.sleep(traits.leaseEndsMillis)
        const [found = assert.fail("not handed out again")] = yield* take("fanOut", 1, 60_000)
        assert.notStrictEqual(found.lease, lost.lease)
        assert.deepStrictEqual(yield* queue.extend([lost.lease, found.lease], 60_000), new Set([found.lease]))
        yield* queue.putBack(lost, yield* now)
        assert.deepStrictEqual(yield* takeMore("fanOut"), [])
        yield* queue.done(lost)
        assert.deepStrictEqual(yield* queue.extend([found.lease], 60_000), new Set([found.lease]))
        yield* queue.done(found)
      }))

    test("extends a lease", ({ queue, take, takeMore }) =>
      Effect.gen(function*() {
        yield* queue.put([fanOutJob(company, yield* now)])
        const [job = assert.fail("nothing taken")] = yield* take("fanOut", 1, 50)
        assert.deepStrictEqual(yield* queue.extend([job.lease], 60_000), new Set([job.lease]))
        yield* Effect.sleep(traits.leaseEndsMillis)
        assert.deepStrictEqual(yield* takeMore("fanOut"), [])
        assert.deepStrictEqual(yield* queue.extend([], 50), new Set())
        // Counted from now, even if the lease would have lasted longer.
        assert.deepStrictEqual(yield* queue.extend([job.lease], 20), new Set([job.lease]))
        yield* Effect.sleep(traits.leaseEndsMillis)
        if (traits.prompt) assert.lengthOf(yield* take("fanOut", 1, 1_000), 1)
      }))

    test("gives a job to only one of many takers", ({ queue, take, takeMore }) =>
      Effect.gen(function*() {
        const at = yield* now
        const ids = Array.from({ length: 60 }, anId)
        yield* queue.put(ids.map((id) => mailJob(company, id, at)))
        const taken = yield* Effect.all(Array.from({ length: 6 }, () => take("mail", 7, 60_000)), {
          concurrency: "unbounded",
        })
        // Takers at the same moment skip each other's rows; the rest is found by looking again.
        const rest = yield* take("mail", 60 - taken.flat().length, 60_000)
        assert.sameMembers([...taken.flat(), ...rest].map(({ id }) => id), ids)
        assert.deepStrictEqual(yield* takeMore("mail"), [])
      }))

    test("takes the jobs of a commit together with it, and rings the bell", ({ queue, take, takeMore }, storage) =>
      Effect.gen(function*() {
        const rung = yield* queue.bell
        const at = yield* now
        const put = (job: Job, fails: boolean) =>
          storage.transact({ organizationIds: [company], keys: [key("head", company, company)] }, () => {
            const snapshot = new Snapshot()
            snapshot.putJob(job)
            return fails ? Effect.fail("refused") : Effect.succeed({ changes: snapshot.changes(), jobs: snapshot.jobsPut(), value: undefined })
          })
        yield* Effect.flip(put(mailJob(company, anId(), at), true))
        assert.deepStrictEqual(yield* takeMore("mail"), [])
        const id = anId()
        yield* put(mailJob(company, id, at), false)
        yield* Effect.timeout(rung, "5 seconds")
        assert.deepStrictEqual((yield* take("mail", 1, 1_000)).map((job) => job.id), [id])
      }))

    test("tells how many jobs wait, and since when", ({ queue, take }) =>
      Effect.gen(function*() {
        const at = yield* now
        assert.deepStrictEqual(yield* queue.depth("mail"), { due: 0, oldestDue: null })
        yield* queue.put([-5_000, 0, 60_000].map((millis) => mailJob(company, anId(), later(at, millis))))
        assert.deepStrictEqual(yield* queue.depth("mail"), { due: 2, oldestDue: instant(at - 5_000) })
        yield* take("mail", 1, 1)
        yield* Effect.sleep(traits.leaseEndsMillis)
        assert.deepStrictEqual(yield* queue.depth("mail"), { due: 2, oldestDue: instant(at - 5_000) })
        // The lease of the first has ended, so it comes after the other one.
        const [other = assert.fail("nothing taken")] = yield* take("mail", 1, 60_000)
        const oldestDue = instant(other.due === at ? at - 5_000 : at)
        if (traits.prompt) assert.strictEqual(other.due, at)
        assert.deepStrictEqual(yield* queue.depth("mail"), { due: 1, oldestDue })
      }))

    it.live("has every job held by one taker at most, whatever is done with it", () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(fc.array(step, { maxLength: 40 }), (steps) =>
            Effect.runPromise(Effect.scoped(Effect.provide(walk(steps, traits), layer)))),
          { numRuns: traits.histories },
        )), 60_000)
  })
}

const dues = (jobs: ReadonlyArray<LeasedJob>): ReadonlyArray<number> => jobs.map(({ due }) => due)

type Step = { readonly act: "put" | "take" | "done" | "putBack"; readonly n: number }

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("put", "take", "done", "putBack"),
  n: fc.nat(3),
})

/** Plays the steps and compares them with a model: what is due and free, and what is held. */
const walk = (steps: ReadonlyArray<Step>, traits: QueueTraits) =>
  Effect.gen(function*() {
    const queue = yield* Queue
    const { take, takeMore } = observed(queue, traits)
    const at = yield* now
    const ids = Array.from({ length: 4 }, anId)
    const free = new Set<string>()
    const held = new Map<string, { readonly job: LeasedJob; again: boolean }>()
    for (const { act, n } of steps) {
      const id = ids[n] ?? assert.fail("no id")
      const hand = held.get(id)
      if (act === "put") {
        yield* queue.put([mailJob(company, id, at)])
        if (hand === undefined) free.add(id)
        else hand.again = true
      } else if (act === "take") {
        const taken = yield* traits.prompt ? queue.take("mail", 4, 600_000) : take("mail", free.size, 600_000)
        assert.sameMembers(taken.map((job) => job.id), [...free])
        for (const job of taken) held.set(job.id, { job, again: false })
        free.clear()
      } else if (hand !== undefined) {
        yield* act === "done" ? queue.done(hand.job) : queue.putBack(hand.job, at)
        held.delete(id)
        if (hand.again || act === "putBack") free.add(id)
      }
    }
    yield* take("mail", free.size, 600_000)
    assert.deepStrictEqual(yield* takeMore("mail"), [])
  })
