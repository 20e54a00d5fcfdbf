import { Effect } from "effect"
import { instant } from "../../../core/calendar/instant.ts"
import type { Job } from "../../../core/jobs/Job.ts"
import type { LeasedJob } from "../../../core/ports/Queue.ts"
import type { Stores } from "../../webhooks/simulation/World.ts"
import type { Auditor } from "../auditor/Auditor.ts"
import { type DueTimes, nameOf } from "./DueTimes.ts"

/** A leased job. */
interface Held {
  readonly job: LeasedJob
  /** When the lease ends, by the clock of whoever took the job. */
  readonly until: number
  /** When it is due, if it was put again meanwhile. */
  readonly again: number | undefined
}

/** The same stores, but the auditor sees commits, due times are noted, and a job that is leased twice at once is a problem. */
export const watched = ({ queue, storage }: Stores, auditor: Auditor, dues: DueTimes): Stores => {
  const held = new Map<string, Held>()
  /** When the jobs that nobody has leased are due, by their name. */
  const free = new Map<string, number>()
  const hold = (one: Held) => {
    held.set(nameOf(one.job), one)
    free.delete(nameOf(one.job))
    dues.lease(one.job, one.until)
  }
  const put = (job: Job) => {
    const name = nameOf(job)
    const present = held.get(name)
    if (present !== undefined) {
      held.set(name, { ...present, again: Math.min(job.due, present.again ?? present.until) })
      return
    }
    const due = Math.min(job.due, free.get(name) ?? job.due)
    free.set(name, due)
    dues.put(job, due)
  }
  const giveBack = (job: LeasedJob, due: number) => {
    const present = held.get(nameOf(job))
    if (present?.job.lease !== job.lease) return
    held.delete(nameOf(job))
    dues.done(job)
    const again = Math.min(due, present.again ?? Infinity)
    if (again < Infinity) put({ ...job, due: instant(again) })
  }
  const now = Effect.map(Effect.clock, (clock) => clock.unsafeCurrentTimeMillis())
  return {
    storage: {
      ...storage,
      transact: (opening, body) =>
        storage.transact(opening, (rows, load) => {
          auditor.begins()
          return Effect.tap(body(rows, load), ({ changes, jobs = [] }) =>
            Effect.sync(() => {
              auditor.commit(changes)
              jobs.forEach(put)
            }))
        }).pipe(Effect.tap(() => Effect.sync(() => auditor.applied()))),
    },
    queue: {
      ...queue,
      take: (kind, limit, millis) =>
        Effect.zipWith(now, queue.take(kind, limit, millis), (at, jobs) => {
          for (const job of jobs) {
            const isHeld = (held.get(nameOf(job))?.until ?? at) > at
            if (isHeld) auditor.problem(`a ${kind} job was taken out of another worker's hands`)
            hold({ job, until: at + millis, again: undefined })
          }
          return jobs
        }),
      extend: (leases, millis) =>
        Effect.zipWith(now, queue.extend(leases, millis), (at, standing) => {
          for (const one of held.values()) if (standing.has(one.job.lease)) hold({ ...one, until: at + millis })
          return standing
        }),
      putBack: (job, due) =>
        Effect.zipLeft(queue.putBack(job, due), Effect.sync(() => giveBack(job, due))),
      done: (job) => Effect.zipLeft(queue.done(job), Effect.sync(() => giveBack(job, Infinity))),
    },
  }
}
