import type { Job, JobKind } from "../../../core/jobs/Job.ts"

/** Longest time between two looks at what is due and was not taken. */
const lookMillis = 1_000

interface Waiting {
  readonly kind: JobKind
  /** When it can be taken, by the clock of whoever takes it: it is due, and no lease of it stands. */
  readonly from: number
}

/** When jobs can be taken, as was seen from outside of the queue: so nobody has to look all the time. */
export class DueTimes {
  private readonly jobs = new Map<string, Waiting>()
  /** Kinds that were looked at a moment ago, and until when they are left alone. */
  private readonly looked = new Map<JobKind, number>()

  /** A job was put, or given back: a bell rings. */
  put(job: Job, from: number): void {
    this.jobs.set(nameOf(job), { kind: job.kind, from })
    this.looked.delete(job.kind)
  }

  /** A job is in somebody's hands until then. */
  lease(job: Job, until: number): void {
    this.jobs.set(nameOf(job), { kind: job.kind, from: Math.max(job.due, until + 1) })
  }

  done(job: Job): void {
    this.jobs.delete(nameOf(job))
  }

  /** Everybody looks anew. */
  ring(): void {
    this.looked.clear()
  }

  /** The kinds of which a process finds something at that time by its clock; it is then at it. */
  take(now: number, clock: number): ReadonlyArray<JobKind> {
    const kinds = new Set<JobKind>()
    for (const { from, kind } of this.jobs.values()) {
      if (from <= clock && (this.looked.get(kind) ?? now) <= now) kinds.add(kind)
    }
    for (const kind of kinds) this.looked.set(kind, now + lookMillis)
    return [...kinds]
  }

  /** When something can be taken by a clock that is so far ahead; infinity without any. */
  next(ahead: number): number {
    let next = Infinity
    for (const { from, kind } of this.jobs.values()) next = Math.min(next, Math.max(from - ahead, this.looked.get(kind) ?? 0))
    return next
  }
}

/** There is one job of a kind and id. */
export const nameOf = ({ id, kind, organizationId }: Job): string => `${kind} ${organizationId} ${id}`
