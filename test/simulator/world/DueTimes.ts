import type { Job, JobKind } from "../../../core/jobs/Job.ts"

/** After looking at what is due, and leaving it, nobody looks again for this long. */
const lookMillis = 1_000

interface Waiting {
  readonly kind: JobKind
  /** When it can be taken, by the clock of whoever takes it: it is due and not leased. */
  readonly from: number
}

/** When jobs can be taken, as seen from outside of the queue, so that nobody has to look all the time. */
export class DueTimes {
  private readonly jobs = new Map<string, Waiting>()
  /** Kinds that were looked at recently, and until when they are left alone. */
  private readonly looked = new Map<JobKind, number>()

  /** A job was put or given back: workers look at its kind again. */
  put(job: Job, from: number): void {
    this.jobs.set(nameOf(job), { kind: job.kind, from })
    this.looked.delete(job.kind)
  }

  /** A job is leased until then. */
  lease(job: Job, until: number): void {
    this.jobs.set(nameOf(job), { kind: job.kind, from: Math.max(job.due, until + 1) })
  }

  done(job: Job): void {
    this.jobs.delete(nameOf(job))
  }

  /** All workers look again. */
  ring(): void {
    this.looked.clear()
  }

  /** The kinds of job that a process can take at that time by its clock; they then count as looked at. */
  take(now: number, clock: number): ReadonlyArray<JobKind> {
    const kinds = new Set<JobKind>()
    for (const { from, kind } of this.jobs.values()) {
      if (from <= clock && (this.looked.get(kind) ?? now) <= now) kinds.add(kind)
    }
    for (const kind of kinds) this.looked.set(kind, now + lookMillis)
    return [...kinds]
  }

  /** When the next job can be taken by a clock that is that far ahead; infinity when there is none. */
  next(ahead: number): number {
    let next = Infinity
    for (const { from, kind } of this.jobs.values()) next = Math.min(next, Math.max(from - ahead, this.looked.get(kind) ?? 0))
    return next
  }
}

/** The key of a job: there is one job per kind, company and id. */
export const nameOf = ({ id, kind, organizationId }: Job): string => `${kind} ${organizationId} ${id}`
