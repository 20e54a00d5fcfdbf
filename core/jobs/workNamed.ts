import { Clock, Effect } from "effect"
import type { Instant } from "../calendar/instant.ts"
import { NamedJobs } from "../ports/NamedJobs.ts"
import type { LeasedJob, Queue } from "../ports/Queue.ts"
import { leaseMillis, makeHands } from "./hands.ts"
import type { Work } from "./HeldJob.ts"
import { type JobKind, jobKinds, type JobName, textOfName } from "./Job.ts"
import { untilDeadline } from "./untilDeadline.ts"

/** How the jobs of each kind are done. */
export type Works<E, R> = { readonly [K in JobKind]: Work<E, R> }

/** What bounds a round of work. */
export interface RoundBounds {
  /** When it has ended, whatever is left. */
  readonly deadline: Instant
  /** Jobs of a kind at once at most, besides the kind's own bound. */
  readonly atOnce: number
}

/** With less time than this no job is taken any more. */
export const leastMillis = 3_000

/** A job that is due so soon, or is just being written, is waited for: clocks differ, and commits end. */
export const soonMillis = 2_000

const soonPauseMillis = 100

/** A name whose job is still to be taken, and until when it is waited for; undefined before the first look. */
interface Untaken {
  readonly name: JobName
  readonly until?: number
}

/**
 * Does the jobs with these names, as far as they are due and in nobody's hands; the others need nobody. For processes
 * that are told what to do and end, such as functions. Answers the names that are to be told of again: the storage did
 * not answer, or time was up. Never fails and ends by its deadline: what is not ended then is interrupted, as if the
 * process had died.
 */
export const workNamed = <E, R>(
  works: Works<E, R>,
  names: ReadonlyArray<JobName>,
  bounds: RoundBounds,
): Effect.Effect<ReadonlyArray<JobName>, never, R | Queue | NamedJobs> =>
  Effect.gen(function*() {
    const left = new Map(names.map((name) => [textOfName(name), name]))
    const ofKind = (kind: JobKind) => [...left.values()].filter((name) => name.kind === kind)
    const round = Effect.forEach(
      jobKinds,
      (kind) => workKind(works[kind], ofKind(kind), bounds, (name) => left.delete(textOfName(name))),
      { concurrency: "unbounded", discard: true },
    )
    const ended = yield* untilDeadline(round, bounds.deadline)
    if (!ended) yield* Effect.logWarning("time is up before all jobs were done", { left: left.size })
    return [...left.values()]
  })

/** Does jobs of one kind; `served` is told which names need nobody any more. */
const workKind = <E, R>(
  of: Work<E, R>,
  names: ReadonlyArray<JobName>,
  { atOnce, deadline }: RoundBounds,
  served: (name: JobName) => void,
): Effect.Effect<void, never, R | Queue | NamedJobs> =>
  Effect.scoped(Effect.gen(function*() {
    if (names.length === 0) return
    const named = yield* NamedJobs
    const untaken: Array<Untaken> = names.map((name) => ({ name }))

    /** They stay among those that are told of again. */
    const leaveTheRest = (): void => void untaken.splice(0)

    const take = (limit: number) =>
      Effect.gen(function*() {
        const asked = untaken.splice(0, limit)
        if (asked.length === 0) return []
        const { free, taken } = yield* named.take(asked.map(({ name }) => name), leaseMillis)
        const at = yield* Clock.currentTimeMillis
        const isTaken = new Set(taken.map(textOfName))
        const soon = new Set(free.filter(({ due }) => due <= at + soonMillis).map(textOfName))
        for (const { name, until = at + soonMillis } of asked) {
          if (isTaken.has(textOfName(name))) continue
          if (!soon.has(textOfName(name))) served(name)
          else if (at < until) untaken.push({ name, until })
        }
        return taken
      })

    const givenBack = (job: LeasedJob): void => served(job)
    const hands = yield* makeHands({ ...of, atOnce: Math.min(of.atOnce, atOnce) }, { take, givenBack, deadline })
    const takeSome = Effect.gen(function*() {
      const isLate = deadline - (yield* Clock.currentTimeMillis) < leastMillis
      if (isLate) leaveTheRest()
      return yield* hands.takeSome
    }).pipe(Effect.catchAll(() =>
      Effect.sync(() => {
        leaveTheRest()
        return 0
      })))

    yield* Effect.gen(function*() {
      for (;;) {
        const taken = yield* takeSome
        const areEmpty = yield* hands.areEmpty
        if (areEmpty && untaken.length === 0) return
        // Names beyond the room in hand were not looked for yet; all others are looked for again after a pause.
        const looksOn = areEmpty && untaken.some(({ until }) => until === undefined)
        if (taken === 0 && !looksOn) yield* Effect.race(hands.oneFreed, Effect.sleep(soonPauseMillis))
      }
    }).pipe(Effect.onInterrupt(() => hands.drop))
  }))
