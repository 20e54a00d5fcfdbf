import { type Instant, instant } from "../../core/calendar/instant.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { type Job, type JobKind, jobKinds, type JobName, textOfName } from "../../core/jobs/Job.ts"
import type { NamedTaking, Untold } from "../../core/ports/NamedJobs.ts"
import type { LeasedJob, QueueDepth } from "../../core/ports/Queue.ts"

/** A job, and the lease that a worker has on it. */
interface Entry {
  readonly job: Job
  readonly lease: string | null
  /** When the lease ends; 0 without one. */
  readonly leasedUntil: number
  /** Whether it was put since it was taken. */
  readonly putAgain: boolean
  /** The later of two times: when its name was last sent to a queue, and when it was due then; null: never sent. */
  readonly told: number | null
}

/** The jobs of the memory adapter, each under its name. Rules: core/ports/Queue.ts and NamedJobs.ts. */
export class JobList {
  private readonly entries = new Map<string, Entry>()
  private leases = 0

  put(jobs: ReadonlyArray<Job>): void {
    for (const job of jobs) {
      const present = this.entries.get(textOfName(job))
      if (present === undefined) {
        this.entries.set(textOfName(job), { job, ...free, told: null })
        continue
      }
      const isHeld = present.lease !== null
      const known = isHeld && !present.putAgain ? present.leasedUntil : present.job.due
      const due = instant(Math.min(known, job.due))
      this.entries.set(textOfName(job), { ...present, job: { ...job, due }, putAgain: isHeld })
    }
  }

  take(
    kind: JobKind,
    limit: number,
    leaseMillis: number,
    now: Instant,
    but: ReadonlyArray<OrganizationId> = [],
  ): ReadonlyArray<LeasedJob> {
    return this.ready(kind, now).filter(({ job }) => !but.includes(job.organizationId)).slice(0, limit)
      .map((entry) => this.lease(entry, now + leaseMillis))
  }

  takeNamed(names: ReadonlyArray<JobName>, leaseMillis: number, now: Instant): NamedTaking {
    const known = [...new Set(names.map(textOfName))].flatMap((name) => this.entries.get(name) ?? [])
      .filter((entry) => isFree(entry, now))
    const isDue = ({ job }: Entry): boolean => job.due <= now
    return {
      taken: known.filter(isDue).map((entry) => this.lease(entry, now + leaseMillis)),
      free: known.filter((entry) => !isDue(entry)).map(({ job }) => job),
    }
  }

  untold({ aheadMillis, graceMillis, limit }: Untold, now: Instant): ReadonlyArray<Job> {
    const isUntold = (entry: Entry): boolean => {
      const ready = readyAt(entry)
      const isMissed = ready > now || ready <= now - graceMillis
      const { told } = entry
      const isDue = told === null || told < ready || now - told >= Math.max(graceMillis, told - ready)
        || told > Math.max(ready, now + graceMillis)
      return isFree(entry, now) && isMissed && isDue
    }
    return jobKinds.flatMap((kind) => this.ready(kind, instant(now + aheadMillis)).filter(isUntold).slice(0, limit))
      .map(({ job }) => job)
  }

  noteTold(jobs: ReadonlyArray<Job>, now: Instant): void {
    for (const job of jobs) {
      const entry = this.entries.get(textOfName(job))
      if (entry === undefined) continue
      this.entries.set(textOfName(job), { ...entry, told: Math.max(now, Math.min(job.due, readyAt(entry))) })
    }
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

  done(job: LeasedJob): Instant | null {
    const entry = this.held(job)
    if (entry === undefined) return null
    if (!entry.putAgain) {
      this.entries.delete(textOfName(job))
      return null
    }
    this.entries.set(textOfName(job), { ...entry, ...free })
    return entry.job.due
  }

  putBack(job: LeasedJob, due: Instant): Instant | null {
    const entry = this.held(job)
    if (entry === undefined) return null
    const earlier = entry.putAgain && entry.job.due < due ? entry.job.due : due
    this.entries.set(textOfName(job), { ...entry, job: { ...entry.job, due: earlier }, ...free })
    return earlier
  }

  recall(kinds: ReadonlyArray<JobKind>, far: Instant, now: Instant): void {
    for (const [name, entry] of this.entries) {
      const { job, leasedUntil } = entry
      const isFar = leasedUntil > far || (kinds.includes(job.kind) && job.due > far)
      if (isFar) this.entries.set(name, { ...entry, job: { ...job, due: instant(Math.min(job.due, now)) }, ...free })
    }
  }

  depth(kind: JobKind, now: Instant): QueueDepth {
    const ready = this.ready(kind, now)
    const [oldest] = ready.map(({ job }) => job.due).sort((a, b) => a - b)
    return { due: ready.length, oldestDue: oldest ?? null }
  }

  private lease(entry: Entry, leasedUntil: number): LeasedJob {
    const lease = String(++this.leases)
    this.entries.set(textOfName(entry.job), { ...entry, lease, leasedUntil, putAgain: false })
    return { ...entry.job, lease }
  }

  private held({ lease, ...job }: LeasedJob): Entry | undefined {
    const entry = this.entries.get(textOfName(job))
    return entry?.lease === lease ? entry : undefined
  }

  private ready(kind: JobKind, now: Instant): ReadonlyArray<Entry> {
    return [...this.entries.values()].filter((entry) => entry.job.kind === kind && readyAt(entry) <= now)
      .sort((a, b) => readyAt(a) - readyAt(b))
  }
}

const readyAt = ({ job, leasedUntil }: Entry): number => Math.max(job.due, leasedUntil)

const isFree = ({ lease, leasedUntil }: Entry, now: Instant): boolean => lease === null || leasedUntil <= now

const free = { lease: null, leasedUntil: 0, putAgain: false }
