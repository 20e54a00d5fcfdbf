import { Clock, Effect } from "effect"
import { NamedJobs } from "../ports/NamedJobs.ts"
import type { LeasedJob, Queue } from "../ports/Queue.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import type { Work, Works } from "./HeldJob.ts"
import { type JobKind, jobKinds, type JobName, textOfName } from "./Job.ts"
import { leaseMillis } from "./leases.ts"
import { leastMillis, type RoundBounds, roundOf } from "./round.ts"
import { untilDeadline } from "./untilDeadline.ts"

/** A job that is due within this time, or is just being written, is waited for: clocks differ, and commits come to an end. */
export const soonMillis = 2_000

/** A name whose job was not taken yet. `until` says how long to wait for it; it is undefined before the first look. */
interface Untaken {
  readonly name: JobName
  readonly until?: number
}

/**
 * Does the jobs with these names, as far as they are due and in nobody's hands; the others need no care. It is for processes
 * that are told what to do and then end, such as functions. It ends by its deadline, interrupting what is not done, and never
 * fails. Answers the names that somebody must be told of again, because time was up or the storage did not answer.
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

/**
 * Does jobs of one kind. Calls `served` with each name that needs no care any more. Takes none where there is not even time
 * to begin one: put back, it would be due at once, and be named again without end.
 */
const workKind = <E, R>(
  of: Work<E, R>,
  names: ReadonlyArray<JobName>,
  bounds: RoundBounds,
  served: (name: JobName) => void,
): Effect.Effect<unknown, never, R | Queue | NamedJobs> =>
  Effect.gen(function*() {
    if (names.length === 0) return
    const { beginMillis = 0, kind } = of
    if (bounds.deadline - (yield* Clock.currentTimeMillis) < beginMillis) {
      return yield* Effect.logWarning("too little time to begin jobs", { kind, beginMillis })
    }
    const named = yield* NamedJobs
    const untaken: Array<Untaken> = names.map((name) => ({ name }))

    const take = (limit: number): Effect.Effect<ReadonlyArray<LeasedJob>, StorageUnavailable> =>
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
        // Names that did not fit into `limit` have not been looked for at all: go on with them. The others wait for a pause.
        const looksOn = taken.length === 0 && untaken.some(({ until }) => until === undefined)
        return looksOn ? yield* take(limit) : taken
      })

    yield* roundOf(of, { ...bounds, leastMillis }, { take, givenBack: served, isAwaited: () => untaken.length > 0 })
  })
