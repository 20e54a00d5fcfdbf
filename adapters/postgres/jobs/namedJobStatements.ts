import { type Instant, instant, isoInstant } from "../../../core/calendar/instant.ts"
import { type Job, jobKinds, type JobName } from "../../../core/jobs/Job.ts"
import type { Untold } from "../../../core/ports/NamedJobs.ts"
import type { Statement } from "../Statement.ts"

/**
 * The jobs `j` with the names in $1, $2, $3, one lookup by the primary key for each name. A plan that was made while the table
 * was empty would use the index job_ready (kind, ready) instead: so the kind is compared in a way that this index cannot
 * answer, and callers do not name `ready`. `condition` is what else holds of the job, and how it is locked.
 */
const eachNamed = (condition: string): string => `FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS n(kind, organization_id, id)
CROSS JOIN LATERAL (
  SELECT ctid, * FROM job
  WHERE job.organization_id = n.organization_id AND job.id = n.id AND n.kind = ANY(ARRAY[job.kind]) ${condition}
) AS j`

const namesIn = (names: ReadonlyArray<JobName>): Array<ReadonlyArray<string>> =>
  [names.map(({ kind }) => kind), names.map(({ organizationId }) => organizationId), names.map(({ id }) => id)]

/**
 * Takes those of the named jobs that are ready, and passes over those that a commit is about to put. Answers the jobs taken,
 * with their leases; and, without a lease, all that were free before, among them once more those taken.
 */
export const takeNamedJobs = (names: ReadonlyArray<JobName>, now: Instant, until: Instant): Statement => ({
  name: "take named jobs",
  text: `WITH taken AS (
  UPDATE job SET lease = gen_random_uuid(), leased_until = $5, put_again = false
  WHERE ctid = ANY(ARRAY(
    SELECT j.ctid ${eachNamed("AND greatest(job.due, job.leased_until) <= $4 FOR UPDATE SKIP LOCKED")}
  ))
  RETURNING kind, organization_id, id, due, lease
)
SELECT * FROM taken
UNION ALL
SELECT j.kind, j.organization_id, j.id, j.due, NULL ${eachNamed("AND (job.lease IS NULL OR job.leased_until <= $4) OFFSET 0")}`,
  values: [...namesIn(names), isoInstant(now), isoInstant(until)],
})

/** Free jobs of which nobody may know, because their message may be lost (core/ports/NamedJobs.ts). */
export const untoldJobs = ({ aheadMillis, graceMillis, limit }: Untold, now: Instant): Statement => ({
  name: "untold jobs",
  text: `SELECT j.kind, j.organization_id, j.id, j.due
FROM unnest($1::text[]) AS k(kind)
CROSS JOIN LATERAL (
  SELECT * FROM job
  WHERE job.kind = k.kind AND ${fallsDueOrIsMissed} AND (lease IS NULL OR leased_until <= $2) AND ${hasNotBeenTold}
  ORDER BY ready LIMIT $5
) AS j`,
  values: [jobKinds, isoInstant(now), aheadMillis, graceMillis, limit],
})

/**
 * The job gets ready within the time ahead, or has been ready for the grace or longer; in between, whoever put it sees to it.
 */
const fallsDueOrIsMissed = "ready <= $2::timestamptz + $3 * interval '1 ms'"
  + " AND (ready > $2 OR ready <= $2::timestamptz - $4 * interval '1 ms')"

/**
 * Nobody was told of the job as it is due now; or somebody was, but since then it has waited once more for as long as it had
 * waited then, and at least for the grace; or whoever was told was so under a clock that was ahead by more than that.
 */
const hasNotBeenTold = "(told IS NULL OR told < ready OR $2 - told >= greatest($4 * interval '1 ms', told - ready)"
  + " OR told > greatest(ready, $2 + $4 * interval '1 ms'))"

/**
 * Notes that somebody was told of these jobs. One that is locked is passed over: it may be told of once more. So may one that
 * is due later by now than any of them was.
 */
export const noteToldJobs = (jobs: ReadonlyArray<Job>, now: Instant): Statement => ({
  name: "note told jobs",
  text: `UPDATE job SET told = greatest($4, least(ready, $5))
WHERE ctid = ANY(ARRAY(SELECT j.ctid ${eachNamed("FOR UPDATE SKIP LOCKED")}))`,
  values: [...namesIn(jobs), isoInstant(now), isoInstant(lastDue(jobs))],
})

const lastDue = (jobs: ReadonlyArray<Job>): Instant => instant(jobs.reduce((last, { due }) => Math.max(last, due), 0))
