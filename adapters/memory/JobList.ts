import { type Instant, instant } from "../../core/calendar/instant.ts"
import type { Job, JobKind } from "../../core/jobs/Job.ts"
import type { LeasedJob, QueueDepth } from "../../core/ports/Queue.ts"

/** A job with whose hands it is in. */
interface Entry {
  readonly job: Job
  readonly lease: string | null
  /** When the lease ends; 0 without one. */
  readonly leasedUntil: number
  /** Whether it was put since it was taken. */
  readonly putAgain: boolean
}

/** The jobs of the memory adapter, each under its kind and id. Rules: core/ports/Queue.ts. */
export class JobList {
  private readonly entries = new Map<string, Entry>()
  private leases = 0

  put(jobs: ReadonlyArray<Job>): void {
    for (const job of jobs) {
      const present = this.entries.get(nameOf(job))
      if (present === undefined) {
        this.entries.set(nameOf(job), { job, lease: null, leasedUntil: 0, putAgain: false })
        continue
      }
      const isHeld = present.lease !== null
      const known = isHeld && !present.putAgain ? present.leasedUntil : present.job.due
      const due = instant(Math.min(known, job.due))
      this.entries.set(nameOf(job), { ...present, job: { ...job, due }, putAgain: isHeld })
    }
  }

  take(kind: JobKind, limit: number, leaseMillis: number, now: Instant): ReadonlyArray<LeasedJob> {
    return this.ready(kind, now).slice(0, limit).map(({ job }) => {
      const lease = String(++this.leases)
      this.entries.set(nameOf(job), { job, lease, leasedUntil: now + leaseMillis, putAgain: false })
      return { ...job, lease }
    })
  }

  extend(leases: ReadonlyArray<string>, leaseMillis: number, now: Instant): ReadonlySet<string> {
    const standing = new Set<string>()
    for (const [name, entry] of this.entries) {
      if (entry.lease === null || !leases.includes(entry.lease)) continue
      standing.add(entry.lease)
      this.entries.set(name, { ...entry, leasedUntil: now + leaseMillis })
    }
    return standing
  }

  done(job: LeasedJob): void {
    const entry = this.held(job)
    if (entry?.putAgain) this.entries.set(nameOf(job), { ...entry, ...free })
    else if (entry !== undefined) this.entries.delete(nameOf(job))
  }

  putBack(job: LeasedJob, due: Instant): void {
    const entry = this.held(job)
    if (entry === undefined) return
    const earlier = entry.putAgain && entry.job.due < due ? entry.job.due : due
    this.entries.set(nameOf(job), { job: { ...entry.job, due: earlier }, ...free })
  }

  depth(kind: JobKind, now: Instant): QueueDepth {
    const ready = this.ready(kind, now)
    const [oldest] = ready.map(({ job }) => job.due).sort((a, b) => a - b)
    return { due: ready.length, oldestDue: oldest ?? null }
  }

  private held({ lease, ...job }: LeasedJob): Entry | undefined {
    const entry = this.entries.get(nameOf(job))
    return entry?.lease === lease ? entry : undefined
  }

  private ready(kind: JobKind, now: Instant): ReadonlyArray<Entry> {
    const readyAt = ({ job, leasedUntil }: Entry): number => Math.max(job.due, leasedUntil)
    return [...this.entries.values()].filter((entry) => entry.job.kind === kind && readyAt(entry) <= now)
      .sort((a, b) => readyAt(a) - readyAt(b))
  }
}

const free = { lease: null, leasedUntil: 0, putAgain: false }

const nameOf = ({ id, kind, organizationId }: Job): string => `${kind}/${organizationId}/${id}`
